/** Reading the answer of a chat service, which is believed nothing. */
import type { OfferedSkill, Understanding } from '../../src/index.js';
import { jsonOf, memberOf } from './json.js';

/** What was understood, or what is wrong with the answer, in words for the model. */
export type Answer = { readonly understanding: Understanding } | { readonly problem: string };

/** The text of the message in a completion. @throws Error when there is none */
export function messageIn(body: string): string {
  const choices = memberOf(jsonOf(body), 'choices');
  const message = memberOf(Array.isArray(choices) ? choices[0] : undefined, 'message');
  const content = memberOf(message, 'content');
  if (typeof content === 'string') return content;
  const refusal = memberOf(message, 'refusal');
  throw new Error(
    typeof refusal === 'string' ? 'the chat service refused to answer' : 'the chat service answered without a message',
  );
}

export function answerIn(message: string, skills: readonly OfferedSkill[]): Answer {
  const understood = memberOf(jsonOf(message), 'understood');
  const question = memberOf(understood, 'question');
  if (typeof question === 'string' && question.trim() !== '') return { understanding: { question } };
  if (memberOf(understood, 'nothing') === true) return { understanding: undefined };
  const type = memberOf(understood, 'type');
  const skill = skills.find(({ name }) => name === type);
  if (!skill)
    return {
      problem: `"understood" must hold "question", "nothing", or "type" with one of ${skills.map(({ name }) => name).join(', ')}`,
    };
  const result = skill.check(memberOf(understood, 'parameters'));
  if ('problem' in result) return { problem: `"parameters" are not what ${skill.name} takes: ${result.problem}` };
  const confidence = memberOf(understood, 'confidence');
  const object = memberOf(understood, 'object');
  return {
    understanding: {
      type: skill.name,
      parameters: result.value,
      confidence: typeof confidence === 'number' ? confidence : 0,
      ...(typeof object === 'string' && object !== '' ? { object } : {}),
    },
  };
}
