/** An auditor who keeps the first key and every checkpoint: it takes the log page by page, as an archive, and indexes the records. */
import {
  ArchiveVerifier,
  type AuditRecord,
  headerLine,
  parseCheckpoint,
  parseVerifierKey,
  recordLines,
} from '../../../src/audit/index.js';
import { parseRecord } from '../../../src/audit/record/canonical.js';
import { appendLeaf, type Edge, EMPTY_EDGE, rootOf } from '../../../src/audit/tree/edge.js';
import { leafHash } from '../../../src/audit/tree/hash.js';
import type { Clients } from './clients.js';
import type { Sought } from './operation.js';

const PAGE = 1_000;

export interface DeviceEdit {
  readonly intent: number;
  readonly digest: string;
  readonly task: string | undefined;
  readonly outcomes: readonly string[];
}

export class LogReader {
  readonly faults: string[] = [];
  readonly #done = new Map<string, number>();
  readonly #intents = new Map<number, DeviceEdit & { readonly outcomes: string[] }>();
  /** Checkpoints that clients were given, and have not been met yet. */
  #checkpoints: string[] = [];
  readonly #roots = new Map<number, string>();
  #verifier: ArchiveVerifier | undefined;
  #edge: Edge = EMPTY_EDGE;

  get size(): number {
    return this.#edge.size;
  }

  /** Keeps a checkpoint that a client was given. */
  keep(note: string): void {
    this.#checkpoints.push(note);
  }

  /** Takes all new records. @throws ArchiveFault that names the first bad one */
  async take(clients: Clients): Promise<void> {
    for (let size = -1; size !== this.size; ) {
      const page = await clients.output('admin', 'yangent-audit:archive', { first: String(this.size), limit: PAGE });
      // An empty leaf-list is absent.
      const { origin, key, edge = [], record = [], checkpoint = [] } = page;
      const last = checkpoint.at(-1);
      size = Number(last?.size ?? this.size);
      if (!this.#verifier) {
        this.#verifier = new ArchiveVerifier({ keys: key.slice(-1).map(parseVerifierKey) });
        this.#lines(headerLine({ origin, keys: key, first: this.size, edge }));
      }
      if (record.length > 0) this.#lines(recordLines(record, last.note));
      for (const text of record) this.#index(text);
      if (record.length < PAGE) break;
    }
    this.#meet();
  }

  /** Number of records of an operation with the outcome done. @param digest of the input, where it is sought by that */
  count({ operation, by }: Sought, digest: string | undefined): number {
    if ('approval' in by) return this.#done.get(`${operation} approval ${by.approval}`) ?? 0;
    return this.#done.get('target' in by ? `${operation} ${by.target}` : `${operation} ${digest}`) ?? 0;
  }

  /** Records of edits of the device with this digest of the document. */
  deviceEdits(digest: string): readonly DeviceEdit[] {
    return [...this.#intents.values()].filter((each) => each.digest === digest);
  }

  /** Forgets device edits that were judged. */
  forget(edits: readonly DeviceEdit[]): void {
    for (const { intent } of edits) this.#intents.delete(intent);
  }

  #lines(text: string): void {
    for (const line of text.split('\n').slice(0, -1)) this.#verifier?.take(Buffer.from(line));
    if (this.size > 0) this.#verifier?.end();
  }

  #index(text: string): void {
    this.#edge = appendLeaf(this.#edge, leafHash(Buffer.from(text)), () => undefined);
    this.#roots.set(this.size, Buffer.from(rootOf(this.#edge)).toString('hex'));
    const record = parseRecord(text);
    const { operation, outcome, approval, target = [], 'input-digest': digest } = record;
    if (operation === 'device-edit') this.#device(record);
    if (record['record-kind'] === 'recovery') this.faults.push(`record ${record.sequence}: the log began anew`);
    if (outcome !== 'done') return;
    const one = (key: string) => this.#done.set(key, (this.#done.get(key) ?? 0) + 1);
    if (digest !== undefined) one(`${operation} ${digest}`);
    for (const each of target) one(`${operation} ${each}`);
    if (approval !== undefined && record['record-kind'] === 'operation') one(`${operation} approval ${approval}`);
  }

  #device({ sequence, intent, outcome, task, 'input-digest': digest = '' }: AuditRecord): void {
    if (outcome === 'intent') this.#intents.set(sequence, { intent: sequence, digest, task, outcomes: [] });
    else if (intent !== undefined) this.#intents.get(intent)?.outcomes.push(outcome);
  }

  #meet(): void {
    this.#checkpoints = this.#checkpoints.filter((note) => {
      const { size, root } = parseCheckpoint(note);
      if (size > this.size) {
        this.faults.push(`a client has a checkpoint of ${size} records, the log has ${this.size}`);
        return false;
      }
      if (this.#roots.get(size) !== Buffer.from(root).toString('hex'))
        this.faults.push(`a client has a checkpoint of ${size} records, which are not those of the log`);
      return false;
    });
    for (const size of this.#roots.keys()) if (size < this.size) this.#roots.delete(size);
  }
}
