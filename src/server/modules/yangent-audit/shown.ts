/** Records and hashes as the model shows them. */
import type { AuditRecord } from '../../../audit/index.js';
import type { YangentAudit_Audit_Log_Entry } from '../../../generated/index.js';

/** Returns a list entry of the model: numbers of 64 bits are texts (RFC 7951 §6.1). */
export function shownRecord(record: AuditRecord): YangentAudit_Audit_Log_Entry {
  const { v: _, sequence, intent, size, count, actor, target, at, ...others } = record;
  return {
    ...others,
    sequence: long(sequence),
    at,
    ...(actor === undefined ? {} : { actor: [...actor] }),
    ...(target === undefined ? {} : { target: [...target] }),
    ...(intent === undefined ? {} : { intent: long(intent) }),
    ...(size === undefined ? {} : { size: long(size) }),
    ...(count === undefined ? {} : { count: long(count) }),
  };
}

/** Returns a number as the text of a 64-bit integer. */
export const long = (value: number): `${bigint}` => `${BigInt(value)}`;

export const base64 = (hash: Uint8Array): string => Buffer.from(hash).toString('base64');
