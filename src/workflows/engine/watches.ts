/** Waits for notifications: each reads its stream from its cursor on, as the initiator of its run may. */

import type { Logger } from 'pino';
import { RpcError } from '../../data/index.js';
import { actorOf } from '../course/actor.js';
import type { Actor } from '../course/needs.js';
import type { RunRecord, StepRecord } from '../run/record.js';

/** A notification that a run may react to. */
export interface Notified {
  /** Its place in the log of events. */
  readonly id: string;
  /** `module:notification` */
  readonly name: string;
  /** yang:date-and-time */
  readonly time: string;
  /** RFC 7951 members of its content. */
  readonly value: unknown;
}

/** The notifications that are wanted. */
export interface Wanted {
  readonly stream: string;
  /** `module:notification`; absent: all. */
  readonly name?: string;
  /** XPath filter as of RFC 5277. */
  readonly filter?: string;
  /** Place in the log of events after which they are wanted. Default: from now on. */
  readonly after?: string;
  /** True: from the oldest one that the log has. */
  readonly fromOldest?: true;
  /** Called with the number of the last event behind which the reading is. */
  readonly passed?: (event: number) => void;
}

/**
 * Reads notifications as a user may see them, from a place in the log on, and those that come.
 *
 * @throws RpcError app-tag `unknown-event-id` when the log does not reach back to the place
 */
export type ReadNotifications = (actor: Actor, wanted: Wanted, signal: AbortSignal) => AsyncIterable<Notified>;

export interface WatchNeeds {
  readonly read: ReadNotifications;
  /** Tells the step of a notification. Returns false when the step does not wait any more. */
  readonly notified: (step: StepRecord, event: Notified) => Promise<boolean>;
  /** Tells the step that notifications are lost. */
  readonly lost: (step: StepRecord, message: string) => Promise<void>;
  readonly log: Logger;
}

/** Milliseconds until a stream that failed is read again. */
const PAUSE = 1_000;

export class Watches {
  readonly #open = new Map<string, AbortController>();
  readonly #ended = new Set<Promise<void>>();

  constructor(private readonly needs: WatchNeeds) {}

  /** Begins to read for a step, unless it does already. */
  begin(run: Pick<RunRecord, 'id' | 'initiator' | 'coordinator'>, step: StepRecord, wanted: Wanted): void {
    const key = keyOf(step);
    if (this.#open.has(key)) return;
    const abort = new AbortController();
    this.#open.set(key, abort);
    const actor = actorOf(run);
    const ended = this.#read(actor, step, wanted, abort.signal).finally(() => {
      if (this.#open.get(key) === abort) this.#open.delete(key);
      this.#ended.delete(ended);
    });
    this.#ended.add(ended);
  }

  /** Ends the reading for a step at once, so that it may begin anew. */
  end(step: Pick<StepRecord, 'run' | 'node' | 'item'>): void {
    const key = keyOf(step);
    this.#open.get(key)?.abort();
    this.#open.delete(key);
  }

  async stop(): Promise<void> {
    for (const abort of this.#open.values()) abort.abort();
    await Promise.all(this.#ended);
  }

  async #read(actor: Actor, step: StepRecord, wanted: Wanted, signal: AbortSignal): Promise<void> {
    for (let { after } = wanted; !signal.aborted; await pause(PAUSE, signal)) {
      try {
        for await (const event of this.needs.read(
          actor,
          { ...wanted, ...(after === undefined ? {} : { after }) },
          signal,
        )) {
          if (!(await this.needs.notified(step, event))) return;
          after = event.id;
        }
      } catch (error) {
        if (signal.aborted) return;
        if (await this.#lose(step, error)) return;
        this.needs.log.warn({ err: error, run: step.run, node: step.node }, 'workflows: a stream is read again');
      }
    }
  }

  /** Tells a step that its notifications are lost. Returns false for another error, and when that could not be stored. */
  async #lose(step: StepRecord, error: unknown): Promise<boolean> {
    if (!(error instanceof RpcError) || error.appTag !== 'unknown-event-id') return false;
    return this.needs.lost(step, error.message).then(
      () => true,
      () => false,
    );
  }
}

function keyOf({ run, node, item }: Pick<StepRecord, 'run' | 'node' | 'item'>): string {
  return `${run}/${node}.${item}`;
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
