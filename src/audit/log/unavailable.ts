/** A record, or the checkpoint of its commit, that could not be made; what it records must not happen. */
import type { Logger } from 'pino';
import { StoreError } from '../../store/index.js';

export class AuditUnavailable extends Error {}

/** Runs a part of the writing. Errors of the store and its database stay: they say what is wrong with the disk. */
export async function available<T>(log: Logger | undefined, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof StoreError || (cause instanceof Error && 'code' in cause)) throw cause;
    log?.error({ err: cause }, 'audit: a record cannot be made, so nothing of its transaction is stored');
    throw new AuditUnavailable('the audit record of the operation cannot be made', { cause });
  }
}
