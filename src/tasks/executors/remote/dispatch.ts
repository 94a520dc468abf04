/** What the other node is to know a task by, stored before it is told anything. */
import { shownAgent } from '../../../agents/index.js';
import type { Dispatch, TaskDocument, TaskRecord } from '../../record/record.js';
import { TaskFailure } from '../../skill/agent.js';
import type { RemoteNeeds } from './needs.js';

export interface Dispatched {
  readonly dispatch: Dispatch;
  /** The other node cannot have been told of it before. */
  readonly isNew: boolean;
  /** What is to be stored; absent where it is stored already. */
  readonly document?: Pick<TaskDocument, 'dispatch' | 'dispatches'>;
}

/** @throws TaskFailure executor-lost when the agent does not live on another node any more */
export function dispatchOf({ directory }: Pick<RemoteNeeds, 'directory'>, task: TaskRecord): Dispatched {
  const address = directory.get(task.to)?.remote;
  if (!address)
    throw new TaskFailure('executor-lost', `agent "${shownAgent(task.to)}" is no longer configured as remote`);
  const { dispatch: known, dispatches = 0 } = task.document;
  if (known?.agent === task.to) {
    const dispatch = { ...known, address };
    const isStored = JSON.stringify(known) === JSON.stringify(dispatch);
    return { dispatch, isNew: false, ...(isStored ? {} : { document: { dispatch, dispatches } }) };
  }
  const dispatch = { agent: task.to, taskId: `${task.id}.${dispatches + 1}`, address, rounds: roundsBefore(task) };
  return { dispatch, isNew: true, document: { dispatch, dispatches: dispatches + 1 } };
}

/** What was said to others, or about an earlier task there, is not said again. */
function roundsBefore({ from, to, document: { rounds, dispatches = 0 } }: TaskRecord): number {
  const isFirst = dispatches === 0 && rounds.every(({ by }) => by === from || by === to);
  return isFirst ? 0 : rounds.length;
}
