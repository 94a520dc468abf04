/** yangent-audit: shows the audit log, proves what is in it, and hands it out for archives. */
import {
  type AuditLog,
  archivePage,
  deletePruned,
  findRecords,
  keepCheckpoint,
  NotArchived,
  proveGrowth,
  proveRecord,
  prune,
  recordAt,
  recordsFrom,
  recordTextAt,
  verifierKey,
} from '../../../audit/index.js';
import { RpcError } from '../../../data/index.js';
import type { YangentAuditProvider } from '../../../generated/providers.js';
import { type AnyProvider, provide } from '../../provider.js';
import { base64, long, shownRecord } from './shown.js';

const NEVER = new AbortController().signal;

export function auditProvider(log: AuditLog): AnyProvider {
  return provide<YangentAuditProvider>({
    module: 'yangent-audit',
    state: {
      '/yangent-audit:audit/log': async () => {
        const { origin, first, size, root, note } = await log.show();
        const { archived } = await log.rows.head(log.store);
        const key = verifierKey(origin, log.key.publicKey).text;
        const numbers = { first: long(first), size: long(size), archived: long(archived) };
        return { origin, key, ...numbers, root: base64(root), checkpoint: note };
      },
      '/yangent-audit:audit/log/entry': {
        get: async ({ sequence }) => {
          const record = await recordAt(log, Number(sequence));
          return record && shownRecord(record);
        },
        list: async ({ after, limit }) => {
          const from = after === undefined ? log.head.first : Number(after.sequence) + 1;
          return (await recordsFrom(log, from, limit)).map(shownRecord);
        },
      },
    },
    rpcs: {
      list: ({ log: origin, before, limit, since, user, operation, outcome }) =>
        answered(async () => {
          const filter = { user, operation, outcome, ...(since === undefined ? {} : { since: Date.parse(since) }) };
          const from = before === undefined ? undefined : Number(before);
          const found = await findRecords(log, filter, { before: from, limit, origin });
          return {
            entry: found.records.map(shownRecord),
            ...(found.before === undefined ? {} : { before: long(found.before) }),
          };
        }),
      checkpoint: async () => ({ checkpoint: (await keepCheckpoint(log)).note }),
      prove: ({ sequence, from, to }) =>
        answered(async () => {
          const { head, hashes } =
            sequence === undefined
              ? await proveGrowth(log, Number(from), to === undefined ? log.head.size : Number(to))
              : await proveRecord(log, Number(sequence));
          const record = sequence === undefined ? undefined : await recordTextAt(log, Number(sequence));
          return { checkpoint: head.note, hash: hashes.map(base64), ...(record === undefined ? {} : { record }) };
        }),
      archive: ({ first, limit }) =>
        answered(async () => {
          const { head, keys, edge, records, checkpoints } = await archivePage(log, Number(first), limit);
          // The export is recorded in the log before anybody has it.
          await log.store.transact(async () => undefined);
          return {
            ...{
              origin: head.origin,
              key: [...keys],
              size: long(head.size),
              edge: edge.map(base64),
              record: [...records],
            },
            checkpoint: checkpoints.map(({ size, note }) => ({ size: long(size), note })),
          };
        }),
      prune: ({ before }) =>
        answered(async () => {
          await log.store.transact((tx) => prune(log, tx, Number(before)));
          await deletePruned(log, NEVER);
          return undefined;
        }),
      hash: async ({ value }) => ({ 'input-digest': log.digest(parsed(value)) }),
    },
  });
}

/** Converts refusals of the log to errors for the caller. */
async function answered<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof NotArchived) throw refusal('operation-failed', error.message, 'not-archived');
    if (error instanceof RangeError) throw refusal('invalid-value', error.message);
    throw error;
  }
}

function refusal(tag: 'operation-failed' | 'invalid-value', message: string, appTag?: string): RpcError {
  return new RpcError({ type: 'application', tag, appTag, origin: 'caller', message });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw refusal('invalid-value', 'value is no JSON text');
  }
}
