/** The length of errors: a program may say all it has, and each text of an error is stored and notified several times. */
import type { TaskError } from './record.js';

/** Characters of the message and of the diagnostic of an error. */
const LONGEST_MESSAGE = 4_096;
const LONGEST_DIAGNOSTIC = 65_536;

/** Returns an error whose texts are not too long: of a longer one the begin stays, and a mark that says how much is missing. */
export function boundedError(error: TaskError): TaskError {
  const { message, diagnostic } = error;
  const left = { message: boundedMessage(message), diagnostic: diagnostic && cut(diagnostic, LONGEST_DIAGNOSTIC) };
  return left.message === message && left.diagnostic === diagnostic ? error : { ...error, ...left };
}

/** Returns a message of at most 4096 characters. */
export function boundedMessage(message: string): string {
  return cut(message, LONGEST_MESSAGE);
}

function cut(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const mark = `… [cut; the text had ${text.length} characters]`;
  // No half of a surrogate pair is left at the end.
  const begin = text.slice(0, longest - mark.length).replace(/[\ud800-\udbff]$/, '');
  return `${begin}${mark}`;
}
