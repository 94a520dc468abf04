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
import type { Artifact, TaskError, TaskRecord } from '../record/record.js';
import type { TaskState } from '../record/states.js';
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
  complete(tx: Tx, task: TaskRecord, artifacts: readonly Artifact[], note?: string): Promise<TaskRecord>;
  /** Ends the attempt: by its policy and the error, the task is tried again, goes to another agent, or fails. */
  fail(tx: Tx, task: TaskRecord, error: TaskError): Promise<TaskRecord>;
  /** Puts a running task back into the queue. This does not count as a failure. */
  nextAttempt(tx: Tx, task: TaskRecord, reason: string): Promise<TaskRecord>;
}

export function taskWork(needs: LaneNeeds): TaskWork {
  return {
    attempt: (task) => new Attempt(needs, task, needs.log.child({ agent: task.to, task: task.id })),
    beginWaiting: (tx, agent, most) => beginWaiting(needs, tx, agent, most),
    inState: (state, o) => needs.rows.inState(state, o),
    reportProgress: (tx, task, report) => reportProgress(needs, tx, task, report),
    requestInput: (tx, task, required, schema) => requestInput(needs, tx, task, modelText(required), schema),
    complete: (tx, task, artifacts, note) => complete(needs, tx, task, artifacts, note && modelText(note)),
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
