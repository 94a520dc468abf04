import type { Interpreter, OfferedSkill, Said, Understanding } from '../../src/index.js';
import { post } from '../openai-service/index.js';
import { answerIn, messageIn } from './answer.js';
import { bodyFor, type Message, messagesFor } from './request.js';
import { type ChatSettings, readSettings } from './settings.js';

/**
 * The interpreter that the settings describe.
 * @throws Error when a setting is missing or wrong
 */
export async function createInterpreter(
  given: Readonly<Record<string, unknown>>,
  directory: string,
): Promise<Interpreter> {
  const settings = await readSettings(given, directory);
  return {
    name: `${settings.url.host}/${settings.model}`,
    interpret: (said, skills, signal) => interpret(settings, said, skills, signal),
  };
}

const TRIES = 2;
const LONGEST_REPEATED = 4_000;

/** An answer that is not as asked is sent back once with what is wrong; then the author of the text is asked. */
async function interpret(
  settings: ChatSettings,
  said: Said,
  skills: readonly OfferedSkill[],
  signal: AbortSignal,
): Promise<Understanding> {
  let messages: readonly Message[] = messagesFor(said, skills);
  for (let tried = 0; tried < TRIES; tried++) {
    const message = messageIn(await post(settings, bodyFor(settings, messages, skills), signal));
    const answer = answerIn(message, skills);
    if ('understanding' in answer) return answer.understanding;
    messages = [
      ...messages,
      { role: 'assistant', content: message.slice(0, LONGEST_REPEATED) },
      { role: 'system', content: `This is not as asked: ${answer.problem}. Answer again.` },
    ];
  }
  return {
    question: `What is to be done: ${skills.map(({ name }) => name).join(', or ')}? Please say it in other words.`,
  };
}
