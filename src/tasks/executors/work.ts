/** The operations on tasks for the executors of rooms above this one. */
import { modelText } from '../../data/index.js';
import type { Tx } from '../../store/index.js';
import {
  beginWaiting,
  complete,
  fail,
  nextAttempt,
  type ProgressReport,
  reportProgress,
  requestInput,
} from '../execution/execution.js';
import { cancel, resume, suspend } from '../execution/steering.js';
import type { Artifact, Quality, TaskError, TaskRecord } from '../record/record.js';
import { isFinal, type TaskState, TRANSITIONS } from '../record/states.js';
import { Attempt } from './attempt.js';
import type { LaneNeeds } from './lanes.js';

/**
 * Functions with a transaction return the stored task. Characters of notes and errors that YANG strings do not have are replaced: a
 * program's own words may be passed on.
 *
 * @throws RpcError app-tag `bad-transition` when the state forbids the change
 */
export interface TaskWork {
  /** Returns the current attempt. The executor changes the task through it, and is refused once the attempt is over. */
  attempt(task: TaskRecord): Attempt;
  /**
   * Begins the next tasks that wait for the agent, at most `most`; calls `Executor.begin` for each. Begins none while execution is
   * halted.
   */
  beginWaiting(tx: Tx, agent: string, most: number): Promise<readonly TaskRecord[]>;
  /** Lists tasks of the agent in a state that is not final, oldest first, after the identifier `after`. */
  inState(
    state: TaskState,
    o: { readonly to: string; readonly limit: number; readonly after?: string },
  ): Promise<readonly TaskRecord[]>;
  reportProgress(tx: Tx, task: TaskRecord, report: ProgressReport): Promise<TaskRecord>;
  /** Requests input from the assigner. @param schema JSON Schema of the answer */
  requestInput(tx: Tx, task: TaskRecord, required: string, schema?: string): Promise<TaskRecord>;
  /** @param quality measures of the result */
  complete(
    tx: Tx,
    task: TaskRecord,
    artifacts: readonly Artifact[],
    note?: string,
    quality?: readonly Quality[],
  ): Promise<TaskRecord>;
  /** Completes a task by a result that came while it waited or was suspended: it runs, and ends. */
  conclude(tx: Tx, task: TaskRecord, artifacts: readonly Artifact[]): Promise<TaskRecord>;
  /** Returns a task. */
  get(tx: Tx, id: string): Promise<TaskRecord | undefined>;
  /**
   * Returns tasks of an assigner by its name for them, the `task-id`, which another node has with a number behind (`ID.1`). At most
   * `MOST_NAMED`.
   */
  named(tx: Tx, from: string, name: string): Promise<readonly TaskRecord[]>;
  /** Cancels a task. A task that has ended stays as it is. @param by user or agent */
  cancel(tx: Tx, id: string, by: string, reason: string): Promise<TaskRecord | undefined>;
  /** Suspends a task, if it is in a state that allows this. */
  suspend(tx: Tx, id: string, by: string, reason: string): Promise<TaskRecord | undefined>;
  /** Resumes a suspended task, unless stop-all or its executor has suspended it. */
  resume(tx: Tx, id: string, by: string): Promise<TaskRecord | undefined>;
  /** Ends the attempt: by its policy and the error, the task is tried again, goes to another agent, or fails. */
  fail(tx: Tx, task: TaskRecord, error: TaskError): Promise<TaskRecord>;
  /** Puts a running task back into the queue. This does not count as a failure. */
  nextAttempt(tx: Tx, task: TaskRecord, reason: string): Promise<TaskRecord>;
}

/** Tasks of one name: more than an assigner that follows its own retry policy makes. */
const MOST_NAMED = 64;

export function taskWork(needs: LaneNeeds): TaskWork {
  return {
    attempt: (task) => new Attempt(needs, task, needs.log.child({ agent: task.to, task: task.id })),
    beginWaiting: (tx, agent, most) => beginWaiting(needs, tx, agent, most),
    inState: (state, o) => needs.rows.inState(state, o),
    reportProgress: (tx, task, report) => reportProgress(needs, tx, task, report),
    requestInput: (tx, task, required, schema) => requestInput(needs, tx, task, modelText(required), schema),
    get: (tx, id) => needs.rows.get(id, tx),
    named: (tx, from, name) => needs.rows.named(from, name, MOST_NAMED, tx),
    cancel: async (tx, id, by, reason) => {
      const task = await needs.rows.get(id, tx);
      return task && !isFinal(task.state) ? cancel(needs, tx, task, by, { text: modelText(reason) }) : task;
    },
    suspend: async (tx, id, by, reason) => {
      const task = await needs.rows.get(id, tx);
      const may = task && TRANSITIONS[task.state].includes('suspended');
      return may ? suspend(needs, tx, task, by, { text: modelText(reason) }) : task;
    },
    resume: async (tx, id, by) => {
      const task = await needs.rows.get(id, tx);
      const { halted, suspendedByExecutor } = task?.document ?? {};
      return task?.state === 'suspended' && !halted && !suspendedByExecutor ? resume(needs, tx, task, by) : task;
    },
    complete: (tx, task, artifacts, note, quality) =>
      complete(needs, tx, task, { artifacts, note: note && modelText(note), quality }),
    conclude: (tx, task, artifacts) => complete(needs, tx, task, { artifacts }, ['accepted', 'suspended']),
    fail: (tx, task, error) => fail(needs, tx, task, sayable(error)),
    nextAttempt: (tx, task, reason) => nextAttempt(needs, tx, task, modelText(reason)),
  };
}

/** Replaces characters that the models do not have: an error must not be refused for the words of a foreign program. */
function sayable({ code, message, diagnostic, recovery }: TaskError): TaskError {
  return {
    code: modelText(code),
    message: modelText(message),
    ...(diagnostic === undefined ? {} : { diagnostic: modelText(diagnostic) }),
    recovery: recovery.map(modelText),
  };
}
