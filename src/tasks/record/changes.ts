/** Stores every change of a task: its row, events, notifications and reports in one transaction. */
import type { IrtfAgentNotifications, YangentTasksNotifications } from '../../generated/index.js';
import type { IrtfAgentProvider, YangentTasksProvider } from '../../generated/providers.js';
import type { NotifyAll, Shapes, Told } from '../../server/index.js';
import type { Tx } from '../../store/index.js';
import { withinAttempt } from './attempt.js';
import type { Clocks } from './clocks.js';
import type { Follow, Followers } from './followers.js';
import type { Places } from './places.js';
import type { Artifact, TaskDocument, TaskEvent, TaskRecord } from './record.js';
import { withoutContent } from './sealed.js';
import { isFinal, requireTransition, type TaskState } from './states.js';
import type { TaskRows } from './store.js';
import { TASK, taskValue } from './value.js';

export interface TaskChange {
  /** The new state; the state machine must allow the transition. Default: the state stays. */
  readonly state?: TaskState;
  /** Reason for the state; deleted at the next change of state. */
  readonly reason?: string;
  /** Text of the event. */
  readonly note?: string;
  /** The user or agent that caused it. */
  readonly by: string;
  /** Members of the document that change; undefined removes one. */
  readonly document?: Partial<TaskDocument>;
  readonly priority?: number;
  readonly deadline?: number | null;
  readonly attempt?: number;
  readonly leaseExpires?: number | null;
  /** The agent that executes it from now on. */
  readonly to?: string;
  /** Milliseconds that the accepted task waits before it can begin. */
  readonly delay?: number;
  /** Intermediate results to be notified with the change. */
  readonly news?: News;
}

/** An intermediate result that is notified to subscribers of the task. */
export interface News {
  readonly checkpoint?: string;
  readonly artifacts?: readonly Artifact[];
}

/** A view of tasks in memory; it is called after the commit of each change. */
export interface TaskView {
  /** @param before undefined when the change created the task */
  changed(task: TaskRecord, before: TaskRecord | undefined): void;
}

/** The queue of reports to subscribers. */
export interface ReportQueue {
  enqueueReport(
    tx: Tx,
    subscriber: { readonly id: string; readonly url: string },
    task: TaskRecord,
    condition: Condition,
  ): Promise<void>;
}

/** The content of `irtf-agent:condition-notifications`, and of a report to a subscriber. */
export type Condition = IrtfAgentNotifications['irtf-agent:condition-notifications'];

/** Makes the content of the notifications about a task. */
export interface TaskNotifications {
  taskChanged(
    task: TaskRecord,
    note: string | undefined,
    news?: News,
  ): YangentTasksNotifications['yangent-tasks:task-changed'];
  condition(task: TaskRecord, news?: News): Condition;
}

/** Both models have a notification for each change. */
type Models = YangentTasksProvider | IrtfAgentProvider;

export interface ChangesNeeds extends Clocks {
  readonly rows: TaskRows;
  readonly notify: NotifyAll<Models>;
  readonly notifications: TaskNotifications;
  readonly reports: ReportQueue;
  readonly followers: Followers;
  readonly places: Places;
  readonly shapes: Shapes;
}

/** A record after a change, and the change. */
interface Step {
  readonly task: TaskRecord;
  readonly change: TaskChange;
}

export class TaskChanges {
  readonly #views: TaskView[] = [];

  constructor(private readonly needs: ChangesNeeds) {}

  /** See `Follow`. */
  get follow(): Follow {
    return this.needs.followers.follow;
  }

  /** Keeps a view up to date from now on. */
  show(view: TaskView): void {
    this.#views.push(view);
  }

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
    this.needs.shapes.require(TASK, taskValue(last));
    await this.needs.rows.insert(tx, last);
    await this.#tell(tx, [{ task: created, change: { by } }, ...steps]);
    return this.#stored(tx, undefined, last);
  }

  /**
   * Changes a task. Each change is an event of its own; all are stored together.
   *
   * @throws RpcError `invalid-value` when the task could not be read any more.
   * @throws RpcError `bad-transition` when the state machine does not allow it.
   */
  async apply(tx: Tx, task: TaskRecord, ...changes: readonly TaskChange[]): Promise<TaskRecord> {
    const steps = this.#steps(task, changes);
    const last = steps.at(-1)?.task ?? task;
    this.#requireReadable(task, last);
    await this.needs.rows.update(tx, task, last);
    await this.#tell(tx, steps);
    return this.#stored(tx, task, last);
  }

  /** Refuses a change that makes a task unreadable. A task that is unreadable already may change, so that it can end. */
  #requireReadable(before: TaskRecord, after: TaskRecord): void {
    const value = taskValue(after);
    if (!this.needs.shapes.fits(TASK, value) && this.needs.shapes.fits(TASK, taskValue(before)))
      this.needs.shapes.require(TASK, value);
  }

  /** Calls views and followers after a change. Returns the task as it is stored then. */
  #stored(tx: Tx, before: TaskRecord | undefined, task: TaskRecord): Promise<TaskRecord> {
    tx.afterCommit(() => {
      for (const view of this.#views) view.changed(task, before);
    });
    return this.needs.followers.changed(tx, before, task);
  }

  /** Stores that an executor is alive, without event or notification. */
  async heartbeat(
    tx: Tx,
    task: TaskRecord,
    change: Pick<TaskChange, 'document' | 'leaseExpires'>,
  ): Promise<TaskRecord> {
    const record = this.#changed(task, { ...change, by: task.to }, task.sequence);
    await this.needs.rows.update(tx, task, record);
    this.needs.followers.stored(tx, record);
    return record;
  }

  /** Reports the present state of the task to one subscriber that subscribed after its last change. */
  async report(tx: Tx, task: TaskRecord, { id, url }: { readonly id: string; readonly url?: string }): Promise<void> {
    if (url === undefined) return;
    const { task: told } = toldOf({ task, change: { by: task.to } });
    await this.needs.reports.enqueueReport(tx, { id, url }, told, this.needs.notifications.condition(told));
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
    const now = this.needs.now();
    const held = withinAttempt(this.needs, document, {
      leaseExpires: ends ? undefined : chosen(change.leaseExpires, task.leaseExpires),
      begins: moves && state === 'running',
    });
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
      leaseExpires: held.leaseExpires,
      place: state !== 'accepted' ? undefined : moves ? this.needs.places.next() : task.place,
      notBefore: state !== 'accepted' ? undefined : moves ? this.#after(change.delay) : task.notBefore,
      ended: ends ? (task.ended ?? now) : undefined,
      document:
        ends || (moves && state !== 'input-required') ? { ...held.document, inputRequest: undefined } : held.document,
    };
  }

  /** Returns the end of a pause that begins now. */
  #after(delay: number | undefined): number | undefined {
    return delay ? this.needs.steady() + delay : undefined;
  }

  async #tell(tx: Tx, steps: readonly Step[]): Promise<void> {
    const last = steps.at(-1)?.task;
    if (!last) return;
    const told = steps.map(toldOf);
    await this.needs.rows.addEvents(tx, last.id, told.map(eventOf));
    const notified = told.map((step) => this.#notificationsOf(step));
    await this.needs.notify(
      tx,
      notified.flatMap(({ events }) => events),
    );
    for (const { task, condition } of notified) {
      for (const { id, url } of task.document.subscriptions)
        if (url !== undefined) await this.needs.reports.enqueueReport(tx, { id, url }, task, condition);
    }
  }

  #notificationsOf({ task, change: { note, news } }: Step) {
    const { notifications } = this.needs;
    const audience = { agents: [task.from, task.to], users: [task.owner] };
    const condition = notifications.condition(task, news);
    const change = notifications.taskChanged(task, note, news);
    const events: readonly Told<Models>[] = [
      { name: 'yangent-tasks:task-changed', value: change, time: task.changed, audience },
      { name: 'irtf-agent:condition-notifications', value: condition, time: task.changed, audience },
    ];
    return { task, condition, events };
  }
}

/** Returns a step as events, notifications and reports tell it: of a sealed task its structure only. */
function toldOf({ task, change }: Step): Step {
  if (task.document.seal === undefined) return { task, change };
  const { checkpoint } = change.news ?? {};
  return {
    task: withoutContent(task),
    change: { by: change.by, ...(checkpoint === undefined ? {} : { news: { checkpoint } }) },
  };
}

function eventOf({ task, change: { note, by } }: Step): TaskEvent {
  const { changed: at, sequence, state } = task;
  return { sequence, at, state, percent: task.document.percent, note, by };
}

/** Returns a number after a change that sets it, leaves it (undefined) or removes it (null). */
function chosen(change: number | null | undefined, before: number | undefined): number | undefined {
  return change === undefined ? before : (change ?? undefined);
}
