/** Typed functions with which rooms send the notifications of their modules. */
import type { Audience } from '../access/index.js';
import type { EventLog } from '../events/index.js';
import type { Tx } from '../store/index.js';
import type { ModuleTypes } from './provider.js';

/**
 * Sends a notification to the stream NETCONF, in the transaction of the reported change. The event log validates the value by the
 * model. A value that does not fit is logged as an error and not sent; the change stays.
 *
 * @param audience default: every user that may read notifications
 */
export type Notify<M extends ModuleTypes> = <N extends keyof M['notifications'] & string>(
  tx: Tx,
  name: N,
  value: M['notifications'][N],
  audience?: Audience,
) => Promise<void>;

export function notifier<M extends ModuleTypes>(events: Pick<EventLog, 'append'>): Notify<M> {
  return (tx, name, value, audience) => events.append(tx, { name, value, audience });
}

/** A notification of one of the modules, and its audience. */
export type Told<M extends ModuleTypes> = M extends ModuleTypes
  ? {
      [N in keyof M['notifications'] & string]: {
        readonly name: N;
        readonly value: M['notifications'][N];
        readonly audience?: Audience;
        /** Time of the event, as yang:date-and-time. Default: now. */
        readonly time?: string;
      };
    }[keyof M['notifications'] & string]
  : never;

/** Sends several notifications in their order, in few statements. */
export type NotifyAll<M extends ModuleTypes> = (tx: Tx, told: readonly Told<M>[]) => Promise<void>;

/** Maximum number of events written by one statement. */
const TOGETHER = 200;

export function notifierOfAll<M extends ModuleTypes>(events: Pick<EventLog, 'append'>): NotifyAll<M> {
  return async (tx, told) => {
    for (let at = 0; at < told.length; at += TOGETHER) await events.append(tx, ...told.slice(at, at + TOGETHER));
  };
}
