/** The journal of a run: each entry is bound to the one before by a hash. */
import { createHash } from 'node:crypto';
import { canonicalJson } from '../../data/canonical-json.js';
import type { EventRow } from './journal-rows.js';

/** An entry without its hash. Values are named by their digests. */
export interface Entry {
  readonly sequence: number;
  /** yang:date-and-time */
  readonly at: string;
  readonly kind: 'run' | 'step' | 'signal' | 'rollback' | 'action' | 'gate' | 'vote' | 'policy' | 'shredded';
  readonly node?: string;
  readonly item?: number;
  readonly generation?: number;
  /** User or agent. */
  readonly by: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** The begin of a journal. */
export interface Genesis {
  readonly run: string;
  /** Digest of the graph. */
  readonly digest: string;
  /** Digest of the input. */
  readonly input: string;
  readonly created: string;
}

/** Returns the hash that stands before the first entry, in hexadecimal digits. */
export function genesisHash({ run, digest, input, created }: Genesis): string {
  return createHash('sha256').update(canonicalJson({ run, digest, input, created })).digest('hex');
}

/** Returns an entry with its hash: SHA-256 of the hash before and the canonical text of the entry. */
export function chained(before: string, entry: Entry): EventRow {
  const text = canonicalJson(entry);
  return { sequence: entry.sequence, entry: text, hash: hashOf(before, text) };
}

/** Returns the hash of the canonical text of an entry behind the hash of the one before. */
export function hashOf(before: string, text: string): string {
  return createHash('sha256').update(Buffer.from(before, 'hex')).update(text, 'utf8').digest('hex');
}
