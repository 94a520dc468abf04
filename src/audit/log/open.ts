/** Opens the log at the start of a node: its first records, those of a recovery, and the intents that the last run left open. */
import type { Logger } from 'pino';
import { rawOf, type Sealing } from '../../keys/index.js';
import type { Store, Tx } from '../../store/index.js';
import type { AuditLogTable } from '../keeping/database.js';
import { auditKey, openDigestKey } from '../keeping/keys.js';
import { keysIn, LogRows } from '../keeping/rows.js';
import { ShownCheckpoint } from '../keeping/shown.js';
import { type Checkpoint, parseCheckpoint } from '../note/checkpoint.js';
import { signersOf } from '../note/note.js';
import { verifierKey } from '../note/verifier-key.js';
import { parseRecord } from '../record/canonical.js';
import { BY_NODE, keyRecord } from '../record/own.js';
import type { RecordContent } from '../record/record.js';
import { type Edge, EMPTY_EDGE, edgeLength, rootOf } from '../tree/edge.js';
import { HASH_OCTETS } from '../tree/hash.js';
import { type Departure, departureOf, numberOf, originOf } from './departure.js';
import { AuditLog, type LogHead } from './log.js';
import { type AuditKeys, followKeys } from './rotation.js';

export interface AuditLogOptions {
  /** Opened with `auditMigrations`. */
  readonly store: Store;
  /** Seals the key of digests. */
  readonly sealing: Sealing;
  /** Have the key for the purpose `audit`. */
  readonly keys: AuditKeys;
  /** The file of the last shown checkpoint, which a backup of the database must not replace. */
  readonly shownFile: string;
  readonly log?: Logger;
}

/** @throws Error when the keys do not open, or the file of the shown checkpoint is damaged */
export async function openAuditLog(o: AuditLogOptions): Promise<AuditLog> {
  const { store, sealing, keys, shownFile, log: logger } = o;
  const digestKey = await openDigestKey(store, sealing);
  const { pair } = await keys.pair('audit');
  const publicKey = rawOf(pair.spki).octets;
  const shown = new ShownCheckpoint(shownFile);
  const [stored, remembered] = [await LogRows.last(store), await shown.read()];
  const before = remembered ?? (stored && parseCheckpoint(stored.note));
  const departure =
    stored && !isSignedBy(stored, publicKey) ? 'the key is another one' : await departureOf(store, stored, before);
  const isContinued = stored !== undefined && departure === undefined;
  const number = isContinued ? stored.number : nextNumber(store, stored?.number, before);
  const origin = isContinued ? stored.origin : originOf(store.nodeId, number);
  const rows = new LogRows(number);
  const edge = isContinued ? edgeOf(stored.size, stored.edge) : EMPTY_EDGE;
  const head: LogHead = {
    origin,
    first: isContinued ? stored.first : 0,
    size: edge.size,
    root: rootOf(edge),
    note: isContinued ? stored.note : '',
  };
  const key = auditKey(origin, pair);
  const { text } = verifierKey(origin, publicKey);
  const log = new AuditLog({ store, rows, key, digestKey, shown, head, edge, isNew: !isContinued, log: logger });
  await store.transact(async (tx) => {
    if (!isContinued) await rows.create(tx, origin, text);
    else if (keysIn(stored).length === 0) await rows.setKeys(tx, [text]);
    if (departure && before) log.append(tx, recoveryOf(before, departure));
    if (!isContinued) log.append(tx, keyRecord(text));
    log.append(tx, { 'record-kind': 'start', ...BY_NODE, operation: 'start', outcome: 'done' });
    await settleIntents(log, tx);
  });
  await log.show();
  followKeys(log, keys, (error) => logger?.error({ err: error }, 'audit: the key of the log could not be changed'));
  return log;
}

function nextNumber(store: Store, stored: number | undefined, shown: Checkpoint | undefined): number {
  const seen = shown && numberOf(store.nodeId, shown.origin);
  return Math.max(stored ?? 0, seen ?? 0) + 1;
}

function edgeOf(size: number, octets: Uint8Array): Edge {
  if (octets.length !== edgeLength(size) * HASH_OCTETS) {
    throw new Error(
      `the audit log of ${size} records has an edge of ${octets.length} octets: the database was changed by hand`,
    );
  }
  const hashes = Array.from({ length: edgeLength(size) }, (_, index) =>
    octets.slice(index * HASH_OCTETS, (index + 1) * HASH_OCTETS),
  );
  return { size, hashes };
}

function recoveryOf({ origin, size, root }: Checkpoint, reason: Departure): RecordContent {
  const past = { origin, size, root: Buffer.from(root).toString('base64'), reason };
  return { 'record-kind': 'recovery', ...BY_NODE, operation: 'new-audit-log', outcome: 'done', ...past };
}

/** True when the key is one of those that sign the log. */
function isSignedBy(stored: AuditLogTable, publicKey: Uint8Array): boolean {
  const key = verifierKey(stored.origin, publicKey);
  const keys = keysIn(stored);
  return keys.length === 0 ? signersOf(parseCheckpoint(stored.note).note, [key]).length > 0 : keys.includes(key.text);
}

/** Records an unknown outcome for each intent of an earlier run. */
async function settleIntents(log: AuditLog, tx: Tx): Promise<void> {
  for (const { log: number, text } of await LogRows.openIntents(tx)) {
    const { v: _, sequence, at: __, ...intent } = parseRecord(text);
    const origin = number === log.rows.number ? undefined : originOf(log.store.nodeId, number);
    log.append(tx, { ...intent, outcome: 'unknown', intent: sequence, origin });
  }
  await log.rows.forgetEarlierIntents(tx);
}
