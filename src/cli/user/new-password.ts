/** Asks for the new password of a user. */
import { UsageError } from '../../node/index.js';
import { readUnseen } from '../unseen.js';

/** As the type password of yangent-access has it behind `$0$`. */
const PASSWORD = /^.{8,1024}$/u;

/**
 * Reads a password from standard input, or twice from a terminal.
 * @throws UsageError when it is too short, too long, has a line end, or was typed differently the second time
 */
export async function readNewPassword(user: string): Promise<string> {
  const password = await readUnseen(`new password of ${user}`);
  if (/[\r\n\u2028\u2029]/.test(password))
    throw new UsageError('a password is one line, and this one has a line end inside; nothing is changed');
  if (!PASSWORD.test(password))
    throw new UsageError(
      `a password has 8 to 1024 characters, this one has ${[...password].length}; it comes from standard input (for example "< FILE") or is typed in a terminal`,
    );
  if (process.stdin.isTTY && (await readUnseen('the same password again')) !== password)
    throw new UsageError('the two passwords differ; nothing is changed');
  return password;
}

/** Returns a password in the form in which the node takes it in clear, to store its hash. */
export function inClear(password: string): string {
  return `$0$${password}`;
}
