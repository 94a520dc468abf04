/** The key with which a node signs its reports, so that a subscriber can verify the sender. */
import { createPrivateKey, type KeyObject } from 'node:crypto';
import { sql as text } from 'kysely';
import type { YangentTasks_Tasks_SigningKey } from '../../generated/index.js';
import { jwkOf, type KeyFile, type NodeKeys, pairOfPem, type Sealing } from '../../keys/index.js';
import type { Store } from '../../store/index.js';

export interface SigningKey {
  readonly privateKey: KeyObject;
  /** The thumbprint of the public key (RFC 7638). */
  readonly id: string;
  /** The container `/yangent-tasks:tasks/signing-key`. */
  readonly shown: YangentTasks_Tasks_SigningKey;
}

/** Returns the key in use. */
export type Signer = () => Promise<SigningKey>;

/** @param keys gives the key pair in use for reports */
export function reportSigner(keys: Pick<NodeKeys, 'pair' | 'uses'>): Signer {
  let opened: { readonly thumbprint: string; readonly key: SigningKey } | undefined;
  return async () => {
    const thumbprint = keys.uses.current('report')?.thumbprint;
    if (opened && opened.thumbprint === thumbprint) return opened.key;
    const { use, pair } = await keys.pair('report');
    const { id, text: publicKey } = jwkOf(pair.spki);
    const privateKey = createPrivateKey({ key: pair.pkcs8, format: 'der', type: 'pkcs8' });
    const key = { privateKey, id, shown: { 'key-id': id, algorithm: 'ed25519', 'public-key': publicKey } };
    opened = { thumbprint: use.thumbprint, key };
    return key;
  };
}

const ONLY_ROW = 1;
const NAME = 'report signing key';

/** Returns the key of an earlier version, which kept it here. @throws Error when it is sealed with another key */
export async function earlierSigningKey(store: Store, sealing: Sealing): Promise<KeyFile | undefined> {
  const row = await store.reads
    .selectFrom('task_signing_key')
    .select('private_key')
    .where('id', '=', ONLY_ROW)
    .executeTakeFirst();
  if (!row) return undefined;
  const pem = sealing.isSealed(row.private_key) ? sealing.unseal(NAME, row.private_key) : row.private_key;
  return { key: { pair: pairOfPem(pem) }, remove: () => remove(store) };
}

/** Overwrites the key, which may lie in clear, so that no page of the database and of its write-ahead log contains it. */
async function remove(store: Store): Promise<void> {
  await store.transact(async ({ sql }) => {
    await text`pragma secure_delete = on`.execute(sql);
    await sql.deleteFrom('task_signing_key').where('id', '=', ONLY_ROW).execute();
    await text`pragma secure_delete = off`.execute(sql);
  });
  await text`pragma wal_checkpoint(truncate)`.execute(store.reads);
}
