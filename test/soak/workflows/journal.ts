/** Checks the journal of a run as a reader can: each hash follows from the one before. */
import { createHash } from 'node:crypto';
import { canonicalJson } from '../../../src/data/canonical-json.js';

export interface JournalEvent {
  readonly sequence: string;
  readonly hash: string;
  readonly node?: unknown;
  readonly item?: unknown;
  readonly [member: string]: unknown;
}

export interface Journaled {
  readonly id: string;
  readonly digest: string;
  readonly created: string;
  readonly input: object;
  readonly event: readonly JournalEvent[];
}

/** Says what is wrong with a journal; undefined: nothing. */
export function brokenChain({ id, digest, input, created, event }: Journaled): string | undefined {
  const sha = (...parts: readonly (string | Buffer)[]) => {
    const hash = createHash('sha256');
    for (const part of parts) hash.update(part);
    return hash.digest('hex');
  };
  const inputDigest = `sha-256:${sha(canonicalJson(input))}`;
  let before = sha(canonicalJson({ run: id, digest, input: inputDigest, created }));
  for (const [index, { hash, sequence, ...entry }] of event.entries()) {
    const next = sha(Buffer.from(before, 'hex'), canonicalJson({ ...entry, sequence: Number(sequence) }));
    if (Number(sequence) !== index + 1 || next !== hash)
      return `event ${index + 1} does not follow from the one before`;
    before = hash;
  }
  return undefined;
}
