/**
 * Looking into structured input and results. They travel as anydata: in JSON a number is a number, in XML, which NETCONF
 * speaks, everything is text.
 */
import { type Members, membersIn } from '../stage/index.js';

export function numberIn(value: unknown, name: string): number | undefined {
  const found = membersIn(value)[name];
  const number = typeof found === 'string' && found.trim() !== '' ? Number(found) : found;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

export function flagIn(value: unknown, name: string): boolean | undefined {
  const found = membersIn(value)[name];
  if (found === true || found === 'true') return true;
  return found === false || found === 'false' ? false : undefined;
}

export function wordIn(value: unknown, name: string): string | undefined {
  const found = membersIn(value)[name];
  return typeof found === 'string' ? found : undefined;
}

/** The entry of a list in a container whose leaf `key` is `value`. */
export function entryIn(container: unknown, list: string, key: string, value: string): Members | undefined {
  const entries = membersIn(container)[list];
  return Array.isArray(entries) ? entries.map(membersIn).find((each) => each[key] === value) : undefined;
}
