/** The assigner's answer in the draft's terms: a message about a task that waits for it, as the input or the judgement asked for. */
import { createHash } from 'node:crypto';
import type { Call } from '../../../server/index.js';
import type { Tx } from '../../../store/index.js';
import { subscribe } from '../../assignment/subscribe.js';
import { provideInput, type TaskTerms, update } from '../../execution/steering.js';
import { addRound } from '../../negotiation/negotiation.js';
import { awaitedOf } from '../../record/awaited.js';
import { canonicalJson } from '../../record/canonical-json.js';
import { parsePrompt } from '../../record/prompt.js';
import { questionRecordId } from '../../record/questions.js';
import type { TaskRecord, TaskSubscription } from '../../record/record.js';
import type { TaskServices } from '../services.js';
import type { Message } from './messages.js';
import { speechIn } from './speech.js';

/** What comes with an answer besides its words. */
export interface Besides {
  /** What is added to the terms of the task. */
  readonly terms: TaskTerms;
  readonly subscription?: TaskSubscription;
}

/**
 * Gives an assigned task the answer it waits for. A message that was given as an answer before is a repetition, which changes
 * nothing.
 *
 * @returns the task; undefined when the message is no answer
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

/** The number of the question that the message names as its context. */
function questionIn({ id, document: { questions = 0 } }: TaskRecord, { context }: Message): number | undefined {
  for (let number = questions; number > 0; number--) if (questionRecordId(id, number) === context) return number;
  return undefined;
}

/** Whether the context of the message is a question of the task, which says what is answered. */
export function namesQuestion(task: TaskRecord, message: Message): boolean {
  return questionIn(task, message) !== undefined;
}

/** An answer as text: what its prompt says, with what it tells of the environment. */
function wordsIn(content: string): string {
  const { description = content, environment } = parsePrompt(content) ?? {};
  return environment === undefined ? description : `${description}\n${environment}`;
}

/** The same answer sent again has the same fingerprint. */
function fingerprintOf({ content, msgData, context }: Message): string {
  return createHash('sha256').update(canonicalJson({ content, msgData, context })).digest('base64');
}
