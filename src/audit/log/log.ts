/**
 * The log: it writes records in the transactions of what they record, and one signed checkpoint in each commit that has records. So
 * no change is acknowledged before its record is signed.
 */
import type { Logger } from 'pino';
import type { Store, Tx } from '../../store/index.js';
import type { LogRows, StoredRecord } from '../keeping/rows.js';
import type { ShownCheckpoint } from '../keeping/shown.js';
import { type AuditKey, signCheckpoint } from '../note/checkpoint.js';
import { verifierKey } from '../note/verifier-key.js';
import { recordText } from '../record/canonical.js';
import { type DigestKey, inputDigest } from '../record/digest.js';
import type { RecordContent } from '../record/record.js';
import { appendLeaf, type Edge, type HashedSubtree, rootOf } from '../tree/edge.js';
import { leafHash } from '../tree/hash.js';
import { available } from './unavailable.js';

/** The log as it is durable. */
export interface LogHead {
  readonly origin: string;
  /** The first record that was not pruned. */
  readonly first: number;
  /** Number of records, with those that were pruned. */
  readonly size: number;
  readonly root: Uint8Array;
  /** The signed checkpoint of this size. */
  readonly note: string;
}

/** A record that is written with its transaction. */
export interface Appended {
  /** Its place in the log. @throws Error before the transaction is stored */
  readonly sequence: number;
}

class WaitingRecord implements Appended {
  place: number | undefined;

  constructor(readonly content: RecordContent) {}

  get sequence(): number {
    if (this.place === undefined) throw new Error('the record is not stored yet');
    return this.place;
  }
}

/** The tree with the records of the running commit. */
interface Growth {
  readonly edge: Edge;
  /** Full subtrees that no commit holds yet. */
  readonly nodes: readonly HashedSubtree[];
}

export interface LogOptions {
  readonly store: Store;
  readonly rows: LogRows;
  readonly key: AuditKey;
  readonly digestKey: DigestKey;
  readonly shown: ShownCheckpoint;
  /** The log as stored. */
  readonly head: LogHead;
  readonly edge: Edge;
  /** True when this start begins it. */
  readonly isNew: boolean;
  readonly log?: Logger;
}

export class AuditLog {
  readonly store: Store;
  readonly rows: LogRows;
  readonly #o: LogOptions;
  #key: AuditKey;
  #head: LogHead;
  #growth: Growth;
  /** Records of running transactions. */
  readonly #waiting = new WeakMap<Tx, WaitingRecord[]>();

  /** Use `openAuditLog`. */
  constructor(o: LogOptions) {
    this.#o = o;
    this.store = o.store;
    this.rows = o.rows;
    this.#key = o.key;
    this.#head = o.head;
    this.#growth = { edge: o.edge, nodes: [] };
  }

  /** The key that signs the next checkpoint. */
  get key(): AuditKey {
    return this.#key;
  }

  /** That key, as verifiers take it. */
  get verifierKey(): string {
    const { origin, publicKey } = this.#key;
    return verifierKey(origin, publicKey).text;
  }

  /** True when this start has begun the log. */
  get isNew(): boolean {
    return this.#o.isNew;
  }

  /** Lets another key sign from the next checkpoint on; see `recordKey` for how verifiers learn of it. */
  signWith(key: AuditKey): void {
    this.#key = key;
  }

  get head(): LogHead {
    return this.#head;
  }

  /** Appends a record in the transaction of what it records. */
  append(tx: Tx, content: RecordContent): Appended {
    const waiting = this.#waiting.get(tx) ?? [];
    this.#waiting.set(tx, waiting);
    const record = new WaitingRecord(content);
    const before = waiting.length;
    waiting.push(record);
    tx.afterRollback(() => {
      waiting.length = Math.min(waiting.length, before);
    });
    tx.beforeCommit(() => available(this.#o.log, () => this.#write(tx, waiting)));
    tx.beforeGroupCommit(this.#seal);
    return record;
  }

  /** Returns the digest of an input, as records have it. @param value RFC 7951 value */
  digest(value: unknown): string {
    return inputDigest(this.#o.digestKey, value);
  }

  /** Returns the log as it may be shown: the file outside the database remembers its checkpoint. */
  async show(): Promise<LogHead> {
    const head = this.#head;
    await this.#o.shown.remember(head);
    return head;
  }

  /** Notes that older records are deleted, once the transaction is stored. */
  pruned(tx: Tx, first: number): void {
    tx.afterCommit(() => {
      this.#head = { ...this.#head, first };
    });
  }

  async #write(tx: Tx, waiting: WaitingRecord[]): Promise<void> {
    const records = waiting.splice(0);
    if (records.length === 0) return;
    const before = this.#growth;
    tx.afterRollback(() => {
      this.#growth = before;
    });
    const rows: StoredRecord[] = [];
    const nodes: HashedSubtree[] = [];
    let { edge } = before;
    for (const record of records) {
      const at = Date.now();
      const sequence = edge.size;
      const text = recordText(record.content, sequence, new Date(at).toISOString());
      edge = appendLeaf(edge, leafHash(Buffer.from(text)), (node) => void nodes.push(node));
      rows.push({ sequence, at, text });
      record.place = sequence;
    }
    this.#growth = { edge, nodes: [...before.nodes, ...nodes] };
    await this.rows.insertRecords(tx, rows);
    for (const { content, sequence } of records) {
      if (content.outcome === 'intent') await this.rows.openIntent(tx, sequence);
      else if (content.intent !== undefined) await this.rows.closeIntent(tx, content.intent);
    }
  }

  /** Signs the tree with the records of all transactions of a commit. One function for all, so that it runs once in a commit. */
  readonly #seal = (tx: Tx): Promise<void> =>
    available(this.#o.log, async () => {
      const before = this.#growth;
      const { edge, nodes } = before;
      if (edge.size === this.#head.size) return;
      const root = rootOf(edge);
      const note = signCheckpoint({ size: edge.size, root }, this.#key);
      this.#growth = { edge, nodes: [] };
      tx.afterRollback(() => {
        this.#growth = before;
      });
      await this.rows.insertNodes(tx, nodes);
      await this.rows.setHead(tx, { size: edge.size, edge: Buffer.concat(edge.hashes), note });
      tx.afterCommit(() => {
        this.#head = { ...this.#head, size: edge.size, root, note };
      });
    });
}
