/** Lets another key of the node sign the log, and tells verifiers of it by a record. */
import type { KeyPair, KeyUse, NodeKeys } from '../../keys/index.js';
import { rawOf } from '../../keys/index.js';
import type { Tx } from '../../store/index.js';
import { auditKey } from '../keeping/keys.js';
import { rotationNote } from '../note/rotation.js';
import { verifierKey } from '../note/verifier-key.js';
import { COMPROMISED, keyRecord } from '../record/own.js';
import type { AuditLog } from './log.js';

/** The keys of the node, as the log needs them. */
export type AuditKeys = Pick<NodeKeys, 'pair' | 'uses'>;

/**
 * Records in the transaction of the change that another key follows. The key until now signs that; when it is compromised, it does
 * not, and the new one signs this very commit.
 *
 * @param compromised the new key pair, when the keys until now are in wrong hands
 */
export async function recordKey(log: AuditLog, tx: Tx, { spki }: KeyUse, compromised?: KeyPair): Promise<void> {
  const { key: before, rows } = log;
  const { origin } = before;
  const { octets } = rawOf(spki);
  const { text } = verifierKey(origin, octets);
  if (text === verifierKey(origin, before.publicKey).text) return;
  if (!compromised) {
    log.append(tx, { ...keyRecord(text), rotation: rotationNote(before, octets) });
    await rows.setKeys(tx, [text, ...(await rows.keys(tx)).filter((each) => each !== text)]);
    return;
  }
  log.append(tx, { ...keyRecord(text), reason: COMPROMISED });
  await rows.setKeys(tx, [text]);
  let signer = auditKey(origin, compromised);
  tx.beforeCommit(async () => log.signWith(signer));
  tx.afterRollback(() => {
    signer = before;
    log.signWith(before);
  });
}

/** Lets the key in use sign the log whenever it changes. */
export function followKeys(log: AuditLog, keys: AuditKeys, failed: (error: unknown) => void): void {
  keys.uses.watch(async (purpose) => {
    if (purpose !== 'audit') return;
    try {
      log.signWith(auditKey(log.key.origin, (await keys.pair('audit')).pair));
    } catch (error) {
      failed(error);
    }
  });
}
