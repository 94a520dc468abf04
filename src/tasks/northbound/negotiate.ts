/** The rpc `yangent-tasks:negotiate` and what it shares with `propose` and `irtf-agent:task-negotiate`. */
import { type AgentRecord, means, shownAgent } from '../../agents/index.js';
import { type Members, numberOf, textOf, textsOf } from '../../data/rfc7951/members.js';
import type { Call } from '../../server/index.js';
import { awaitAnswer, isVerdict, openNegotiation, type Speech, speak } from '../negotiation/negotiation.js';
import { receiver, requireAssigner, sender } from '../parties.js';
import { termsIn } from '../record/negotiation-terms.js';
import type { NegotiationType, TaskRecord } from '../record/record.js';
import { roundValue } from '../record/value.js';
import { requireVisible } from '../visibility.js';
import type { TaskServices } from './services.js';

/** What one side says, by the grouping `speech`. */
export function speechOf(input: Members): Speech {
  const verdict = textOf(input, 'verdict');
  const counter = textOf(input, 'counter');
  const round = numberOf(input, 'round');
  return {
    type: negotiationType(textOf(input, 'type')),
    content: textsOf(input, 'content'),
    ...(verdict !== undefined && isVerdict(verdict) ? { verdict } : {}),
    ...(counter === undefined ? {} : { counter }),
    ...(round === undefined ? {} : { round }),
  };
}

export function negotiationType(text: string | undefined): NegotiationType {
  return text === 'FULFILLMENT' ? 'FULFILLMENT' : 'FEASIBILITY';
}

/** Only its assigner speaks here about a task, to its executor. */
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

export async function negotiateOperation(context: TaskServices, input: Members, call: Call): Promise<Members> {
  const from = sender(call, context.directory, textOf(input, 'from'), 'from');
  const id = textOf(input, 'id') ?? textOf(input, 'thread');
  const taskId = textOf(input, 'task-id');
  const speech = speechOf(input);
  const spoken = await context.store.transact(async (tx) => {
    const known =
      id === undefined ? taskId && (await context.rows.byKey(from.id, taskId, tx)) : await context.rows.get(id, tx);
    const found = known || id !== undefined ? requireVisible(call, known || undefined, id ?? taskId ?? '') : undefined;
    if (found) requireParties(context, call, found, { from, to: textOf(input, 'to') });
    const task: TaskRecord =
      found ||
      (await openNegotiation(context, tx, call, {
        from,
        to: receiver(call, context.directory, textOf(input, 'to'), 'to', from),
        taskId,
        content: speech.content,
      }));
    return speak(context, tx, task, task.from, { ...speech, terms: termsIn(input) });
  });
  const seconds = numberOf(input, 'wait');
  const wait = seconds === undefined ? context.settings.negotiationWait : seconds * 1000;
  const { task, round } = await awaitAnswer(context, spoken, { round: speech.round, wait, signal: call.signal });
  return { thread: task.id, id: task.id, ...roundValue(round), state: task.state };
}
