/** Writes what auditors need to verify the signatures of votes without the node. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { VOTE_NAMESPACE } from '../../access/index.js';
import { messageOf } from '../../data/index.js';
import { readSshMessageSignature } from '../../keys/index.js';
import { UsageError } from '../../node/index.js';
import type { Approval } from './approvals.js';

/**
 * Writes `statement`, a file with the signature of each voter (`NAME.sig` of SSH, `NAME.jws`), and `allowed_signers`, which names
 * the SSH keys as the node took them: auditors compare it with the keys that they know.
 *
 * @throws UsageError when the directory cannot be written
 */
export function writeSignatures(directory: string, approval: Approval): void {
  const votes = (approval.vote ?? []).flatMap(({ by, signature }) => {
    // The name becomes that of a file.
    return signature === undefined || !USER_NAME.test(by) ? [] : [{ by, signature }];
  });
  const ofSsh = votes.filter(({ signature }) => isOfSsh(signature));
  const files: readonly (readonly [name: string, content: string])[] = [
    ['statement', approval.statement ?? ''],
    ['allowed_signers', ofSsh.map(({ by, signature }) => allowedSigner(by, signature)).join('')],
    ...votes.map(({ by, signature }) => [`${by}.${isOfSsh(signature) ? 'sig' : 'jws'}`, signature] as const),
  ];
  try {
    mkdirSync(directory, { recursive: true });
    for (const [name, content] of files) writeFileSync(join(directory, name), content);
  } catch (error) {
    throw new UsageError(`cannot write ${directory}: ${messageOf(error)}`);
  }
  for (const { by } of ofSsh)
    console.log(
      `ssh-keygen -Y verify -f ${directory}/allowed_signers -I ${by} -n ${VOTE_NAMESPACE} -s ${directory}/${by}.sig < ${directory}/statement`,
    );
}

const USER_NAME = /^[\p{L}\p{N}_][\p{L}\p{N}._@-]*$/u;

function isOfSsh(signature: string): boolean {
  return signature.trimStart().startsWith('-----');
}

/** Returns the line of a voter (ssh-keygen(1), ALLOWED SIGNERS). */
function allowedSigner(name: string, signature: string): string {
  const { key, keyOctets } = readSshMessageSignature(signature);
  return `${name} namespaces="${VOTE_NAMESPACE}" ${key.type} ${keyOctets.toString('base64')}\n`;
}
