/** The assigner's side of tasks for rooms above this one, in transactions of their own. */
import type { AgentRecord, Discovery } from '../../agents/index.js';
import type { YangentTasksProvider } from '../../generated/providers.js';
import type { Call } from '../../server/index.js';
import type { Tx } from '../../store/index.js';
import { receiver, sender } from '../parties.js';
import type { Enclosure } from '../record/enclosure.js';
import type { TaskRecord } from '../record/record.js';
import { type Assignment, type AssignmentNeeds, assign } from './assign.js';
import { MOST_CANDIDATES } from './reassign.js';
import { subscription as checkedSubscription, type SubscriptionNeeds } from './subscribe.js';

export type AssignInput = YangentTasksProvider['rpcs']['assign']['input'];

export interface OrderNeeds extends AssignmentNeeds, SubscriptionNeeds {
  readonly discovery: Discovery;
}

export interface OrderOptions {
  /** The agents that `input.discover` has found, the best first. */
  readonly candidates?: Assignment['to'];
  /** The key of the task. Default: one of its identifier. */
  readonly key?: string;
  /** Seconds for which an executor that claims the task may be silent at most. */
  readonly silence?: number;
  /** The content key with which the content of the task is stored encrypted. Default: in clear. */
  readonly seal?: string;
  /** Sensitivity of its content. Default: internal. */
  readonly sensitivity?: Assignment['sensitivity'];
  /** True: what is delegated lies within grants that the caller has given to the agent before. */
  readonly explicit?: boolean;
  /** A context item that is made with the task, for its agent. */
  readonly enclosure?: Enclosure;
}

/** Assigns tasks in the transaction of another room. */
export interface TaskOrders {
  /**
   * Assigns a task, which begins in this transaction if a place of its agent is free.
   *
   * @param input was admitted by the server for this call
   * @throws RpcError as yangent-tasks:assign
   */
  assign(tx: Tx, call: Call, input: AssignInput, o?: OrderOptions): Promise<TaskRecord>;
  /** Finds the agents that a query means. @throws RpcError data-missing when there are none */
  candidates(query: NonNullable<AssignInput['discover']>, call: Call): Promise<Assignment['to']>;
}

export function taskOrders(needs: OrderNeeds): TaskOrders {
  return {
    candidates: (query, call) => candidates(needs, query, call),
    assign: async (tx, call, input, { candidates: found, ...own } = {}) => {
      const assignment = assignmentOf(needs, input, call, found);
      const [{ id }] = assignment.to;
      const place = needs.executors.of(id).reserve(id);
      if (place && place !== 'unlimited') {
        tx.afterCommit(() => place.release());
        tx.afterRollback(() => place.release());
      }
      return assign(needs, tx, call, { ...assignment, ...own, place });
    },
  };
}

/** Finds the agents that a query means. @throws RpcError data-missing when there are none */
export async function candidates(
  { discovery }: Pick<OrderNeeds, 'discovery'>,
  query: NonNullable<AssignInput['discover']>,
  call: Call,
): Promise<Assignment['to']> {
  const {
    matches: [best, ...others],
  } = await discovery.find(query, call, { limit: 1 + MOST_CANDIDATES });
  if (best) return [best.agent, ...others.map(({ agent }): AgentRecord => agent)];
  return call.fail({
    tag: 'data-missing',
    message:
      'no agent that is online and that you may find meets the query; yangent-agents:discover shows whom a query finds',
  });
}

/**
 * Returns the assignment that an input means.
 *
 * @param found the agents that `input.discover` has found
 * @throws RpcError for agents that are unknown, or for which the caller may not speak
 */
export function assignmentOf(
  needs: OrderNeeds,
  input: AssignInput,
  call: Call,
  found?: Assignment['to'],
): Omit<Assignment, 'place'> {
  const {
    'task-id': taskId,
    from,
    to: named,
    discover,
    wait: _,
    verification,
    subscription,
    delegate,
    ...description
  } = input;
  const assigner = sender(call, needs.directory, from, 'from');
  return {
    from: assigner,
    to: found ?? [receiver(call, needs.directory, named, 'to', assigner)],
    query: discover,
    taskId,
    ...(delegate ? { delegate } : {}),
    description: inOurWords(description, assigner),
    verification: { wanted: verification.wanted, ...(verification.automatic ? { automatic: true } : {}) },
    subscription: subscription && checkedSubscription(needs, subscription, call.user),
  };
}

/** Returns the description with the word of this node for the skill, when an agent of another node names it. */
function inOurWords<D extends { readonly type?: string }>(description: D, { foreign }: AgentRecord): D {
  const { type } = description;
  return foreign && type !== undefined ? { ...description, type: foreign.ours(type) } : description;
}
