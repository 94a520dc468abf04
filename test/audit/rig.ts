/** An audit log over a database of its own. */
import { join } from 'node:path';
import {
  type AuditLog,
  auditMigrations,
  earlierAuditKey,
  openAuditLog,
  type RecordContent,
} from '../../src/audit/index.js';
import { LogRows } from '../../src/audit/keeping/rows.js';
import { parseCheckpoint } from '../../src/audit/note/checkpoint.js';
import { signersOf } from '../../src/audit/note/note.js';
import { verifierKey } from '../../src/audit/note/verifier-key.js';
import { appendLeaf, EMPTY_EDGE, rootOf } from '../../src/audit/tree/edge.js';
import { isSameHash, leafHash } from '../../src/audit/tree/hash.js';
import { keyMigrations, makeSecretKey, NodeKeys, PURPOSES, sealingWith } from '../../src/keys/index.js';
import { type Migration, openStore, type Store } from '../../src/store/index.js';
import { noteMigration } from '../store/note-table.js';
import { cleanUp, temporaryDirectory } from '../support/clean-up.js';

export interface LogRig {
  readonly directory: string;
  readonly store: Store;
  readonly keys: NodeKeys;
  readonly log: AuditLog;
  close(): Promise<void>;
  /** Closes, and opens the same files again. @param between what happens to the files meanwhile */
  reopen(between?: () => void): Promise<LogRig>;
}

export const EDIT: RecordContent = { 'record-kind': 'operation', operation: 'edit', outcome: 'done', user: 'anna' };

/** @param more tables besides those of the log */
export async function openLog(directory = temporaryDirectory(), more: readonly Migration[] = []): Promise<LogRig> {
  const store = await openStore({
    file: join(directory, 'store.db'),
    migrations: [...keyMigrations, ...auditMigrations, noteMigration, ...more],
  });
  const sealing = sealingWith(await makeSecretKey(join(directory, 'secret-key')));
  const without = PURPOSES.filter((purpose) => purpose !== 'audit');
  const earlier = { audit: () => earlierAuditKey(store, sealing) };
  const keys = await NodeKeys.open({ store, sealing, data: directory, hosts: [], without, earlier });
  const log = await openAuditLog({ store, sealing, keys, shownFile: join(directory, 'audit-checkpoint') });
  const close = () => {
    keys.close();
    return store.close();
  };
  cleanUp(close);
  return {
    ...{ directory, store, keys, log, close },
    reopen: async (between) => {
      await close();
      between?.();
      return openLog(directory, more);
    },
  };
}

/** Appends records, each in a transaction of its own, all in one turn. */
export async function appendRecords({ store, log }: LogRig, count: number, content = EDIT): Promise<void> {
  await Promise.all(Array.from({ length: count }, () => store.transact(async (tx) => void log.append(tx, content))));
}

/** Returns the texts of all stored records. */
export async function textsOf({ store, log }: LogRig): Promise<readonly string[]> {
  return (await log.rows.records(store, 0, 100_000)).map(({ text }) => text);
}

/** Returns the faults of a log that was not pruned: what a second auditor would say of it. */
export async function faultsOf(rig: LogRig): Promise<readonly string[]> {
  const { store, log } = rig;
  const stored = await log.rows.records(store, 0, 100_000);
  let edge = EMPTY_EDGE;
  for (const { text } of stored) edge = appendLeaf(edge, leafHash(Buffer.from(text)));
  const row = await LogRows.last(store);
  const signed = parseCheckpoint(row?.note ?? '');
  const key = verifierKey(log.head.origin, log.key.publicKey);
  const checks: Readonly<Record<string, boolean>> = {
    'sequence has gaps': stored.some(({ sequence }, index) => sequence !== index),
    'sizes differ': new Set([stored.length, row?.size, signed.size, log.head.size]).size > 1,
    'roots differ': !isSameHash(rootOf(edge), signed.root) || !isSameHash(rootOf(edge), log.head.root),
    'signed by another key': signersOf(signed.note, [key]).length !== 1,
    'other edge': !Buffer.concat(edge.hashes).equals(Buffer.from(row?.edge ?? [])),
  };
  return Object.keys(checks).filter((fault) => checks[fault]);
}
