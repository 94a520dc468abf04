/** Tells a member that joins, in short, what was said before (`history summary`). */
import { randomUUID } from 'node:crypto';
import { int64 } from '../../data/rfc7951/int64.js';
import type { Tx } from '../../store/index.js';
import type { MessageRecord } from '../record/message.js';
import type { SessionRecord } from '../record/session.js';
import { isSealed } from '../record/terms.js';
import type { SessionServices } from '../services.js';

/** Number of messages of each sort that a summary has. */
const DISCUSSED = 5;
const TASKS = 20;
/** Characters of one message in a summary. */
const LONGEST = 500;

/**
 * Adds the summary for a member: the goal, the tasks and their results, and what was said last. Of a sealed session the node can
 * make none.
 *
 * @param session as it was before the member came
 * @param now the session to which the message is added
 */
export async function sumUp(
  o: Pick<SessionServices, 'log' | 'messages'>,
  tx: Tx,
  session: SessionRecord,
  now: SessionRecord,
  agent: string,
): Promise<SessionRecord> {
  if (session.terms.qos.history !== 'summary' || session.last === 0 || isSealed(now)) return now;
  const assigned = await o.messages.newestOf(tx, session.id, ['task-assignment'], TASKS);
  const results = await o.messages.newestOf(tx, session.id, ['task-result'], TASKS);
  const said = await o.messages.newestOf(tx, session.id, ['discussion'], DISCUSSED);
  const parts = [
    ...(session.goal === undefined ? [] : [`Goal: ${short(session.goal)}`]),
    ...part('Tasks:', assigned, (message) => taskLine(message, session.terms['show-members'])),
    ...part('Results:', results, ({ from, content = '' }) => `${from}: ${short(content)}`),
    ...part('Last messages:', said, ({ from, content = '' }) => `${from}: ${short(content)}`),
  ];
  if (parts.length === 0) return now;
  const { session: told } = await o.log.append(tx, now, {
    ...{ id: randomUUID(), type: 'summary', to: [agent], tags: [], content: parts.join('\n') },
    details: { covers: int64(session.last) },
  });
  return told;
}

function part(title: string, messages: readonly MessageRecord[], line: (message: MessageRecord) => string): string[] {
  return messages.length > 0 ? [title, ...messages.map((message) => `- ${line(message)}`)] : [];
}

/** @param isShown false: the members are hidden, so that those who execute the task are not named */
function taskLine({ from, content, details }: MessageRecord, isShown: boolean): string {
  const { task, 'next-speaker': assignees = [] } = details ?? {};
  const text = task?.objective ?? task?.content ?? content ?? task?.type ?? '';
  return `${from}${isShown ? ` to ${assignees.join(', ')}` : ''}: ${short(text)}`;
}

function short(text: string): string {
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST)}…`;
}
