/** Verifies an archive line by line, in memory that does not grow with it. */
import { parseCheckpoint, type SignedCheckpoint } from '../note/checkpoint.js';
import { NoteFault } from '../note/fault.js';
import { signersOf } from '../note/note.js';
import { successorIn } from '../note/rotation.js';
import type { VerifierKey } from '../note/verifier-key.js';
import { parseRecord, RecordFault } from '../record/canonical.js';
import { COMPROMISED } from '../record/own.js';
import type { AuditRecord } from '../record/record.js';
import { appendLeaf, type Edge, rootOf } from '../tree/edge.js';
import { HASH_OCTETS, isSameHash, leafHash } from '../tree/hash.js';
import { ArchiveFault, type ArchiveHeader, kindOfLine, leavesIn, noteIn, parseHeader } from './lines.js';

export interface Anchors {
  /** Keys that the auditor has from elsewhere. Default: those in the file, which prove nothing against who holds them. */
  readonly keys?: readonly VerifierKey[];
  /** A checkpoint that the auditor kept. */
  readonly checkpoint?: SignedCheckpoint;
}

/** The extent of an archive without fault. */
export interface Verdict {
  readonly origin: string;
  /** The first record of the archive. */
  readonly first: number;
  /** Number of records of the log up to the end of the archive. */
  readonly size: number;
  /** Records before this one cannot have been rewritten without the auditor's seeing it. */
  readonly anchored: number;
}

/** Records without a line of their hashes; more of them are not compared one by one. */
const MOST_LEAVES = 100_000;

export class ArchiveVerifier {
  #header: ArchiveHeader | undefined;
  #edge: Edge = { size: 0, hashes: [] };
  /** Hashes of the records since the last line of hashes. */
  #leaves: Uint8Array[] = [];
  /** Number of records that the last note of a trusted key signs. */
  #signed = 0;
  /** Why the first note after that does not count: a later one signs its records again, as it signs all before it. */
  #unsigned: string | undefined;
  /** Those of the auditor, or of the file, and those for which they vouch. */
  #trusted: readonly VerifierKey[] = [];
  /** Tells when a record ended the trust in keys. */
  #ended = '';
  #isMet = false;

  constructor(private readonly anchors: Anchors) {}

  /** Takes the next line, without its line feed. @throws ArchiveFault that names the first bad record */
  take(line: Buffer): void {
    if (!this.#header) {
      this.#begin(parseHeader(line));
      return;
    }
    switch (kindOfLine(line)) {
      case 'record':
        this.#record(line);
        break;
      case 'leaves':
        this.#compare(leavesIn(line));
        break;
      case 'note':
        this.#check(noteIn(line), this.#header);
        break;
    }
  }

  /** Returns what is true of the archive when all lines were taken. @throws ArchiveFault when its end is missing */
  end(): Verdict {
    const { size } = this.#edge;
    if (!this.#header) throw new ArchiveFault('the file is empty');
    if (this.#unsigned !== undefined && size > this.#signed) throw new ArchiveFault(this.#unsigned);
    if (size > this.#signed)
      throw new ArchiveFault(`no checkpoint signs ${this.#between(this.#signed, size)}: the file was cut`);
    const { checkpoint, keys } = this.anchors;
    if (checkpoint && !this.#isMet) {
      throw new ArchiveFault(
        `the checkpoint has ${checkpoint.size} records, the file ends with ${size}: the log was shortened`,
      );
    }
    const { origin, edge } = this.#header;
    return { origin, first: edge.size, size, anchored: keys ? size : (checkpoint?.size ?? 0) };
  }

  #begin(header: ArchiveHeader): void {
    const { checkpoint } = this.anchors;
    const { origin, edge } = header;
    this.#header = header;
    this.#edge = edge;
    this.#signed = edge.size;
    this.#trusted = this.anchors.keys ?? header.keys;
    if (!checkpoint) return;
    if (checkpoint.origin !== origin)
      throw new ArchiveFault(`the checkpoint is of the log ${checkpoint.origin}, the file of ${origin}`);
    if (checkpoint.size < edge.size)
      throw new ArchiveFault(
        `the checkpoint has ${checkpoint.size} records, and the file begins with record ${edge.size}: take an earlier file`,
      );
    const unsigned = this.#lackOf(checkpoint, 'your checkpoint');
    if (unsigned !== undefined)
      throw new ArchiveFault(
        `${unsigned}; if you trust the key that signed it, give that one and the present one, each with --key`,
      );
    this.#meet();
  }

  #record(line: Buffer): void {
    const place = this.#edge.size;
    const hash = leafHash(line);
    if (this.#leaves.length < MOST_LEAVES) this.#leaves.push(hash);
    const record = this.#parsed(line, place);
    const { sequence } = record;
    if (sequence !== place) {
      throw new ArchiveFault(`record ${place} is bad: in its place stands one with the sequence ${sequence}`);
    }
    this.#edge = appendLeaf(this.#edge, hash);
    this.#meet();
    if (record['record-kind'] === 'key') this.#follow(record);
  }

  #parsed(line: Buffer, place: number) {
    try {
      return parseRecord(line.toString());
    } catch (error) {
      throw error instanceof RecordFault ? new ArchiveFault(`record ${place} is bad: ${error.message}`) : error;
    }
  }

  /** Compares the records with their hashes as they were exported, to name the one that was changed. */
  #compare(exported: Buffer): void {
    const leaves = this.#leaves.splice(0);
    const first = this.#edge.size - leaves.length;
    if (leaves.length === MOST_LEAVES) return;
    if (exported.length !== leaves.length * HASH_OCTETS)
      throw new ArchiveFault(
        `${this.#between(first, this.#edge.size)} are bad: they have ${exported.length / HASH_OCTETS} hashes`,
      );
    const bad = leaves.findIndex(
      (leaf, index) => !isSameHash(leaf, exported.subarray(index * HASH_OCTETS, (index + 1) * HASH_OCTETS)),
    );
    if (bad >= 0) throw new ArchiveFault(`record ${first + bad} is bad: it was changed after it was exported`);
  }

  #check(text: string, header: ArchiveHeader): void {
    const { size } = this.#edge;
    const checkpoint = read(text);
    if (checkpoint.origin !== header.origin)
      throw new ArchiveFault(
        `the checkpoint after record ${size - 1} is of the log ${checkpoint.origin}, not of ${header.origin}`,
      );
    if (checkpoint.size !== size)
      throw new ArchiveFault(
        `the checkpoint after record ${size - 1} is of ${checkpoint.size} records: records are missing, or too many`,
      );
    if (!isSameHash(checkpoint.root, rootOf(this.#edge)))
      throw new ArchiveFault(
        `${this.#between(this.#signed, size)} are bad: they, or what is before them, are not what the checkpoint of ${size} records signs`,
      );
    const unsigned = this.#lackOf(checkpoint);
    if (unsigned === undefined) {
      this.#signed = size;
      this.#unsigned = undefined;
    } else this.#unsigned ??= unsigned;
  }

  /** Returns what a checkpoint lacks; undefined when a trusted key signed it. @throws ArchiveFault for a wrong signature of one */
  #lackOf({ note, size }: SignedCheckpoint, name = 'the checkpoint'): string | undefined {
    const keys = this.#trusted;
    try {
      if (signersOf(note, keys).length > 0) return undefined;
    } catch (error) {
      if (!(error instanceof NoteFault)) throw error;
      throw new ArchiveFault(`${name} of ${size} records is forged: ${error.message}`);
    }
    const known = keys.map((key) => key.text).join(' or ') || 'a trusted key';
    return `${name} of ${size} records is not signed by ${known}${this.#ended}`;
  }

  /** Takes the key that a record names, when a trusted one vouches for it, or ends the trust in all others. */
  #follow({ sequence, key, rotation, reason }: AuditRecord): void {
    if (reason === COMPROMISED) {
      this.#trusted = this.#trusted.filter(({ text }) => text === key);
      this.#ended = `: record ${sequence} says that the keys before are in wrong hands, and ${key ?? 'another key'} follows; ask for it elsewhere`;
    } else if (rotation !== undefined) {
      const successor = this.#successor(sequence, rotation);
      if (successor) this.#trusted = [...this.#trusted, successor];
    }
  }

  #successor(sequence: number, rotation: string): VerifierKey | undefined {
    const { origin = '' } = this.#header ?? {};
    try {
      return successorIn(rotation, origin, this.#trusted);
    } catch (error) {
      throw error instanceof NoteFault ? new ArchiveFault(`record ${sequence} is bad: ${error.message}`) : error;
    }
  }

  /** Compares the tree with the checkpoint of the auditor when it has its size. */
  #meet(): void {
    const { checkpoint } = this.anchors;
    if (!checkpoint || checkpoint.size !== this.#edge.size) return;
    if (!isSameHash(checkpoint.root, rootOf(this.#edge)))
      throw new ArchiveFault(
        `the first ${checkpoint.size} records are not those of the checkpoint: the log was rewritten`,
      );
    this.#isMet = true;
  }

  #between(from: number, to: number): string {
    return to - from === 1 ? `record ${from}` : `the records ${from} to ${to - 1}`;
  }
}

function read(text: string): SignedCheckpoint {
  try {
    return parseCheckpoint(text);
  } catch (error) {
    throw error instanceof NoteFault ? new ArchiveFault(`a checkpoint of the file: ${error.message}`) : error;
  }
}
