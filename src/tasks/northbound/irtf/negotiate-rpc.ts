/** `irtf-agent:task-negotiate` (seed 004 §5.3): one round, and the other side's answer to it. */
import type { IrtfAgentProvider } from '../../../generated/providers.js';
import type { Call } from '../../../server/index.js';
import { addRound, awaitAnswer, openNegotiation } from '../../negotiation/negotiation.js';
import { receiver } from '../../parties.js';
import type { NegotiationType } from '../../record/record.js';
import { negotiationValue } from '../../record/value.js';
import type { TaskServices } from '../services.js';
import { requireTaskId, route } from './routing.js';
import { speechIn } from './speech.js';

type TaskNegotiate = IrtfAgentProvider['rpcs']['task-negotiate'];

const TYPES: Readonly<Record<string, NegotiationType>> = {
  FEASIBILITY: 'FEASIBILITY',
  FULFILLMENT: 'FULFILLMENT',
  FeasibilityNegotiate: 'FEASIBILITY',
  FulfillmentNegotiate: 'FULFILLMENT',
};

export async function taskNegotiate(
  needs: TaskServices,
  input: TaskNegotiate['input'],
  call: Call,
): Promise<TaskNegotiate['output']> {
  const type = typeOf(input, call);
  const { content = [] } = input;
  const header = { from: input['task-sendFrom'], to: input['task-sendTo'], taskId: input['task-id'] };
  requireTaskId(call, header.taskId);
  const spoken = await needs.store.transact(async (tx) => {
    const { from, task } = await route(needs, tx, call, header);
    const open =
      task ??
      (await openNegotiation(needs, tx, call, {
        from,
        to: receiver(call, needs.directory, header.to, 'task-sendTo', from),
        taskId: header.taskId,
        content,
      }));
    return addRound(needs, tx, open, from.id, speechIn(type, content));
  });
  const { task, round } = await awaitAnswer(needs, spoken, {
    wait: needs.settings.negotiationWait,
    signal: call.signal,
  });
  return { data: { 'yangent-tasks:negotiation': negotiationValue(task, round) } };
}

/** Returns the type of the negotiation from `type` or `commuType`, which must not contradict each other. Default: FEASIBILITY. */
function typeOf({ type, commuType }: TaskNegotiate['input'], call: Call): NegotiationType {
  const named = [type, commuType].filter((name) => name !== undefined);
  const types = named.map(
    (name) =>
      TYPES[name] ??
      call.fail({
        tag: 'invalid-value',
        message: `task-negotiate carries FeasibilityNegotiate and FulfillmentNegotiate only, not "${name}"; other messages are written to irtf-agent:tasks`,
      }),
  );
  const [first = 'FEASIBILITY', second = first] = types;
  if (first !== second)
    call.fail({
      tag: 'invalid-value',
      message: `type says ${first} and commuType says ${second}; say the same in both, or give one`,
    });
  return first;
}
