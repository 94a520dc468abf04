/** The keys of the audit log: that of the node for the purpose `audit`, which signs checkpoints, and one of the digests. */
import { createPrivateKey, randomBytes, sign } from 'node:crypto';
import { type KeyFile, type KeyPair, rawOf, readPrivateKey, type Sealing } from '../../keys/index.js';
import type { Store, Tx } from '../../store/index.js';
import type { AuditKey } from '../note/checkpoint.js';
import { verifierKey } from '../note/verifier-key.js';
import type { DigestKey } from '../record/digest.js';

const SIGNING = 'audit signing key';
const DIGEST = 'audit digest key';
const KEY_OCTETS = 32;
/** The form in which an earlier version stored the signing key. */
const PKCS8 = 'ietf-crypto-types:one-asymmetric-key-format';

/** Returns the key of digests, and makes it when it is missing. @throws Error when it is sealed with another key */
export async function openDigestKey(store: Store, sealing: Sealing): Promise<DigestKey> {
  return store.transact(async (tx) => {
    const sealed = await sealedIn(tx, DIGEST);
    if (sealed !== undefined) return Buffer.from(opened(sealing, sealed), 'base64');
    const fresh = randomBytes(KEY_OCTETS);
    await tx.change('insert into audit_key (name, sealed) values (?, ?)', [
      DIGEST,
      sealing.seal(DIGEST, fresh.toString('base64')),
    ]);
    return fresh;
  });
}

/** Returns the signing key that an earlier version stored; undefined when there is none. @throws Error when it is sealed with another key */
export async function earlierAuditKey(store: Store, sealing: Sealing): Promise<KeyFile | undefined> {
  const sealed = await sealedIn(store, SIGNING);
  if (sealed === undefined) return undefined;
  const pair = readPrivateKey(PKCS8, Buffer.from(sealing.unseal(SIGNING, sealed), 'base64'));
  const remove = async () => {
    await store.transact((tx) => tx.change('delete from audit_key where name = ?', [SIGNING]));
  };
  return { key: { pair }, remove };
}

/** Deletes the keys that the log itself keeps: the next start makes another one for digests. @returns their number */
export async function forgetAuditKeys(store: Store): Promise<number> {
  return store.transact((tx) => tx.change('delete from audit_key', []));
}

/** Returns the key of a log. @param pair of Ed25519 */
export function auditKey(origin: string, { pkcs8, spki }: KeyPair): AuditKey {
  const key = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' });
  const publicKey = rawOf(spki).octets;
  return { origin, publicKey, id: verifierKey(origin, publicKey).id, sign: (octets) => sign(null, octets, key) };
}

async function sealedIn(queries: Pick<Tx, 'query'>, name: string): Promise<string | undefined> {
  const [row] = await queries.query<{ readonly sealed: string }>('select sealed from audit_key where name = ?', [name]);
  return row?.sealed;
}

function opened(sealing: Sealing, sealed: string): string {
  try {
    return sealing.unseal(DIGEST, sealed);
  } catch (cause) {
    const wayOut =
      'put the secret-key of the node that wrote this database into the data directory, or name it with --secret-key-file; if it is lost, "yangent data new-keys" lets the next start make other keys and begin a new log, and auditors must be told of it';
    throw new Error(`the ${DIGEST} does not open with the secret key of this node: ${wayOut}`, { cause });
  }
}
