/** Capabilities on the command line: an action, with constraints behind it. */
import { InvalidArgumentError } from 'commander';

export interface CapabilityInput {
  readonly name: string;
  readonly action: readonly string[];
  readonly constraint?: Readonly<Record<string, ConstraintInput>>;
}

type ConstraintInput = readonly string[] | number | string | Window;

interface Window {
  readonly start: string;
  readonly end: string;
}

/** Constraints that are numbers, and those of which there is one; all others may be there several times. */
const NUMBERS: ReadonlySet<string> = new Set([
  'max-priority',
  'max-depth',
  'max-requests-per-minute',
  'max-requests-per-hour',
  'max-requests-per-day',
]);
const SINGLE: ReadonlySet<string> = new Set(['max-sensitivity']);
const LISTS: ReadonlySet<string> = new Set(['agent', 'skill', 'device', 'domain', 'path']);
const WINDOW = 'time-window';

/** How capabilities are written, for the help. */
export const CAPABILITY_HELP =
  'ACTION, with constraints behind it: "yangent-tasks.assign agent=crew max-priority=3"; may be given several times';

/** Adds a capability to those that were given before. @throws InvalidArgumentError */
export function addCapability(text: string, before: readonly CapabilityInput[] = []): readonly CapabilityInput[] {
  const [action = '', ...limits] = text.trim().split(/\s+/);
  if (!/^[A-Za-z][\w.:-]*$/.test(action))
    throw new InvalidArgumentError('It begins with an action, for example yangent-tasks.assign or data.read.');
  const constraint: Record<string, ConstraintInput> = {};
  for (const limit of limits) {
    const at = limit.indexOf('=');
    const [name, value] = [limit.slice(0, at), limit.slice(at + 1)];
    if (at < 1 || value === '') throw new InvalidArgumentError(`"${limit}" is no constraint; write NAME=VALUE.`);
    if (NUMBERS.has(name)) constraint[name] = numberIn(name, value);
    else if (name === WINDOW) constraint[name] = windowIn(value);
    else if (SINGLE.has(name)) constraint[name] = value;
    else if (LISTS.has(name)) {
      const list = constraint[name];
      constraint[name] = [...(Array.isArray(list) ? list : []), value];
    } else
      throw new InvalidArgumentError(
        `"${name}" is no constraint; there are ${[...LISTS, ...SINGLE, ...NUMBERS, WINDOW].join(', ')}.`,
      );
  }
  const entry = { name: String(before.length + 1), action: [action] };
  return [...before, limits.length === 0 ? entry : { ...entry, constraint }];
}

function numberIn(name: string, value: string): number {
  if (/^\d{1,10}$/.test(value)) return Number(value);
  throw new InvalidArgumentError(`${name} is a whole number, not "${value}".`);
}

function windowIn(value: string): Window {
  const [start, end, more] = value.split('/');
  const isWhole = start !== undefined && end !== undefined && more === undefined;
  if (isWhole && [start, end].every((time) => TIME.test(time) && !Number.isNaN(Date.parse(time))))
    return { start, end };
  throw new InvalidArgumentError(
    `${WINDOW} is START/END, two times with their zone: ${WINDOW}=2030-01-01T08:00:00Z/2030-01-01T16:00:00Z.`,
  );
}

/** The beginning of a time with its date, and its zone (RFC 3339). */
const TIME = /^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:\d\d)$/;

/** True when the capability lets all data be read, however secret. */
export function readsAllData({ action, constraint }: CapabilityInput): boolean {
  return action.includes('data.read') && constraint?.path === undefined;
}
