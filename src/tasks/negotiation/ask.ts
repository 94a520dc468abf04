/** Asks an agent whether it could do a task, in the transaction of a room above this one. */
import type { YangentTasksProvider } from '../../generated/providers.js';
import type { Call } from '../../server/index.js';
import type { Tx } from '../../store/index.js';
import { receiver, sender } from '../parties.js';
import type { TaskRecord } from '../record/record.js';
import { addRound, type NegotiationNeeds, openNegotiation } from './negotiation.js';

export type NegotiateInput = YangentTasksProvider['rpcs']['negotiate']['input'];

/**
 * Opens a negotiation, whose first round asks for the feasibility of the content. The answer comes as a change of the task.
 *
 * @param input was admitted by the server for this call
 * @param seal the content key of the task. Default: its content is stored in clear
 * @throws RpcError as yangent-tasks:negotiate
 */
export async function askAgent(
  needs: NegotiationNeeds,
  tx: Tx,
  call: Call,
  { from: name, to, 'task-id': taskId, content = [] }: NegotiateInput,
  seal?: string,
): Promise<TaskRecord> {
  const from = sender(call, needs.directory, name, 'from');
  const parties = { from, to: receiver(call, needs.directory, to, 'to', from) };
  const task = await openNegotiation(needs, tx, call, {
    ...{ ...parties, taskId, content },
    ...(seal === undefined ? {} : { seal }),
  });
  return addRound(needs, tx, task, task.from, { type: 'FEASIBILITY', content });
}
