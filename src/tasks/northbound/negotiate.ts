/** The rpc `yangent-tasks:negotiate`, and functions shared with `propose` and `irtf-agent:task-negotiate`. */
import { type AgentRecord, means, shownAgent } from '../../agents/index.js';
import type { YangentTasksProvider } from '../../generated/providers.js';
import type { Call } from '../../server/index.js';
import { addRound, awaitAnswer, openNegotiation, type Speech } from '../negotiation/negotiation.js';
import { receiver, requireAssigner, sender } from '../parties.js';
import { termsIn } from '../record/negotiation-terms.js';
import type { TaskRecord } from '../record/record.js';
import { roundValue } from '../record/value.js';
import { requireVisible } from '../visibility.js';
import type { TaskServices } from './services.js';

type Negotiate = YangentTasksProvider['rpcs']['negotiate'];

/** Reads the grouping `speech`. */
export function speechOf({
  type = 'FEASIBILITY',
  content = [],
  verdict,
  counter,
  round,
}: Pick<Negotiate['input'], 'type' | 'content' | 'verdict' | 'counter' | 'round'>): Speech {
  return {
    ...{ type, content },
    ...(verdict === undefined ? {} : { verdict }),
    ...(counter === undefined ? {} : { counter }),
    ...(round === undefined ? {} : { round }),
  };
}

/** Refuses a sender other than the assigner of the task, and a receiver other than its executor. */
function requireParties(
  { directory }: TaskServices,
  call: Call,
  task: TaskRecord,
  { from, to }: { readonly from: AgentRecord; readonly to?: string },
): void {
  requireAssigner(call, task, directory);
  if (from.id === task.from && (to === undefined || means(directory, to, task.to))) return;
  call.fail({
    tag: 'invalid-value',
    message: `task "${task.taskId}" was assigned by agent "${shownAgent(task.from)}" to agent "${shownAgent(task.to)}", not by "${from.id}"${to === undefined ? '' : ` to "${to}"`}`,
  });
}

export async function negotiateOperation(
  needs: TaskServices,
  input: Negotiate['input'],
  call: Call,
): Promise<Negotiate['output']> {
  const { to, thread, id = thread, 'task-id': taskId, wait: seconds } = input;
  const from = sender(call, needs.directory, input.from, 'from');
  if (to !== undefined) await needs.directory.foreign.lookUp([to]);
  const speech = speechOf(input);
  const spoken = await needs.store.transact(async (tx) => {
    const known =
      id === undefined ? taskId && (await needs.rows.byKey(from.id, taskId, tx)) : await needs.rows.get(id, tx);
    const found = known || id !== undefined ? requireVisible(call, known || undefined, id ?? taskId ?? '') : undefined;
    if (found) requireParties(needs, call, found, { from, to });
    const task: TaskRecord =
      found ||
      (await openNegotiation(needs, tx, call, {
        from,
        to: receiver(call, needs.directory, to, 'to', from),
        taskId,
        content: speech.content,
      }));
    return addRound(needs, tx, task, task.from, { ...speech, terms: termsIn(input) });
  });
  const wait = seconds === undefined ? needs.settings.negotiationWait : seconds * 1000;
  const { task, round } = await awaitAnswer(needs, spoken, { round: speech.round, wait, signal: call.signal });
  return { thread: task.id, id: task.id, ...roundValue(round), state: task.state };
}
