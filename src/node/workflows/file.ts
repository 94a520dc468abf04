/** Files with workflows: JSON, YAML and modules. */
import { extname } from 'node:path';
import { type WorkflowDefinition, WorkflowError, type WorkflowsOfFile, workflowsIn } from '../../workflows/index.js';
import { loadDefault } from '../load.js';
import { UsageError } from '../usage-error.js';
import { readSource } from './read.js';
import { sourcePath } from './source-path.js';
import type { YamlDocument } from './yaml.js';

/** A file, with the workflows that it holds. */
export interface WorkflowFile {
  readonly file: string;
  readonly definitions: readonly WorkflowDefinition[];
  /** Entries of the list `pool`. */
  readonly pools: readonly unknown[];
  /**
   * Returns where in the file a workflow says something: `repair.yaml:12:5`; only the file for a module.
   * @param below path below the definition: `node[name='find']/condition`
   */
  place(definition: string, below: string): string;
}

const MODULES: ReadonlySet<string> = new Set(['.ts', '.mts', '.js', '.mjs']);
const REMEDY = "write: export default defineWorkflow({ name: 'repair', … })";

/** Reads a file. @throws UsageError with the file, the line where it is known, and the fault */
export async function readWorkflowFile(file: string): Promise<WorkflowFile> {
  return MODULES.has(extname(file)) ? moduleFile(file) : textFile(file);
}

async function moduleFile(file: string): Promise<WorkflowFile> {
  const value = await loadDefault(file, REMEDY);
  const { definition, pool } = refusing(
    () => workflowsIn(value),
    () => file,
  );
  return { file, definitions: definition, pools: pool, place: () => file };
}

/** A document of a text, with its workflows. */
interface Part {
  readonly document: YamlDocument;
  readonly value: unknown;
  readonly workflows: WorkflowsOfFile;
}

async function textFile(file: string): Promise<WorkflowFile> {
  const text = await readSource(file);
  if (text.trimStart().startsWith('<'))
    throw new UsageError(`${file}: it is XML; a workflow is JSON or YAML, and --config takes documents in XML`);
  // Loaded when it is needed: a node without such files starts without it.
  const { readYaml } = await import('./yaml.js');
  const documents = readYaml(file, text);
  if (documents.length === 0) throw new UsageError(`${file}: the file is empty; a workflow has a name and nodes`);
  const parts = documents.map((document): Part => {
    const value: unknown = refusing(
      () => document.value(),
      () => file,
    );
    const workflows = refusing(
      () => workflowsIn(value),
      (path) => document.place(path),
    );
    return { document, value, workflows };
  });
  return {
    file,
    definitions: parts.flatMap(({ workflows }) => workflows.definition),
    pools: parts.flatMap(({ workflows }) => workflows.pool),
    place: (definition, below) => {
      const part = parts.find(({ workflows }) => workflows.definition.some(({ name }) => name === definition));
      return part ? part.document.place(sourcePath(part.value, definition, below)) : file;
    },
  };
}

/** Does some reading; a fault becomes a UsageError with its place. */
function refusing<T>(read: () => T, place: (path: readonly (string | number)[]) => string): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof WorkflowError) throw new UsageError(error.lines(place).join('\n'), { cause: error });
    if (error instanceof TypeError || error instanceof ReferenceError)
      throw new UsageError(`${place([])}: ${error.message}`, { cause: error });
    throw error;
  }
}
