/** The door through which runs of workflows act: that of every client, for the initiator of the run. */
import { withoutAbsent } from '../../data/rfc7951/members.js';
import type { Tx } from '../../store/index.js';
import type { AssignInput, NegotiateInput, Tasks } from '../../tasks/index.js';
import { type Actor, type Door, type StartInput, withoutTry } from '../../workflows/index.js';
import { caller } from '../local.js';
import type { Late } from './concepts.js';

export const ASSIGN = 'yangent-tasks:assign';
export const START = 'yangent-workflows:start';

const NEGOTIATE = 'yangent-tasks:negotiate';

/** The inputs of the operations that runs ask for. */
interface Inputs {
  readonly [ASSIGN]: AssignInput;
  readonly [NEGOTIATE]: NegotiateInput;
  readonly [START]: StartInput;
}

export function workflowDoor(late: Late, tasks: Pick<Tasks, 'orders' | 'ask'>): Door {
  const callerOf = (actor: Actor, signal?: AbortSignal) =>
    caller(late.local().initiator(actor), signal, actor.run === undefined ? undefined : { workflow: actor.run });
  const callOf: Door['call'] = (actor, signal) => late.server().call(callerOf(actor, signal));
  const admit = async <R extends keyof Inputs>(rpc: R, actor: Actor, value: object, tx: Tx) => {
    const given = withoutAbsent(value);
    const approved = 'task-id' in given ? { ...given, 'task-id': withoutTry(String(given['task-id'])) } : given;
    const { input, call } = await late.local().admit(callerOf(actor), rpc, { input: given, approved }, tx);
    // The server has read the input by the schema of the rpc.
    return { input: input as unknown as Inputs[R], call };
  };
  return {
    call: callOf,
    admitStart: (tx, actor, input) => admit(START, actor, input, tx),
    find: (actor, query, signal) => tasks.orders.candidates(query, callOf(actor, signal)),
    ask: async (tx, actor, question) => {
      const { input, call } = await admit(NEGOTIATE, actor, question, tx);
      return tasks.ask(tx, call, input, actor.seal);
    },
    assign: async (tx, actor, order, o) => {
      const { input, call } = await admit(ASSIGN, actor, order, tx);
      const { seal } = actor;
      return tasks.orders.assign(tx, call, input, seal === undefined ? o : { ...o, seal });
    },
  };
}
