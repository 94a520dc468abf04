/** Every change of a task goes through here: one transaction with its row, its event, the notifications and the reports owed. */
import type { EventLog } from '../events/index.js';
import type { Tx } from '../store/index.js';
import type { Reports } from './delivery/reports.js';
import { isFinal, requireTransition, type TaskState } from './life/states.js';
import type { TaskDocument, TaskRecord } from './record.js';
import type { TaskRows } from './store.js';
import { conditionNotification, taskChanged } from './value.js';
import type { TaskWatch } from './watch.js';
import type { TaskWorkload } from './workload.js';

export interface TaskChange {
  /** The next state; the same state when absent. */
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
}

export class TaskChanges {
  constructor(
    private readonly rows: TaskRows,
    private readonly events: EventLog,
    private readonly reports: Reports,
    private readonly watch: TaskWatch,
    private readonly workload: TaskWorkload,
    private readonly now: () => number,
  ) {}

  /** Stores a new task as its event number 1. */
  async create(tx: Tx, task: Omit<TaskRecord, 'version' | 'sequence' | 'changed'>, by: string): Promise<TaskRecord> {
    const record: TaskRecord = { ...task, changed: task.created, version: 1, sequence: 1 };
    await this.rows.insert(tx, record);
    await this.#tell(tx, record, { by });
    tx.afterCommit(() => this.workload.changed(record, undefined));
    return record;
  }

  /** @throws RpcError `bad-transition` when the state machine does not have the step. */
  async apply(tx: Tx, task: TaskRecord, change: TaskChange): Promise<TaskRecord> {
    const record = this.#changed(task, change, task.sequence + 1);
    await this.rows.update(tx, record);
    await this.#tell(tx, record, change);
    tx.afterCommit(() => this.workload.changed(record, task));
    return record;
  }

  /** Notes that an executor is alive: no event, nobody is told. */
  async heartbeat(
    tx: Tx,
    task: TaskRecord,
    change: Pick<TaskChange, 'document' | 'leaseExpires'>,
  ): Promise<TaskRecord> {
    const record = this.#changed(task, { ...change, by: task.to }, task.sequence);
    await this.rows.update(tx, record);
    return record;
  }

  /** Reports the task as it is to one subscriber, who came too late for any change. */
  async report(tx: Tx, task: TaskRecord, { id, url }: { readonly id: string; readonly url?: string }): Promise<void> {
    if (url !== undefined) await this.reports.owe(tx, { id, url }, task, conditionNotification(task));
  }

  #changed(task: TaskRecord, change: TaskChange, sequence: number): TaskRecord {
    const { state = task.state } = change;
    const moves = change.state !== undefined && change.state !== task.state;
    if (moves) requireTransition(task, state);
    const document = {
      ...task.document,
      ...change.document,
      ...(moves || change.reason !== undefined ? { reason: change.reason } : {}),
    };
    const ends = isFinal(state);
    return {
      ...task,
      state,
      sequence,
      version: task.version + 1,
      changed: new Date(this.now()).toISOString(),
      priority: change.priority ?? task.priority,
      attempt: change.attempt ?? task.attempt,
      deadline: ends ? undefined : chosen(change.deadline, task.deadline),
      leaseExpires: ends ? undefined : chosen(change.leaseExpires, task.leaseExpires),
      document: ends || (moves && state !== 'input-required') ? { ...document, inputRequest: undefined } : document,
    };
  }

  async #tell(tx: Tx, task: TaskRecord, { note, by }: Pick<TaskChange, 'note' | 'by'>): Promise<void> {
    const { changed: at, sequence, state } = task;
    await this.rows.addEvent(tx, task.id, { sequence, at, state, percent: task.document.percent, note, by });
    const audience = { agents: [task.from, task.to], users: [task.owner] };
    const condition = conditionNotification(task);
    const change = taskChanged(task, note ?? task.document.note);
    await this.events.append(
      tx,
      { name: 'yangent-tasks:task-changed', value: change, time: at, audience },
      { name: 'irtf-agent:condition-notifications', value: condition, time: at, audience },
    );
    for (const subscription of task.document.subscriptions) {
      if (subscription.url === undefined) continue;
      await this.reports.owe(tx, { id: subscription.id, url: subscription.url }, task, condition);
    }
    tx.afterCommit(() => this.watch.changed(task));
  }
}

/** A number that a change sets, leaves (undefined) or removes (null). */
function chosen(change: number | null | undefined, before: number | undefined): number | undefined {
  return change === undefined ? before : (change ?? undefined);
}
