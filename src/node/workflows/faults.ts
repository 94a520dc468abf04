/** Faults that a node finds in workflows, at their places in files. */
import type { RpcError } from '../../data/index.js';
import { UsageError } from '../usage-error.js';
import type { WorkflowFile } from './file.js';

const DEFINITION = /^\/yangent-workflows:workflows\/definition\[name=(?:'([^']*)'|"([^"]*)")\]\/?/;
/** A graph in the input of an rpc. */
const GRAPH = /^\/yangent-workflows:(?:check|start)\/(?:yangent-workflows:)?dag\/?/;

export interface FaultAt {
  /** `repair.yaml:12:5`; undefined for a fault that is in no file. */
  readonly place?: string;
  /** The path in the definition or in the model, the fault and its code. */
  readonly text: string;
}

/** Returns the errors of a reply at their places. @param graph the definition whose graph was the input of an rpc */
export function faultsAt(files: readonly WorkflowFile[], error: RpcError, graph?: string): readonly FaultAt[] {
  return error.all.map(({ path = '', message, appTag, tag }) => {
    const text = `${message} (${appTag ?? tag})`;
    const [prefix, single, double] = DEFINITION.exec(path) ?? GRAPH.exec(path) ?? [];
    const name = prefix === undefined ? undefined : (single ?? double ?? graph);
    const file = files.find(({ definitions }) => definitions.some((each) => each.name === name));
    if (prefix === undefined || name === undefined || !file) return { text: path === '' ? text : `${path}: ${text}` };
    const below = path.slice(prefix.length);
    return { place: file.place(name, below), text: `${below === '' ? name : below}: ${text}` };
  });
}

/** @throws UsageError when two files define the same workflow */
export function requireDistinct(files: readonly WorkflowFile[]): void {
  const seen = new Map<string, string>();
  for (const { file, definitions } of files) {
    for (const { name } of definitions) {
      const other = seen.get(name);
      if (other !== undefined)
        throw new UsageError(`${other} and ${file} both define the workflow "${name}"; each needs its own name`);
      seen.set(name, file);
    }
  }
}

/** Quotes a name for an instance path; it may contain one kind of quotation marks. */
export function quoted(name: string): string {
  return name.includes("'") ? `"${name}"` : `'${name}'`;
}
