/** The assigner's answer in the draft: a message about a task that waits for it, as the requested input or judgement. */
import { createHash } from 'node:crypto';
import { canonicalJson } from '../../../data/canonical-json.js';
import type { Call } from '../../../server/index.js';
import type { Tx } from '../../../store/index.js';
import { subscribe } from '../../assignment/subscribe.js';
import { provideInput, type TaskTerms, update } from '../../execution/steering.js';
import { addRound } from '../../negotiation/negotiation.js';
import { awaitedOf } from '../../record/awaited.js';
import { parsePrompt } from '../../record/prompt.js';
import { questionRecordId } from '../../record/questions.js';
import type { TaskRecord, TaskSubscription } from '../../record/record.js';
import type { TaskServices } from '../services.js';
import type { Message } from './messages.js';
import { speechIn } from './speech.js';

/** The other content of an answer message. */
export interface Besides {
  /** Additions to the terms of the task. */
  readonly terms: TaskTerms;
  readonly subscription?: TaskSubscription;
}

/**
 * Gives an assigned task the answer for which it waits. A message that was used as an answer before is a repetition and changes
 * nothing.
 *
 * @returns the task; undefined when the message is not an answer
 */
export async function answer(
  needs: TaskServices,
  tx: Tx,
  call: Call,
  { task, message, terms, subscription }: { readonly task: TaskRecord; readonly message: Message } & Besides,
): Promise<TaskRecord | undefined> {
  const print = fingerprintOf(message);
  const awaited = awaitedOf(task);
  const { questions, answer: last } = task.document;
  const asked = questionIn(task, message);
  if (!awaited || (asked !== undefined && asked !== questions)) return last === print ? task : undefined;
  let now = task;
  if (Object.keys(terms).length > 0) now = await update(needs, tx, now, terms, call.user);
  if (subscription) now = await subscribe(needs, tx, now, subscription);
  const { content, msgData } = message;
  if (msgData !== undefined) await needs.contexts.grantRead(tx, call, msgData, [task.from, task.to]);
  if (awaited.kind === 'judgement') {
    const said = speechIn(awaited.round.type, content === undefined ? [] : [content], msgData);
    const judged = await addRound(needs, tx, now, task.from, said);
    return needs.changes.heartbeat(tx, judged, { document: { answer: print } });
  }
  const input = {
    ...(content === undefined ? {} : { content: wordsIn(content) }),
    ...(msgData === undefined ? {} : { 'data-param': [msgData] }),
  };
  return provideInput(needs, tx, now, input, call.user, print);
}

/** Returns the number of the question that the message names as its context. */
function questionIn({ id, document: { questions = 0 } }: TaskRecord, { context }: Message): number | undefined {
  for (let number = questions; number > 0; number--) if (questionRecordId(id, number) === context) return number;
  return undefined;
}

/** True when the context of the message is a question of the task. */
export function namesQuestion(task: TaskRecord, message: Message): boolean {
  return questionIn(task, message) !== undefined;
}

/** Returns an answer as text: the description of its prompt, followed by its environment. */
function wordsIn(content: string): string {
  const { description = content, environment } = parsePrompt(content) ?? {};
  return environment === undefined ? description : `${description}\n${environment}`;
}

/** Returns the fingerprint of an answer: the same for a repetition. */
function fingerprintOf({ content, msgData, context }: Message): string {
  return createHash('sha256').update(canonicalJson({ content, msgData, context })).digest('base64');
}
