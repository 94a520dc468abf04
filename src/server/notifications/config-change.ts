/** netconf-config-change (RFC 6470 §2.2): the edits of a change and its author, logged in the transaction of the change. */
import { isIP } from 'node:net';
import type { EditedTarget } from '../../datastore/index.js';
import type { EventInput } from '../../events/index.js';
import type { Caller } from '../call.js';

export const CONFIG_CHANGE = 'ietf-netconf-notifications:netconf-config-change';

/** The author of a change: a caller, or the node itself. */
export type ChangedBy = Caller | 'server';

/** Returns the event of a change. @param edited the edits from the old content to the new one */
export function configChangeEvent(
  datastore: 'running' | 'startup',
  edited: readonly EditedTarget[],
  by: ChangedBy,
): EventInput {
  return {
    name: CONFIG_CHANGE,
    value: { 'changed-by': by === 'server' ? { server: [null] } : sessionParameters(by), datastore, edit: edited },
  };
}

/** Returns the grouping common-session-parms. */
export function sessionParameters({ principal, session, source }: Pick<Caller, 'principal' | 'session' | 'source'>): {
  readonly username: string;
  readonly 'session-id': number;
  readonly 'source-host'?: string;
} {
  const who = { username: principal.name, 'session-id': session };
  return source !== undefined && isIP(source) !== 0 ? { ...who, 'source-host': source } : who;
}
