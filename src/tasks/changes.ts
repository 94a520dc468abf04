/** Every change of a task goes through here: one transaction with its row, its events, the notifications and the reports owed. */
import type { EventInput, EventLog } from '../events/index.js';
import type { Shapes } from '../server/index.js';
import type { Tx } from '../store/index.js';
import type { TaskContext } from './context.js';
import type { Reports } from './delivery/reports.js';
import { isFinal, requireTransition, type TaskState } from './life/states.js';
import type { Places } from './places.js';
import type { Artifact, TaskDocument, TaskEvent, TaskRecord } from './record.js';
import type { TaskRows } from './store.js';
import { conditionNotification, TASK, taskChanged, taskValue } from './value.js';
import type { TaskWatch } from './watch.js';

export interface TaskChange {
  /** The state to which the task moves, which the state machine must have; absent: it stays where it is. */
  readonly state?: TaskState;
  /** Why the task is in its state; forgotten at the next change of state. */
  readonly reason?: string;
  /** What happened. */
  readonly note?: string;
  /** Who caused it: a user or an agent. */
  readonly by: string;
  /** Members of the document that change; undefined removes one. */
  readonly document?: Partial<TaskDocument>;
  readonly priority?: number;
  readonly deadline?: number | null;
  readonly attempt?: number;
  readonly leaseExpires?: number | null;
  /** The agent that executes it from now on. */
  readonly to?: string;
  /** Milliseconds that it waits, once accepted, before it is given out. */
  readonly delay?: number;
  /** What came with the change, to be told with it. */
  readonly news?: News;
}

/** An intermediate result, told to those who follow the task. */
export interface News {
  readonly checkpoint?: string;
  readonly artifacts?: readonly Artifact[];
}

/** Counts tasks by the changes of them that were committed. */
export interface TaskCounter {
  changed(task: TaskRecord, before: TaskRecord | undefined): void;
}

/** A record after a change, and the change. */
interface Step {
  readonly task: TaskRecord;
  readonly change: TaskChange;
}

export class TaskChanges {
  constructor(
    private readonly rows: TaskRows,
    private readonly events: EventLog,
    private readonly reports: Reports,
    private readonly watch: TaskWatch,
    private readonly counters: readonly TaskCounter[],
    private readonly clocks: Pick<TaskContext, 'now' | 'steady'>,
    private readonly places: Places,
    private readonly shapes: Shapes,
    /** What is to be done in the same transaction when a task has ended without being completed. */
    private readonly broken: (tx: Tx, task: TaskRecord) => Promise<void>,
    /** What is to be done in the same transaction when a task changes that another node executes. */
    private readonly steered: (tx: Tx, before: TaskRecord, task: TaskRecord) => Promise<void>,
  ) {}

  /** Stores a new task as its event number 1, with the changes that follow at once as further events. */
  async create(
    tx: Tx,
    task: Omit<TaskRecord, 'version' | 'sequence' | 'changed'>,
    by: string,
    ...changes: readonly TaskChange[]
  ): Promise<TaskRecord> {
    const created: TaskRecord = { ...task, changed: task.created, version: 1, sequence: 1 };
    const steps = this.#steps(created, changes);
    const last = steps.at(-1)?.task ?? created;
    this.shapes.require(TASK, taskValue(last));
    await this.rows.insert(tx, last);
    const all = [{ task: created, change: { by } }, ...steps];
    await this.#tell(tx, all);
    this.#count(tx, undefined, all);
    return last;
  }

  /**
   * Changes a task; each change is an event of its own, all are stored together.
   *
   * @throws RpcError `invalid-value` when the task could not be read any more.
   * @throws RpcError `bad-transition` when the state machine does not have the step.
   */
  async apply(tx: Tx, task: TaskRecord, ...changes: readonly TaskChange[]): Promise<TaskRecord> {
    const steps = this.#steps(task, changes);
    const last = steps.at(-1)?.task ?? task;
    this.#requireReadable(task, last);
    await this.rows.update(tx, task, last);
    await this.#tell(tx, steps);
    this.#count(tx, task, steps);
    if (isFinal(last.state) && last.state !== 'completed') await this.broken(tx, last);
    if (task.document.dispatch) await this.steered(tx, task, last);
    return last;
  }

  /** A task of an earlier version of the node that cannot be read goes on all the same, so that it can come to its end. */
  #requireReadable(before: TaskRecord, after: TaskRecord): void {
    const value = taskValue(after);
    if (!this.shapes.fits(TASK, value) && this.shapes.fits(TASK, taskValue(before))) this.shapes.require(TASK, value);
  }

  /** Has the steps counted, once they are committed. */
  #count(tx: Tx, before: TaskRecord | undefined, steps: readonly Step[]): void {
    tx.afterCommit(() => {
      let earlier = before;
      for (const { task } of steps) {
        for (const counter of this.counters) counter.changed(task, earlier);
        earlier = task;
      }
    });
  }

  /** Notes that an executor is alive: no event, nobody is told. */
  async heartbeat(
    tx: Tx,
    task: TaskRecord,
    change: Pick<TaskChange, 'document' | 'leaseExpires'>,
  ): Promise<TaskRecord> {
    const record = this.#changed(task, { ...change, by: task.to }, task.sequence);
    await this.rows.update(tx, task, record);
    return record;
  }

  /** Reports the task as it is to one subscriber, who came too late for any change. */
  async report(tx: Tx, task: TaskRecord, { id, url }: { readonly id: string; readonly url?: string }): Promise<void> {
    if (url !== undefined) await this.reports.owe(tx, { id, url }, task, conditionNotification(task));
  }

  #steps(before: TaskRecord, changes: readonly TaskChange[]): readonly Step[] {
    const steps: Step[] = [];
    let task = before;
    for (const change of changes) {
      task = this.#changed(task, change, task.sequence + 1);
      steps.push({ task, change });
    }
    return steps;
  }

  #changed(task: TaskRecord, change: TaskChange, sequence: number): TaskRecord {
    const { state = task.state } = change;
    const moves = change.state !== undefined;
    if (moves) requireTransition(task, state);
    const document = {
      ...task.document,
      ...change.document,
      ...(moves || change.reason !== undefined ? { reason: change.reason } : {}),
    };
    const ends = isFinal(state);
    const now = this.clocks.now();
    return {
      ...task,
      state,
      sequence,
      to: change.to ?? task.to,
      version: task.version + 1,
      changed: new Date(now).toISOString(),
      priority: change.priority ?? task.priority,
      attempt: change.attempt ?? task.attempt,
      deadline: ends ? undefined : chosen(change.deadline, task.deadline),
      leaseExpires: ends ? undefined : chosen(change.leaseExpires, task.leaseExpires),
      place: state !== 'accepted' ? undefined : moves ? this.places.next() : task.place,
      notBefore: state !== 'accepted' ? undefined : moves ? this.#after(change.delay) : task.notBefore,
      ended: ends ? (task.ended ?? now) : undefined,
      document: ends || (moves && state !== 'input-required') ? { ...document, inputRequest: undefined } : document,
    };
  }

  /** The end of a pause that begins now. */
  #after(delay: number | undefined): number | undefined {
    return delay ? this.clocks.steady() + delay : undefined;
  }

  async #tell(tx: Tx, steps: readonly Step[]): Promise<void> {
    const last = steps.at(-1)?.task;
    if (!last) return;
    await this.rows.addEvents(tx, last.id, steps.map(eventOf));
    const notified = steps.map(notificationsOf);
    await this.events.append(tx, ...notified.flatMap(({ events }) => events));
    for (const { task, condition } of notified) {
      for (const { id, url } of task.document.subscriptions)
        if (url !== undefined) await this.reports.owe(tx, { id, url }, task, condition);
    }
    tx.afterCommit(() => this.watch.changed(last));
  }
}

function eventOf({ task, change: { note, by } }: Step): TaskEvent {
  const { changed: at, sequence, state } = task;
  return { sequence, at, state, percent: task.document.percent, note, by };
}

function notificationsOf({ task, change: { note, news } }: Step) {
  const audience = { agents: [task.from, task.to], users: [task.owner] };
  const condition = conditionNotification(task, news);
  const change = taskChanged(task, note, news);
  const events: readonly EventInput[] = [
    { name: 'yangent-tasks:task-changed', value: change, time: task.changed, audience },
    { name: 'irtf-agent:condition-notifications', value: condition, time: task.changed, audience },
  ];
  return { task, condition, events };
}

/** A number that a change sets, leaves (undefined) or removes (null). */
function chosen(change: number | null | undefined, before: number | undefined): number | undefined {
  return change === undefined ? before : (change ?? undefined);
}
