/** Capabilities: actions with the constraints on them, and how one lies within another. */
import { canonicalJson } from '../../data/canonical-json.js';
import { isObject } from '../../data/index.js';
import type { Asked } from './asked.js';
import {
  CONSTRAINT_NAMES,
  type Constraint,
  type ConstraintName,
  constraintOfClaim,
  type Denial,
  type Json,
  KINDS,
} from './constraint.js';

/** Some actions, each allowed as far as all constraints are met. */
export interface Capability {
  /** In the model; claims have no names. */
  readonly name?: string;
  readonly actions: readonly string[];
  readonly constraints: ReadonlyMap<ConstraintName, Constraint>;
  /** Constraints that this node does not know, or that have a wrong form: nothing is allowed, and they are handed on. */
  readonly others: ReadonlyMap<string, Json>;
}

/** Maximum number of capabilities of one link. */
export const MAX_CAPABILITIES = 100;
const MAX_ACTION = 256;
/** AAP has one action for a capability; several are written as several. */
const ACTION = /^[A-Za-z][\w.:-]*$/;

/** A claim `capabilities`, or the model's list, that cannot be read. */
export class CapabilityFault extends Error {}

/** Reads the claim `capabilities` of a token (AAP). @throws CapabilityFault */
export function capabilitiesOfClaim(claim: unknown): readonly Capability[] {
  return list(claim).map((entry) => {
    const { action, constraints = {} } = members(entry);
    return capability([action], constraints, constraintOfClaim);
  });
}

/** Reads a list `capability` of the model, as its RFC 7951 value. @throws CapabilityFault */
export function capabilitiesOfModel(value: unknown): readonly Capability[] {
  return list(value).map((entry) => {
    const { name, action, constraint = {} } = members(entry);
    const read = capability(Array.isArray(action) ? action : [], constraint, (given) =>
      CONSTRAINT_NAMES.find((each) => each === given),
    );
    for (const constraint of read.others.keys())
      throw new CapabilityFault(`the constraint ${constraint} has a value of another form, or too many values`);
    return typeof name === 'string' ? { ...read, name } : read;
  });
}

/** Returns the claim of these capabilities. */
export function claimOf(capabilities: readonly Capability[]): readonly Json[] {
  return capabilities.flatMap(({ actions, constraints, others }) => {
    const limits: Record<string, Json> = Object.fromEntries(others);
    for (const [name, { value }] of constraints) limits[KINDS[name].claim] = value;
    return actions.map((action) => ({
      action,
      ...(Object.keys(limits).length === 0 ? {} : { constraints: limits }),
    }));
  });
}

/** Returns the capabilities as the model has them. */
export function modelOf(capabilities: readonly Capability[]): readonly {
  readonly name: string;
  readonly action: readonly string[];
  readonly constraint?: Readonly<Record<string, Json>>;
}[] {
  // A capability that cannot be enforced allows nothing.
  const enforced = capabilities.filter(({ others }) => others.size === 0);
  return enforced.map(({ name: own, actions, constraints }, index) => {
    const limits = Object.fromEntries([...constraints].map(([name, { value }]) => [name, value]));
    return {
      name: own ?? String(index + 1),
      action: actions,
      ...(constraints.size === 0 ? {} : { constraint: limits }),
    };
  });
}

/** Returns why the capability does not allow what is asked, one of whose actions it has; undefined when it does. */
export function denialOf({ constraints, others }: Capability, asked: Asked): Denial | undefined {
  if (others.size > 0) return 'capability';
  for (const [name, constraint] of constraints) if (!constraint.allows(asked)) return KINDS[name].denial;
  return undefined;
}

/** Returns the names of the constraints that are not met, also of those that this node cannot enforce. */
export function unmetBy({ constraints, others }: Capability, asked: Asked): readonly string[] {
  const unmet = [...constraints].filter(([, constraint]) => !constraint.allows(asked)).map(([name]) => name);
  return [...unmet, ...others.keys()];
}

/** True when the parent allows all that the child allows. */
export function isWithin(child: Capability, parent: Capability): boolean {
  if (!child.actions.every((action) => parent.actions.includes(action))) return false;
  for (const [name, constraint] of parent.constraints) {
    const own = child.constraints.get(name);
    if (own === undefined || !constraint.covers(own.value)) return false;
  }
  for (const [name, value] of parent.others) {
    const own = child.others.get(name);
    if (own === undefined || canonicalJson(own) !== canonicalJson(value)) return false;
  }
  return true;
}

/** True when each child lies within one of the parents. Several parents never add up. */
export function areWithin(children: readonly Capability[], parents: readonly Capability[]): boolean {
  return children.every((child) => singles(child).every((one) => parents.some((parent) => isWithin(one, parent))));
}

/** Returns capabilities that each of the lists allows: those of one list that lie within all others. */
export function commonTo(lists: readonly (readonly Capability[])[]): readonly Capability[] {
  const common: Capability[] = [];
  for (const each of lists.flatMap((list) => list.flatMap(singles))) {
    if (common.length === MAX_CAPABILITIES) break;
    // A capability within one that is common already adds nothing.
    if (!areWithin([each], common) && lists.every((list) => areWithin([each], list))) common.push(each);
  }
  return common;
}

function singles(each: Capability): readonly Capability[] {
  return each.actions.map((action) => ({ ...each, actions: [action] }));
}

function capability(
  actions: readonly unknown[],
  limits: unknown,
  nameOf: (given: string) => ConstraintName | undefined,
): Capability {
  const names = actions.filter((action) => typeof action === 'string');
  if (names.length === 0 || names.length !== actions.length || !names.every(isAction))
    throw new CapabilityFault('a capability needs an action, for example yangent-tasks.assign or data.read');
  const constraints = new Map<ConstraintName, Constraint>();
  const others = new Map<string, Json>();
  for (const [given, value] of Object.entries(members(limits))) {
    const name = nameOf(given);
    const constraint = name && KINDS[name].read(value);
    if (name && constraint) constraints.set(name, constraint);
    else if (isJson(value)) others.set(given, value);
  }
  return { actions: names, constraints, others };
}

function isAction(text: string): boolean {
  return text.length <= MAX_ACTION && ACTION.test(text);
}

function list(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new CapabilityFault('capabilities are a list');
  if (value.length > MAX_CAPABILITIES)
    throw new CapabilityFault(`there are more than ${MAX_CAPABILITIES} capabilities`);
  return value;
}

function members(value: unknown): Record<string, unknown> {
  if (!isObject(value)) throw new CapabilityFault('a capability has the members action and constraints');
  return { ...value };
}

function isJson(value: unknown): value is Json {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return true;
    case 'number':
      return Number.isFinite(value);
    case 'object':
      return value === null || (Array.isArray(value) ? value.every(isJson) : Object.values(value).every(isJson));
    default:
      return false;
  }
}
