/** The key with which a node signs its reports, so that a subscriber can verify the sender. */
import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { sql as text } from 'kysely';
import type { YangentTasks_Tasks_SigningKey } from '../../generated/index.js';
import type { Store, Tx } from '../../store/index.js';

export interface SigningKey {
  readonly privateKey: KeyObject;
  /** The thumbprint of the public key (RFC 7638). */
  readonly id: string;
  /** The container `/yangent-tasks:tasks/signing-key`. */
  readonly shown: YangentTasks_Tasks_SigningKey;
}

/** Seals texts with a key that is not in the store. */
export interface Sealing {
  isSealed(text: string): boolean;
  seal(name: string, text: string): string;
  /** Unseals a text. @throws Error when the key is another one, or when the text was changed */
  unseal(name: string, sealed: string): string;
}

const ONLY_ROW = 1;
const KEY_OCTETS = 32;
const NAME = 'report signing key';

/** Returns the key of the store, and makes one when there is none. @throws Error when it is sealed with another key */
export async function openSigningKey(store: Store, sealing: Sealing): Promise<SigningKey> {
  const { stored, lay } = await store.transact(async ({ sql }) => {
    const row = await sql.selectFrom('task_signing_key').selectAll().where('id', '=', ONLY_ROW).executeTakeFirst();
    if (row && sealing.isSealed(row.private_key)) return { stored: row.private_key, lay: 'sealed' } as const;
    const sealed = sealing.seal(NAME, row?.private_key ?? madeKey());
    if (row) await overwrite(sql, sealed);
    else await sql.insertInto('task_signing_key').values({ id: ONLY_ROW, private_key: sealed }).execute();
    return { stored: sealed, lay: row ? 'clear' : 'nowhere' } as const;
  });
  // Writes the new pages over the old ones, and empties the write-ahead log, which has both.
  if (lay === 'clear') await text`pragma wal_checkpoint(truncate)`.execute(store.reads);
  return signingKeyOf(opened(stored, sealing));
}

/** Deletes the key, so that the next start makes another. @returns false when there is none */
export async function forgetSigningKey(store: Store): Promise<boolean> {
  const { numDeletedRows } = await store.transact(({ sql }) =>
    sql.deleteFrom('task_signing_key').where('id', '=', ONLY_ROW).executeTakeFirst(),
  );
  return numDeletedRows > 0n;
}

/**
 * Makes a key and encodes it in the same call: a later export as a JWK can wait forever for a lock of the garbage collector
 * (Node.js 20).
 */
function madeKey(): string {
  return generateKeyPairSync('ed25519', {
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  }).privateKey;
}

/** Overwrites a key that an earlier version stored in clear, so that no page of the database contains it. */
async function overwrite(sql: Tx['sql'], sealed: string): Promise<void> {
  await text`pragma secure_delete = on`.execute(sql);
  await sql.deleteFrom('task_signing_key').where('id', '=', ONLY_ROW).execute();
  await sql.insertInto('task_signing_key').values({ id: ONLY_ROW, private_key: sealed }).execute();
  await text`pragma secure_delete = off`.execute(sql);
}

function opened(sealed: string, sealing: Sealing): string {
  try {
    return sealing.unseal(NAME, sealed);
  } catch (cause) {
    const wayOut =
      'put the secret-key of the node that wrote this database into the data directory, or name it with --secret-key-file; if it is lost, "yangent data new-signing-key" lets the next start make another key, and subscribers must be told of it';
    throw new Error(`the key that signs reports does not open with the secret key of this node: ${wayOut}`, { cause });
  }
}

function signingKeyOf(pem: string): SigningKey {
  const privateKey = createPrivateKey(pem);
  // The DER form ends with the octets of the key (RFC 8410 §4). Not exported as a JWK: see `madeKey`.
  const x = createPublicKey(privateKey)
    .export({ type: 'spki', format: 'der' })
    .subarray(-KEY_OCTETS)
    .toString('base64url');
  const publicKey = JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x });
  const id = createHash('sha256').update(publicKey).digest('base64url');
  return { privateKey, id, shown: { 'key-id': id, algorithm: 'ed25519', 'public-key': publicKey } };
}
