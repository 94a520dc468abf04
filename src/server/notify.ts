/** How rooms tell of something: by the notifications of their module, typed. */
import type { Audience } from '../access/index.js';
import type { EventLog } from '../events/index.js';
import type { Tx } from '../store/index.js';
import type { ModuleTypes } from './provider.js';

/**
 * Tells the readers of the stream NETCONF, in the transaction of the change that is reported. The event log checks the value against
 * the model when it takes it: one that does not fit is logged as an error and not told, and the change stands.
 *
 * @param audience absent: everyone who may read notifications
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

/** A notification of one of the modules, and whom it concerns. */
export type Told<M extends ModuleTypes> = M extends ModuleTypes
  ? {
      [N in keyof M['notifications'] & string]: {
        readonly name: N;
        readonly value: M['notifications'][N];
        readonly audience?: Audience;
        /** When it happened, as yang:date-and-time; absent: now. */
        readonly time?: string;
      };
    }[keyof M['notifications'] & string]
  : never;

/** Tells of many things in their order; some of them are written by one statement. */
export type NotifyAll<M extends ModuleTypes> = (tx: Tx, told: readonly Told<M>[]) => Promise<void>;

/** Events that are written by one statement. */
const TOGETHER = 200;

export function notifierOfAll<M extends ModuleTypes>(events: Pick<EventLog, 'append'>): NotifyAll<M> {
  return async (tx, told) => {
    for (let at = 0; at < told.length; at += TOGETHER) await events.append(tx, ...told.slice(at, at + TOGETHER));
  };
}
