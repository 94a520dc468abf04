/** Signs votes with ssh-keygen. */
import { spawnSync } from 'node:child_process';
import { VOTE_NAMESPACE } from '../../access/index.js';
import { UsageError } from '../../node/index.js';

/** Signs octets with ssh-keygen, which reads the key or asks an agent for it. @throws UsageError when it does not */
export function signed(key: string, statement: string): string {
  const made = spawnSync('ssh-keygen', ['-Y', 'sign', '-n', VOTE_NAMESPACE, '-f', key], {
    input: statement,
    encoding: 'utf8',
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  // Without the key it ends before it has read the statement, which is an error of the pipe as well.
  if (made.error && made.status === null) throw new UsageError(`ssh-keygen cannot be run: ${made.error.message}`);
  if (made.status === 0 && made.stdout !== '') return made.stdout;
  throw new UsageError(`ssh-keygen has not signed with ${key}: ${made.stderr.trim()}`);
}
