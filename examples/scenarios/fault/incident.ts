/** What the domains tell the OSS, as the agents write and read it: the `input` of a task. */
import { membersIn, textIn, textsIn } from '../stage/index.js';

export interface Incident {
  readonly kind: 'base-stations-out' | 'line-down';
  readonly state: 'raised' | 'cleared';
  /** Names of the base stations, or the name of the line. */
  readonly objects: readonly string[];
  /** When it began, as the devices say; RFC 3339. */
  readonly since: string;
}

/** How the account calls what is told of an incident. */
export const ABOUT: Readonly<Record<Incident['state'], string>> = { raised: 'lost', cleared: 'back' };

const KINDS: readonly Incident['kind'][] = ['base-stations-out', 'line-down'];

/** Undefined when the value is no incident. */
export function readIncident(value: unknown): Incident | undefined {
  const incident = membersIn(value);
  const kind = KINDS.find((each) => each === textIn(incident, 'kind'));
  const state = textIn(incident, 'state');
  const since = textIn(incident, 'since');
  const objects = textsIn(incident, 'objects');
  if (!kind || objects.length === 0 || since === undefined || Number.isNaN(Date.parse(since))) return undefined;
  if (state !== 'raised' && state !== 'cleared') return undefined;
  return { kind, state, objects, since };
}
