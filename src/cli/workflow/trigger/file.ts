/** Files with triggers: YAML or JSON, one or several documents. */
import { isObject, type RpcError } from '../../../data/index.js';
import { type FaultAt, UsageError } from '../../../node/index.js';
import { readSource } from '../../../node/workflows/read.js';
import type { YamlDocument } from '../../../node/workflows/yaml.js';

/** A trigger of a file. */
export interface FiledTrigger {
  readonly name: string;
  readonly file: string;
  /** The entry of the list `trigger` of yangent-workflows. */
  readonly entry: Readonly<Record<string, unknown>>;
  /** Returns where in the file the trigger says something. @param below path below the trigger: `schedule/cron` */
  place(below: string): string;
}

type Members = Readonly<Record<string, unknown>>;

const CONTAINER = 'yangent-workflows:workflows';
const LIST = 'yangent-workflows:trigger';
const REMEDY =
  `a trigger has the members of the model, e.g. name, definition, and schedule or notification; a document of the model has ` +
  `"${CONTAINER}"`;

/** @throws UsageError with the file, the line where it is known, and the fault */
export async function readTriggerFiles(files: readonly string[]): Promise<readonly FiledTrigger[]> {
  // Loaded when it is needed, as for workflows.
  const { readYaml } = await import('../../../node/workflows/yaml.js');
  const triggers: FiledTrigger[] = [];
  for (const file of files) {
    const found = readYaml(file, await readSource(file)).flatMap((document) => triggersIn(file, document));
    if (found.length === 0) throw new UsageError(`${file}: there is no trigger in it; ${REMEDY}`);
    triggers.push(...found);
  }
  requireDistinct(triggers);
  return triggers;
}

function triggersIn(file: string, document: YamlDocument): readonly FiledTrigger[] {
  const value = document.value();
  if (isWorkflow(value))
    throw new UsageError(`${file}: it has a workflow, not a trigger; load it with: yangent workflow load ${file}`);
  const found = isObject(value) ? entriesIn(value) : [{ way: [], value }];
  return found.map(({ way, value: entry }) => {
    if (!isObject(entry) || typeof entry.name !== 'string')
      throw new UsageError(`${document.place(way)}: this is no trigger; ${REMEDY}`);
    const { name } = entry;
    const place = (below: string) => document.place([...way, ...wayOf(below)]);
    return { name, file, entry: written(entry), place };
  });
}

/** True for a document with workflows and no trigger. */
function isWorkflow(value: unknown): boolean {
  if (!isObject(value)) return false;
  const container = value[CONTAINER];
  const inside = isObject(container) && 'definition' in container && !('trigger' in container);
  return inside || 'nodes' in value || 'yangent-workflows:definition' in value;
}

interface Found {
  readonly way: readonly (string | number)[];
  readonly value: unknown;
}

/** Returns the triggers of a document: of the container, of the list, or one that is written alone. */
function entriesIn(document: Members): readonly Found[] {
  const container = document[CONTAINER];
  if (isObject(container)) return listed(container.trigger, [CONTAINER, 'trigger']);
  return LIST in document ? listed(document[LIST], [LIST]) : [{ way: [], value: document }];
}

function listed(list: unknown, way: Found['way']): readonly Found[] {
  return Array.isArray(list) ? list.map((value: unknown, index) => ({ way: [...way, index], value })) : [];
}

/** Returns the names that lead to `input[name='site']/value`: input, site, value. */
function wayOf(below: string): readonly string[] {
  return below.split(/[/[\]]/).flatMap((part) => {
    const name = part.replace(/^\w+=['"](.*)['"]$/, '$1');
    return name === '' ? [] : [name];
  });
}

/** Members that can be written shorter than the model has them. */
const SHORTER: Readonly<Record<string, (value: unknown) => unknown>> = {
  schedule: (value) => (typeof value === 'string' ? { cron: value } : value),
  notification: (value) => (typeof value === 'string' ? { name: value } : value),
  input: (value) => (isObject(value) ? Object.entries(value).map(inputEntry) : value),
};

function inputEntry([name, value]: readonly [string, unknown]): object {
  return { name, value: typeof value === 'string' ? value : JSON.stringify(value) };
}

/** State that a reply shows with a trigger. */
const STATE: ReadonlySet<string> = new Set(['owner', 'last-fired', 'next', 'waiting', 'missed']);

function written(trigger: Members): Members {
  return Object.fromEntries(
    Object.entries(trigger)
      .filter(([name]) => !STATE.has(name))
      .map(([name, value]) => [name, SHORTER[name]?.(value) ?? value] as const),
  );
}

function requireDistinct(triggers: readonly FiledTrigger[]): void {
  const seen = new Map<string, FiledTrigger>();
  for (const trigger of triggers) {
    const other = seen.get(trigger.name);
    if (other)
      throw new UsageError(
        `${other.place('name')} and ${trigger.place('name')} both have the trigger "${trigger.name}"; each needs its own name`,
      );
    seen.set(trigger.name, trigger);
  }
}

const TRIGGER = /^\/yangent-workflows:workflows\/trigger\[name=(?:'([^']*)'|"([^"]*)")\]\/?/;

/** Returns the errors of a reply at their places in the files. */
export function triggerFaults(triggers: readonly FiledTrigger[], error: RpcError): readonly FaultAt[] {
  return error.all.map(({ path = '', message, appTag, tag }) => {
    const text = `${message} (${appTag ?? tag})`;
    const [prefix = '', single, double] = TRIGGER.exec(path) ?? [];
    const trigger = triggers.find(({ name }) => name === (single ?? double));
    if (!trigger) return { text: path === '' ? text : `${path}: ${text}` };
    const below = path.slice(prefix.length);
    return { place: trigger.place(below), text: `${below === '' ? trigger.name : below}: ${text}` };
  });
}
