/** The two forms of a file with workflows: a document of the model (RFC 7951), and a source. */
import { isObject } from '../../data/index.js';
import { isDefinition, readWorkflow, type WorkflowDefinition } from './workflow.js';

/** Members of `/yangent-workflows:workflows` in a file. */
const TAKEN: readonly string[] = ['definition', 'pool'];

/** The part of a file that goes to `/yangent-workflows:workflows`. */
export interface WorkflowsOfFile {
  readonly definition: readonly WorkflowDefinition[];
  /** Entries of the list `pool`, which only documents have. */
  readonly pool: readonly unknown[];
  /** True for a source: its places have other names than those of the model. */
  readonly isSource: boolean;
}

const WORKFLOWS = 'yangent-workflows:workflows';
const DEFINITION = 'yangent-workflows:definition';
const TRIGGER = 'yangent-workflows:trigger';

/**
 * Returns the workflows of a file: those of a document, that of a source, or those that a module gives.
 * @throws WorkflowError for a source that is wrong, TypeError for a value that is none of these
 */
export function workflowsIn(value: unknown): WorkflowsOfFile {
  if (Array.isArray(value))
    return { ...document(value.flatMap((each) => workflowsIn(each).definition)), isSource: true };
  if (isDefinition(value)) return document([value]);
  if (!isObject(value))
    throw new TypeError('expected an object with the name, the version and the nodes of a workflow');
  if (isTrigger(value))
    throw new TypeError('this is a trigger, not a workflow; load it with: yangent workflow trigger load FILE');
  if (DEFINITION in value) return document(definitionsOf(value[DEFINITION]));
  if (!(WORKFLOWS in value)) return { ...document([readWorkflow(value)]), isSource: true };
  const all = isObject(value[WORKFLOWS]) ? value[WORKFLOWS] : {};
  const other = Object.keys(all).find((member) => !TAKEN.includes(member));
  if (other !== undefined)
    throw new TypeError(
      `a file of workflows has definitions and pools, not "${other}"; start the node with --config for other configuration`,
    );
  return document(definitionsOf(all.definition ?? []), Array.isArray(all.pool) ? all.pool : []);
}

/** True for a document with triggers and no workflow, in the forms in which triggers are loaded. */
function isTrigger(value: Readonly<Record<string, unknown>>): boolean {
  const all = value[WORKFLOWS];
  const isInside = isObject(all) && 'trigger' in all && !('definition' in all);
  const isAlone = ('schedule' in value || 'notification' in value) && !('nodes' in value);
  return isInside || isAlone || TRIGGER in value;
}

function document(definition: readonly WorkflowDefinition[], pool: readonly unknown[] = []): WorkflowsOfFile {
  return { definition, pool, isSource: false };
}

/** @returns the definitions without the state that a reply shows with them */
function definitionsOf(value: unknown): readonly WorkflowDefinition[] {
  if (Array.isArray(value) && value.every(isDefinition)) return value.map(withoutState);
  throw new TypeError('each definition of the document needs a name and a list node');
}

function withoutState<D extends WorkflowDefinition>(definition: D): D {
  const configured: D & { uri?: unknown; revision?: unknown; finding?: unknown } = { ...definition };
  delete configured.uri;
  delete configured.revision;
  delete configured.finding;
  return configured;
}
