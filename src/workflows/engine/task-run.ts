/** A run that executes a task of a coordinator. */
import { isObject, RpcError } from '../../data/index.js';
import type { Tx } from '../../store/index.js';
import { newId, type TaskRecord, type TaskWork } from '../../tasks/index.js';
import { errorOf, failure } from '../course/failure.js';
import type { Door } from '../course/needs.js';
import { fromAbove } from './above.js';
import { begin, newRun } from './begin.js';
import type { Definitions } from './definitions.js';
import type { Engine } from './engine.js';

export interface TaskRunNeeds {
  readonly definitions: Definitions;
  readonly engine: Engine;
  readonly door: Door;
  readonly work: Pick<TaskWork, 'fail'>;
  readonly isUser: (name: string) => boolean;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

const NEVER = new AbortController().signal;

/** Begins a run for a task, with the rights of the user for whom it was assigned. The task fails when there can be none. */
export async function beginForTask(needs: TaskRunNeeds, tx: Tx, task: TaskRecord): Promise<void> {
  const { input } = task.document.description;
  const { definition, input: given = {} } = isObject(input) ? input : {};
  try {
    if (typeof definition !== 'string') throw refused('the input names no definition');
    needs.definitions.requireRunner(definition, needs.door.call({ user: task.owner, agent: task.to }, NEVER));
    const { number, digest, version } = await needs.definitions.content(definition, {}, tx);
    const run = newRun(needs.now(), {
      ...{ id: newId(needs.now()), definition, digest, version, revision: number, input: given },
      ...{ coordinator: task.to, initiator: task.owner, task: task.id },
      ...(await fromAbove(needs, task, tx)),
      ...(task.deadline === undefined ? {} : { deadline: task.deadline }),
    });
    await needs.engine.in(tx).on(run, task.from, (turn) => begin(turn, given));
  } catch (thrown) {
    const error = errorOf(thrown);
    if (!error) throw thrown;
    await needs.work.fail(tx, task, failure(error.code, error.message));
  }
}

function refused(message: string): RpcError {
  return new RpcError({ type: 'application', tag: 'invalid-value', appTag: 'invalid-input', message });
}
