/** The triggers of a node: their rows follow the configuration, and they fire while the node runs. */
import type { Logger } from 'pino';
import { SYSTEM_USER } from '../../access/index.js';
import { RpcError } from '../../data/index.js';
import { configuredEntries, configuredEntry } from '../../server/index.js';
import { persist, type Tx } from '../../store/index.js';
import { newId } from '../../tasks/index.js';
import type { ReadNotifications } from '../engine/watches.js';
import type { RunRecord } from '../run/record.js';
import { eventOfTime } from './event.js';
import { type Fired, fire, startWaiting } from './firing.js';
import { miss } from './missed.js';
import type { FiringNeeds } from './needs.js';
import { Readers } from './readers.js';
import { TRIGGER, type Trigger, type TriggerRow } from './record.js';
import { scheduleIfAny } from './schedule.js';
import { Schedules } from './schedules.js';

export interface TriggerOptions extends FiringNeeds {
  /** Returns the number of the last event of all streams. */
  readonly head: (tx: Tx) => Promise<number>;
  readonly read: ReadNotifications;
  readonly log: Logger;
}

/** Milliseconds until a start that failed is tried again. */
const PAUSE = 1_000;

export class Triggers {
  readonly #schedules: Schedules;
  readonly #readers: Readers;
  readonly #starting = new Set<Promise<void>>();
  #isOpen = false;
  #stopping = new AbortController();
  #forget: (() => void) | undefined;

  constructor(private readonly o: TriggerOptions) {
    this.#schedules = new Schedules(o, o.log);
    this.#readers = new Readers(o, o.read, o.log);
  }

  /** Begins to fire. Triggers that were configured before the node had their rows belong to the node. */
  async start(): Promise<void> {
    this.#isOpen = true;
    this.#stopping = new AbortController();
    await this.o.store.transact((tx) => this.#complete(tx));
    this.#forget = this.o.engine.onEnd((run) => this.#ended(run));
    this.#readers.open();
    await this.goOn();
  }

  async stop(): Promise<void> {
    this.#isOpen = false;
    this.#stopping.abort(new Error('the node is stopping'));
    this.#forget?.();
    await Promise.all([this.#schedules.stop(), this.#readers.stop(), ...this.#starting]);
  }

  /** Takes up all that has come while nothing could fire. */
  async goOn(): Promise<void> {
    if (!this.#isOpen || this.o.halted()) return;
    for (const { name } of configuredEntries(this.o.running.tree, TRIGGER)) await this.#readers.renew(name);
    for (const { name, value } of await this.o.rows.waitingLines()) this.#startWaiting(name, value);
    await this.#schedules.start();
  }

  /** Stores a trigger in the transaction that commits it. @param before undefined for a new one */
  async store(tx: Tx, name: string, change: { readonly before?: Trigger; readonly after?: Trigger }, user: string) {
    const { rows } = this.o;
    if (!change.after) return rows.remove(tx, name);
    const known = await rows.get(name, tx);
    await rows.put(tx, await this.#rowFor(tx, change.after, { owner: user, known, before: change.before }));
    const dropped = change.after.enabled ? 0 : await rows.clearWaiting(tx, name);
    const row = dropped > 0 ? await rows.get(name, tx) : undefined;
    if (row) await miss(this.o, tx, row, { reason: 'it was disabled before they began', number: dropped });
  }

  /** Lets a commit come into force, also when the store fails for a moment. */
  async changed(name: string): Promise<void> {
    if (!this.#isOpen) return;
    await persist(async () => {
      await this.#readers.renew(name);
      await this.#schedules.look();
    }, this.#stopping.signal);
  }

  /** Fires a trigger by hand. @param given the event @throws RpcError when it starts no run, now or later */
  async fire(name: string, given: unknown): Promise<{ readonly run?: string }> {
    const { store, running, rows, halted, now } = this.o;
    const fired = await store.transact(async (tx): Promise<Fired | undefined> => {
      const trigger = configuredEntry(running.tree, TRIGGER, name);
      const row = await rows.get(name, tx);
      if (!trigger || !row) return undefined;
      if (halted()) return { reason: 'everything autonomous is stopped (yangent-tasks:stop-all)' };
      const event = given ?? (trigger.schedule ? eventOfTime(now()) : {});
      return fire(this.o, tx, trigger, row, { event, at: new Date(now()).toISOString(), depth: 1 });
    });
    if (!fired)
      throw new RpcError({ type: 'application', tag: 'data-missing', message: `there is no trigger "${name}"` });
    if ('reason' in fired)
      throw new RpcError({
        type: 'application',
        tag: 'operation-failed',
        origin: 'caller',
        appTag: 'missed',
        path: `/yangent-workflows:workflows/trigger[name='${name}']`,
        message: `it starts no run: ${fired.reason}`,
      });
    return 'run' in fired ? { run: fired.run } : {};
  }

  async #complete(tx: Tx): Promise<void> {
    const { rows, running } = this.o;
    const triggers = new Map(configuredEntries(running.tree, TRIGGER).map((trigger) => [trigger.name, trigger]));
    const stored = new Set(await rows.names(tx));
    for (const name of stored) if (!triggers.has(name)) await rows.remove(tx, name);
    for (const [name, trigger] of triggers)
      if (!stored.has(name)) await rows.put(tx, await this.#rowFor(tx, trigger, { owner: SYSTEM_USER }));
  }

  /** Returns the row of a trigger as configured: the next time or the cursor stays where it means the same as before. */
  async #rowFor(
    tx: Tx,
    { name, enabled, schedule, notification }: Trigger,
    { owner, known, before }: { readonly owner: string; readonly known?: TriggerRow; readonly before?: Trigger },
  ): Promise<TriggerRow> {
    const { now, head } = this.o;
    const { missed = 0, fired } = known ?? {};
    const was = before?.enabled ? before : undefined;
    const isSame = schedule?.cron === was?.schedule?.cron && schedule?.['time-zone'] === was?.schedule?.['time-zone'];
    const next = schedule && enabled ? (isSame ? known?.next : scheduleIfAny(schedule)?.after(now())) : undefined;
    const reads = notification && enabled;
    const goesOn = known !== undefined && was?.notification?.stream === notification?.stream;
    const cursor = reads ? (goesOn ? known.cursor : await head(tx)) : undefined;
    return {
      ...{ name, edit: newId(now()), owner, missed },
      ...(fired === undefined ? {} : { fired }),
      ...(next === undefined ? {} : { next }),
      ...(cursor === undefined ? {} : { cursor }),
    };
  }

  #ended({ cause }: RunRecord): void {
    if (cause) this.#startWaiting(cause.trigger, cause.key);
  }

  #startWaiting(name: string, key: string): void {
    if (!this.#isOpen || this.o.halted()) return;
    const starting = this.o.store
      .transact(async (tx) => {
        const trigger = configuredEntry(this.o.running.tree, TRIGGER, name);
        const row = await this.o.rows.get(name, tx);
        if (trigger && row && !this.o.halted()) await startWaiting(this.o, tx, trigger, row, key);
      })
      .catch((error: unknown) => {
        if (!this.#isOpen) return;
        this.o.log.warn(
          { err: error, trigger: name },
          'workflows: a run that waits could not start; it is tried again',
        );
        setTimeout(() => this.#startWaiting(name, key), PAUSE).unref();
      })
      .finally(() => this.#starting.delete(starting));
    this.#starting.add(starting);
  }
}
