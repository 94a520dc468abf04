/** Checks a task description: it must say what is to be done, and its deadline must be in the future. */

import { RpcError } from '../../data/index.js';

import type { TaskDescription } from './record.js';

/** Members that say what is to be done; one of them is enough. */
const SUBJECT = ['content', 'objective', 'type'] as const;

/** Refuses a task that does not say what is to be done. @param path of the given input, for the error */
export function requireSubject(description: TaskDescription, path: string): void {
  const isSaid = SUBJECT.some((name) => (description[name] ?? '').trim() !== '');
  if (isSaid || description.input !== undefined) return;
  throw new RpcError({
    type: 'application',
    tag: 'missing-element',
    path,
    info: { 'bad-element': 'content' },
    message:
      'the task does not say what is to be done: give "content", a prompt with the section "##task description", or a structured description with at least one of "type", "objective" and "input"',
  });
}

/**
 * Refuses a deadline in the past: the task could only fail.
 *
 * @param before the deadline that is set already; it may be repeated
 * @param now milliseconds since 1970
 */
export function requireAhead(
  { deadline, before, now }: { readonly deadline: string | undefined; readonly before?: string; readonly now: number },
  path: string,
): void {
  if (deadline === undefined || deadline === before || Date.parse(deadline) > now) return;
  throw new RpcError({
    type: 'application',
    tag: 'invalid-value',
    path: `${path}/deadline`,
    message: `the deadline ${deadline} is over: it is ${new Date(now).toISOString()} now; give a later one, or none`,
  });
}
