/** Capabilities in words, for people. */
import { child, entries, type Members, texts } from '../remote/index.js';

/** Returns a line for each capability in a list of that name: its actions, then its constraints. */
export function capabilityLines(members: Members, list = 'capability'): readonly string[] {
  return entries(members, list).map(capabilityText);
}

function capabilityText(capability: Members): string {
  const limits = Object.entries(child(capability, 'constraint')).map(([name, value]) => `${name} ${limitText(value)}`);
  return [texts(capability, 'action').join(', '), ...limits].join('; ');
}

function limitText(value: unknown): string {
  if (Array.isArray(value)) return value.map(String).join(' or ');
  return typeof value === 'object'
    ? Object.values({ ...value })
        .map(String)
        .join(' to ')
    : String(value);
}
