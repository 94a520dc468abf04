/** The identity of a task on the other node, stored before any message about it is sent. */
import { type AgentRecord, type RemoteAddress, shownAgent } from '../../../agents/index.js';
import type { Dispatch, TaskDocument, TaskRecord } from '../../record/record.js';
import { TaskFailure } from '../../skill/agent.js';
import type { RemoteNeeds } from './needs.js';

export interface Dispatched {
  readonly dispatch: Dispatch;
  /** True when the other node cannot know the task yet. */
  readonly isNew: boolean;
  /** The members to be stored; absent when they are stored already. */
  readonly document?: Pick<TaskDocument, 'dispatch' | 'dispatches'>;
}

/** Returns the dispatch of a task. @throws TaskFailure executor-lost when the agent is no longer configured as remote */
export function dispatchOf({ directory }: Pick<RemoteNeeds, 'directory'>, task: TaskRecord): Dispatched {
  const address = addressFor(directory.get(task.to), task.from, directory.get(task.from));
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

/**
 * Returns the address at which the agent gets tasks of this assigner. To another domain, the assigner is of the domain of this node, unless it is of a third one, whose task is passed on.
 */
function addressFor(
  agent: AgentRecord | undefined,
  from: string,
  assigner: Pick<AgentRecord, 'foreign'> | undefined,
): RemoteAddress | undefined {
  const { remote, foreign } = agent ?? {};
  if (!remote || !foreign) return remote;
  return { ...remote, as: assigner?.foreign ? from : `${from}@${foreign.ourDomain}` };
}

/** Counts the rounds that do not concern the dispatch: rounds with other agents, or about an earlier task there. */
function roundsBefore({ from, to, document: { rounds, dispatches = 0 } }: TaskRecord): number {
  const isFirst = dispatches === 0 && rounds.every(({ by }) => by === from || by === to);
  return isFirst ? 0 : rounds.length;
}
