/** Records of the work of the node itself. */
import type { RecordContent } from './record.js';

export const BY_NODE = { 'principal-kind': 'node', user: 'system' } as const;

/** The reason of a record of a key that follows others in wrong hands. */
export const COMPROMISED = 'compromised';

/** Returns the record of a key of the log. @param key as verifiers take it */
export function keyRecord(key: string): RecordContent {
  return { 'record-kind': 'key', ...BY_NODE, operation: 'audit-key', outcome: 'done', key };
}
