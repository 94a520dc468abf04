/**
 * Works on one run in one transaction. Changes are collected in memory and stored at the end: each changed step once, each
 * change of a state as one entry of the journal and one notification.
 */
import type { YangentWorkflowsProvider } from '../../generated/providers.js';
import type { NotifyAll } from '../../server/index.js';
import type { Tx } from '../../store/index.js';
import type { DagNode } from '../model/dag.js';
import { isRunOver, isStepOver, mayRunChange, mayStepChange, type RunState } from '../model/states.js';
import { type ChangedStep, hasNews, type Noted, runEntryOf, stepEntryOf } from './entries.js';
import type { GateRows } from './gate-rows.js';
import { chained } from './journal.js';
import { noticesOf } from './notices.js';
import { nodeOf, type Plan } from './plan.js';
import type { Pools } from './pools.js';
import { QUIET, quietDetail, quietError } from './quiet.js';
import { ReadyQueue } from './ready-queue.js';
import type { Progress, RunRecord, StepDetail, StepRecord, StoredError } from './record.js';
import type { RecordTurn } from './record-turn.js';
import type { RunRows } from './rows.js';
import { Backlog } from './turn-backlog.js';
import { TurnItems } from './turn-items.js';
import { TurnSignals } from './turn-signals.js';
import { TurnSlots } from './turn-slots.js';
import { TurnValues } from './turn-values.js';
import type { Values } from './values.js';

type Model = YangentWorkflowsProvider;

export interface TurnNeeds {
  readonly rows: RunRows;
  readonly values: Values;
  readonly pools: Pools;
  /** Returns the number of the last event of all streams. */
  readonly head: (tx: Tx) => Promise<number>;
  readonly notify: NotifyAll<Model>;
  /** Returns the groups whose members see the runs of a definition. */
  readonly readersOf: (definition: string) => readonly string[];
  /** Writes the audit records of what has happened. */
  readonly record: RecordTurn;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

export type StepChange = Partial<
  Omit<StepRecord, 'run' | 'node' | 'item' | 'generation' | 'rank' | 'since' | 'detail'>
> & {
  readonly detail?: Partial<StepDetail>;
};

interface Changed extends ChangedStep {
  after: StepRecord;
}

/** The run itself, in the order of what happened: no step has this name. */
const RUN = '';

export class Turn {
  readonly run: RunRecord;
  readonly gates: GateRows;
  readonly values: TurnValues;
  readonly items: TurnItems;
  readonly signals: TurnSignals;
  readonly slots: TurnSlots;
  readonly backlog: Backlog;
  readonly now: number;
  readonly at: string;
  /** User or agent that caused what happens. */
  by: string;
  /** Steps that have ended in this turn, and whose edges are still to be decided. */
  readonly ended: StepRecord[] = [];
  /** Ready steps of which this turn has not decided whether they can be launched. */
  readonly ready = new ReadyQueue();
  /** Ready steps that wait until fewer tasks and child runs of the run are alive (`max-parallel`). */
  readonly parked = new ReadyQueue();
  /** Steps that wait for a notification from now on. */
  readonly watched: StepRecord[] = [];
  /** Steps that wait for one no longer. */
  readonly unwatched: StepRecord[] = [];
  /** Runs that may go on because of what happened in this turn. */
  readonly woken = new Set<string>();
  /** Number of tasks and child runs that were begun in this turn. */
  dispatched = 0;
  /** Number of ready steps that were launched in this turn, those that need no agent as well. */
  launches = 0;
  /** True once steps that wait for no other have become ready in this turn. */
  hasBegun = false;
  /** True for a run that begins in this turn: nothing of it is stored yet. */
  readonly isNew: boolean;
  #run: RunRecord;
  readonly #steps = new Map<string, StepRecord | undefined>();
  readonly #changed = new Map<string, Changed>();
  readonly #noted: { readonly at: number; readonly entry: Noted }[] = [];
  /** When, in this turn, a step or the run came into its state. */
  readonly #order = new Map<string, number>();
  #clock = 0;
  #ranOut = false;

  constructor(
    private readonly needs: TurnNeeds,
    readonly tx: Tx,
    run: RunRecord,
    readonly plan: Plan,
    o: { readonly by: string; readonly isNew?: boolean },
  ) {
    this.run = run;
    this.gates = needs.rows.gates;
    this.#run = run;
    this.isNew = o.isNew ?? false;
    this.values = new TurnValues(needs, this);
    this.items = new TurnItems(needs.rows, this);
    this.signals = new TurnSignals(needs, this);
    this.slots = new TurnSlots(needs.pools, this);
    this.backlog = new Backlog(needs, this);
    this.by = o.by;
    this.now = needs.now();
    this.at = new Date(this.now).toISOString();
  }

  /** The run as it is now in this turn; `run` is as it was at the begin. */
  get present(): RunRecord {
    return this.#run;
  }

  get progress(): Progress {
    return this.#run.progress;
  }

  /** True for a run whose values are sealed. */
  get isSealed(): boolean {
    return this.#run.seal !== undefined;
  }

  get isOver(): boolean {
    return isRunOver(this.#run.state);
  }

  node(name: string): DagNode {
    return nodeOf(this.plan, name);
  }

  /** Returns a step as it is now; undefined for one that is pending and of which nothing is known. */
  async step(node: string, item = 0): Promise<StepRecord | undefined> {
    const key = keyOf(node, item);
    if (this.#steps.has(key)) return this.#steps.get(key);
    const found = this.isNew ? undefined : await this.needs.rows.steps.get(this.#run.id, node, item, this.tx);
    this.#steps.set(key, found);
    return found;
  }

  /** Takes a step that was read by another query. Returns it as it is now. */
  adopt(step: StepRecord): StepRecord {
    const key = keyOf(step.node, step.item);
    const known = this.#steps.get(key);
    if (known) return known;
    this.#steps.set(key, step);
    return step;
  }

  /** Returns a step that is to be changed, made if it is not there. */
  async own(node: string, item = 0): Promise<StepRecord> {
    const known = await this.step(node, item);
    if (known) return known;
    const rank = this.plan.ranks.get(node) ?? 0;
    return { run: this.#run.id, node, item, generation: 1, state: 'pending', rank, since: this.at, detail: {} };
  }

  /** Changes a step. Members that are undefined are removed. @throws Error for a change that the table of states does not have */
  async change(step: StepRecord, given: StepChange): Promise<StepRecord> {
    const key = keyOf(step.node, step.item);
    const { detail, ...change } = this.isSealed ? await this.#quiet(given) : given;
    const { state = step.state } = change;
    if (state !== step.state && !mayStepChange(step.state, state))
      throw new Error(`step ${step.run}/${step.node} is ${step.state} and cannot become ${state}`);
    const after: StepRecord = {
      ...step,
      ...change,
      since: state === step.state ? step.since : this.at,
      detail: detail ? { ...step.detail, ...detail } : step.detail,
    };
    const known = this.#changed.get(key);
    if (known) known.after = after;
    else this.#changed.set(key, { before: this.#steps.get(key), after });
    this.#steps.set(key, after);
    if (state !== step.state || !this.#order.has(key)) this.#order.set(key, ++this.#clock);
    return after;
  }

  async #quiet({ detail, ...change }: StepChange): Promise<StepChange> {
    if (!detail) return change;
    const isError = detail.error !== undefined && change.reason !== undefined;
    return {
      ...change,
      ...(isError ? { reason: QUIET } : {}),
      detail: await quietDetail(detail, (value) => this.values.keep(value)),
    };
  }

  /** Returns an error as the run may store it: in a sealed run without its text. */
  async quiet(error: StoredError): Promise<StoredError> {
    return this.isSealed ? quietError(error, (value) => this.values.keep(value)) : error;
  }

  /** Returns a text of others as the run may tell it: in a sealed run not at all. */
  told(text: string): string {
    return this.isSealed ? QUIET : text;
  }

  /** Returns a text of a person as the run may store it. */
  said<T extends string | undefined>(text: T): Promise<T | string> {
    return this.needs.values.said(this.tx, this.#run, text);
  }

  /** Counts a ready step as launched. Its task or child run counts for `max-parallel`. */
  launched(step: StepRecord, { detail, ...change }: StepChange): Promise<StepRecord> {
    this.dispatched++;
    this.count({ waiting: -1, active: 1, live: 1 });
    return this.change(step, { reason: undefined, due: undefined, ...change, detail: { ...detail, live: true } });
  }

  changeRun(change: Partial<Omit<RunRecord, 'progress'>> & { readonly progress?: Partial<Progress> }): void {
    const { progress, ...rest } = change;
    this.#run = { ...this.#run, ...rest, ...(progress ? { progress: { ...this.#run.progress, ...progress } } : {}) };
  }

  /** Changes the state of the run. @throws Error for a change that the table of states does not have */
  become(state: RunState, reason?: string): void {
    if (!mayRunChange(this.#run.state, state))
      throw new Error(`run ${this.#run.id} is ${this.#run.state} and cannot become ${state}`);
    this.changeRun({ state, reason, ended: isRunOver(state) ? this.at : undefined });
    this.#order.set(RUN, ++this.#clock);
  }

  /** Adds to the counters of the run. */
  count(by: Partial<Readonly<Record<'open' | 'active' | 'live' | 'waiting', number>>>): void {
    const { open, active, live, waiting } = this.progress;
    this.changeRun({
      progress: {
        open: open + (by.open ?? 0),
        active: active + (by.active ?? 0),
        live: live + (by.live ?? 0),
        waiting: waiting + (by.waiting ?? 0),
      },
    });
  }

  /** Adds an entry to the journal that is no change of a state. */
  note(entry: Noted): void {
    this.#noted.push({ at: ++this.#clock, entry });
  }

  /** Returns the steps that this turn has changed, as they are now. */
  get changes(): readonly StepRecord[] {
    return [...this.#changed.values()].map(({ after }) => after);
  }

  /** Returns steps that have not ended. @param node only items of this node */
  async open(limit: number, node?: string): Promise<readonly StepRecord[]> {
    // Steps that have changed in this turn may be open in the database only: they must not take the place of others.
    const most = Math.min(limit + this.#changed.size, Number.MAX_SAFE_INTEGER);
    const stored = this.isNew ? [] : await this.needs.rows.steps.open(this.tx, this.#run.id, most, node);
    const found = new Set([...this.changes, ...stored.map((step) => this.adopt(step))]);
    const isWanted = (step: StepRecord) => node === undefined || (step.node === node && step.item > 0);
    return [...found].filter((step) => !isStepOver(step.state) && isWanted(step)).slice(0, limit);
  }

  /** Returns a page of the steps that had not ended before this turn, as they are now. @param after the last one before them */
  async openAfter(
    after: readonly [node: string, item: number] = ['', 0],
    limit: number,
  ): Promise<readonly StepRecord[]> {
    const stored = await this.needs.rows.steps.openAfter(this.tx, this.#run.id, after, limit);
    return stored.map((step) => this.adopt(step));
  }

  /** Returns all steps of nodes. */
  async nodes(): Promise<readonly StepRecord[]> {
    const stored = this.isNew ? [] : await this.needs.rows.steps.ofNodes(this.#run.id, this.tx);
    const known = this.changes.filter(({ item }) => item === 0);
    return [...new Set([...known, ...stored.map((step) => this.adopt(step))])];
  }

  /** Makes a pending step of another generation: the earlier one stays as it has ended. */
  renew({ node, item, rank }: StepRecord, generation: number): StepRecord {
    const run = this.#run.id;
    const after: StepRecord = { run, node, item, generation, state: 'pending', rank, since: this.at, detail: {} };
    this.#steps.set(keyOf(node, item), after);
    this.#changed.set(keyOf(node, item), { before: undefined, after });
    return after;
  }

  /** Returns the place of the last event of the node. */
  head(): Promise<number> {
    return this.needs.head(this.tx);
  }

  /** Says that more is to be done in another transaction. */
  goOnLater(): void {
    this.#ranOut = true;
  }

  get goesOnLater(): boolean {
    return this.#ranOut;
  }

  /** Stores what has changed. @returns the earliest time at which a step goes on by itself */
  async flush(): Promise<number | undefined> {
    const { rows } = this.needs;
    const changed = [...this.#changed.values()];
    this.needs.record(this.tx, { before: this.run, after: this.#run, plan: this.plan }, changed);
    const entries = this.#entries(changed);
    let { sequence, hash } = this.#run;
    const events = entries.map((entry) => {
      const event = chained(hash, { ...entry, sequence: ++sequence, at: this.at, by: this.by });
      hash = event.hash;
      return event;
    });
    this.changeRun({ sequence, hash });
    for (const { after } of changed) await rows.steps.put(this.tx, after);
    if (this.isNew) await rows.insert(this.tx, this.#run);
    else if (this.#run !== this.run) await rows.update(this.tx, this.#run);
    if (this.plan.pooled)
      for (const run of await this.needs.pools.passing(this.tx, this.run, this.#run)) this.woken.add(run);
    await rows.journal.add(this.tx, this.#run.id, events);
    const { definition } = this.#run;
    const groups = definition === undefined ? [] : this.needs.readersOf(definition);
    const stepOf = ({ node = '', item = 0 }: Noted) => this.#steps.get(keyOf(node, item));
    const told = noticesOf(this.#run, entries, groups, this.at, stepOf);
    if (told.length > 0) await this.needs.notify(this.tx, told);
    const dues = changed.flatMap(({ after }) => after.due ?? []);
    if (this.#run.deadline !== undefined && this.#run.deadline !== this.run.deadline) dues.push(this.#run.deadline);
    if (this.isNew && this.#run.deadline !== undefined) dues.push(this.#run.deadline);
    return dues.length === 0 ? undefined : Math.min(...dues);
  }

  /** Returns what the journal tells, in the order in which it happened. */
  #entries(changed: readonly Changed[]): readonly Noted[] {
    const { run } = this;
    const now = this.#run;
    const hasChanged = this.isNew || run.state !== now.state || run.reason !== now.reason;
    return [
      ...(hasChanged ? [{ at: this.#order.get(RUN) ?? 0, entry: runEntryOf(now) }] : []),
      ...this.#noted,
      ...changed.filter(hasNews).map(({ after }) => ({
        at: this.#order.get(keyOf(after.node, after.item)) ?? 0,
        entry: stepEntryOf(after),
      })),
    ]
      .toSorted((one, other) => one.at - other.at)
      .map(({ entry }) => entry);
  }
}

function keyOf(node: string, item: number): string {
  return item === 0 ? node : `${node}.${item}`;
}
