/** The key with which a node signs its reports, so that a subscriber knows who they come from. */
import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import type { Members } from '../../agents/index.js';
import type { Store } from '../../store/index.js';

export interface SigningKey {
  readonly privateKey: KeyObject;
  /** The thumbprint of the public key (RFC 7638). */
  readonly id: string;
  /** The container `/yangent-tasks:tasks/signing-key`. */
  readonly shown: Members;
}

const ONLY_ROW = 1;

/** The key of the store, made when there is none. */
export async function openSigningKey(store: Store): Promise<SigningKey> {
  const stored = await store.transact(async ({ sql }) => {
    const row = await sql.selectFrom('task_signing_key').selectAll().where('id', '=', ONLY_ROW).executeTakeFirst();
    if (row) return row.private_key;
    // Encoded in the call that makes it: a later export can wait for ever for a lock that the collector holds (Node.js 20).
    const { privateKey: made } = generateKeyPairSync('ed25519', {
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
      publicKeyEncoding: { type: 'spki', format: 'pem' },
    });
    await sql.insertInto('task_signing_key').values({ id: ONLY_ROW, private_key: made }).execute();
    return made;
  });
  const privateKey = createPrivateKey(stored);
  const { crv, kty, x } = createPublicKey(privateKey).export({ format: 'jwk' });
  const publicKey = JSON.stringify({ crv, kty, x });
  const id = createHash('sha256').update(publicKey).digest('base64url');
  return { privateKey, id, shown: { 'key-id': id, algorithm: 'ed25519', 'public-key': publicKey } };
}
