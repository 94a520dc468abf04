/**
 * Refuses capabilities that can never be met, which a client writes by mistake. Claims of tokens of other issuers are not asked for: what
 * this node does not know is denied there, and handed on.
 */
import { isObject } from '../data/index.js';
import { didYouMean, type Schema } from '../yang/index.js';
import { actionOf } from './grant/action.js';
import type { DataAction } from './grant/asked.js';
import { type Capability, CapabilityFault } from './grant/capability.js';
import type { Constraint, ConstraintName } from './grant/constraint.js';
import { operationNames } from './grant/operation-names.js';
import { parseRulePath, RulePathFault } from './nacm/rule-path.js';

type Subject = Exclude<ConstraintName, `max-requests-${string}` | 'time-window'>;

/** Actions of a kind, with the constraints that they can meet beside rates and times. */
interface ActionKind {
  readonly words: string;
  /** Undefined: any name is one. */
  readonly actions: readonly string[] | undefined;
  readonly subjects: readonly Subject[];
}

const DATA: readonly DataAction[] = ['data.read', 'data.edit', 'data.subscribe', 'data.bulk'];
/** The subjects of operations. No operation tells a path or a device. */
const OF_OPERATIONS: readonly Subject[] = ['agent', 'skill', 'domain', 'max-priority', 'max-depth', 'max-sensitivity'];

/** By the beginning of the name of the action. */
const KINDS: ReadonlyMap<string, ActionKind> = new Map<string, ActionKind>([
  ['data.', { words: 'on data', actions: DATA, subjects: ['path'] }],
  ['device.', { words: 'on devices', actions: ['device.read', 'device.edit'], subjects: ['device'] }],
  ['skill.', { words: 'on a skill', actions: undefined, subjects: OF_OPERATIONS }],
]);

/**
 * Checks capabilities against the models of the node.
 *
 * @throws CapabilityFault that tells the mistake, and the right names
 */
export function requireMeetable(schema: Schema, capabilities: readonly Capability[]): void {
  for (const { actions, constraints } of capabilities) {
    for (const action of actions) requireAction(schema, action, [...constraints.keys()]);
    for (const [name, constraint] of constraints) requireConstraint(schema, name, constraint);
  }
}

/**
 * Checks that the agents which capabilities name are there.
 *
 * @param isThere false for an agent that the caller does not find
 * @throws CapabilityFault
 */
export function requireAgents(capabilities: readonly Capability[], isThere: (agent: string) => boolean): void {
  for (const { constraints } of capabilities) {
    const agents = constraints.get('agent')?.value;
    const gone = Array.isArray(agents) ? agents.map(String).find((agent) => !isThere(agent)) : undefined;
    if (gone !== undefined)
      throw new CapabilityFault(`the constraint agent names "${gone}", and you find no agent with this identifier`);
  }
}

function requireAction(schema: Schema, action: string, constraints: readonly ConstraintName[]): void {
  const prefix = action.slice(0, action.indexOf('.') + 1);
  const kind = KINDS.get(prefix);
  if (kind) requireOfKind(action, kind);
  else requireOperation(schema, action);
  const subjects: readonly string[] = kind?.subjects ?? OF_OPERATIONS;
  const unmet = constraints.find((name) => !isOfAll(name) && !subjects.includes(name));
  if (unmet === undefined) return;
  throw new CapabilityFault(
    `the constraint ${unmet} is never met by ${action}, which knows ${subjects.join(', ')}, rates and times only: leave it out, or put the action into a capability of its own`,
  );
}

/** True for constraints that all actions can meet. */
function isOfAll(name: ConstraintName): boolean {
  return name.startsWith('max-requests-') || name === 'time-window';
}

function requireOfKind(action: string, { words, actions }: ActionKind): void {
  if (actions === undefined || actions.includes(action)) return;
  throw new CapabilityFault(
    `"${action}" is no action ${words}${didYouMean(action, actions)}; there are ${actions.join(', ')}`,
  );
}

function requireOperation(schema: Schema, action: string): void {
  const names = operationNames(schema);
  const qname = names.get(action);
  if (qname === undefined)
    throw new CapabilityFault(
      `the models have no rpc and no action "${action}"${didYouMean(action, names.keys())}; one has a name like yangent-tasks.assign, and actions on data are ${DATA.join(', ')}`,
    );
  const asked = actionOf({ qname });
  if (asked === action) return;
  throw new CapabilityFault(
    asked === undefined
      ? `"${action}" needs no authority: leave it out`
      : `"${action}" is an operation of the protocol: the action is ${asked}`,
  );
}

function requireConstraint(schema: Schema, name: ConstraintName, { value }: Constraint): void {
  if (name === 'path' && Array.isArray(value)) for (const path of value) requirePath(schema, String(path));
  else if (name.startsWith('max-requests-') && value === 0)
    throw new CapabilityFault(`${name} 0 allows no request: give 1 or more`);
  else if (name === 'time-window' && isEmptyWindow(value))
    throw new CapabilityFault('the time-window ends before it starts');
}

function requirePath(schema: Schema, path: string): void {
  try {
    parseRulePath(schema, path);
  } catch (error) {
    throw error instanceof RulePathFault ? new CapabilityFault(`the path ${error.message}`) : error;
  }
}

function isEmptyWindow(value: unknown): boolean {
  const { start, end }: Record<string, unknown> = isObject(value) ? { ...value } : {};
  return Date.parse(String(end)) <= Date.parse(String(start));
}
