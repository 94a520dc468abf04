/**
 * The lines of an archive: a header, then records in their exact octets, and now and then the hashes of the records since the last
 * such line, and a checkpoint of all records so far. Each line is a JSON object.
 */
import { fromBase64 } from '../../data/base64.js';
import { isObject } from '../../data/index.js';
import { NoteFault } from '../note/fault.js';
import { parseVerifierKey, type VerifierKey } from '../note/verifier-key.js';
import { type Edge, edgeLength } from '../tree/edge.js';
import { HASH_OCTETS, leafHash } from '../tree/hash.js';

/** Version of the form. */
const VERSION = 1;

/** The first line. */
export interface ArchiveHeader {
  /** The name of the log. */
  readonly origin: string;
  /** The keys that sign its checkpoints, as the node says. */
  readonly keys: readonly VerifierKey[];
  /** The edge of the tree of the records before the first one of the archive. */
  readonly edge: Edge;
}

/** An archive that is not written as it should be; the message says what is wrong. */
export class ArchiveFault extends Error {}

/** The beginnings of lines that are no records. A record has a member before these in the order of their names. */
const LEAVES = '{"leaves":';
const NOTE = '{"note":';

export type LineKind = 'record' | 'leaves' | 'note';

/** Tells what a line after the first one is. */
export function kindOfLine(line: Buffer): LineKind {
  if (line.subarray(0, NOTE.length).toString('latin1') === NOTE) return 'note';
  return line.subarray(0, LEAVES.length).toString('latin1') === LEAVES ? 'leaves' : 'record';
}

/** @param keys of the log, the one in use first @param edge of the records before the first one, as `Edge.hashes` */
export function headerLine(header: {
  readonly origin: string;
  readonly keys: readonly string[];
  readonly first: number;
  readonly edge: readonly string[];
}): string {
  const { origin, keys, first, edge } = header;
  return `${JSON.stringify({ v: VERSION, origin, keys, first, edge })}\n`;
}

/** Returns the lines of records that end with a checkpoint. */
export function recordLines(records: readonly string[], note: string): string {
  const leaves = Buffer.concat(records.map((record) => leafHash(Buffer.from(record)))).toString('base64');
  const lines = [...records, JSON.stringify({ leaves }), JSON.stringify({ note })];
  return lines.map((line) => `${line}\n`).join('');
}

/** @throws ArchiveFault */
export function parseHeader(line: Buffer): ArchiveHeader {
  const value = parsed(line);
  const { v, origin, keys, first, edge } = value;
  if (v !== VERSION) throw new ArchiveFault(`the first line is no header of an archive of version ${VERSION}`);
  if (typeof origin !== 'string') throw new ArchiveFault('the header has no origin');
  if (typeof first !== 'number' || !Number.isSafeInteger(first) || first < 0)
    throw new ArchiveFault('the header has no first, the number of the records before the archive');
  if (!isTexts(keys)) throw new ArchiveFault('the header has no keys');
  const hashes = isTexts(edge) ? edge.map((each) => fromBase64(each)) : [];
  if (hashes.length !== edgeLength(first) || !hashes.every(isHash)) {
    throw new ArchiveFault(`the edge of ${first} records has ${edgeLength(first)} hashes; the header has others`);
  }
  return { origin, keys: keys.map(keyOf), edge: { size: first, hashes } };
}

/** Returns the note of a line. @throws ArchiveFault */
export function noteIn(line: Buffer): string {
  const { note } = parsed(line);
  if (typeof note !== 'string') throw new ArchiveFault('the note of a line is no text');
  return note;
}

/** Returns the hashes of a line, one after the other. @throws ArchiveFault */
export function leavesIn(line: Buffer): Buffer {
  const { leaves } = parsed(line);
  const octets = typeof leaves === 'string' ? fromBase64(leaves) : undefined;
  if (!octets || octets.length % HASH_OCTETS !== 0)
    throw new ArchiveFault('the leaves of a line are no hashes in base64');
  return octets;
}

function parsed(line: Buffer): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(line.toString());
    if (isObject(value)) return value;
  } catch {
    // Told below.
  }
  throw new ArchiveFault('a line is no JSON object');
}

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string');

const isHash = (octets: Buffer | undefined): octets is Buffer => octets?.length === HASH_OCTETS;

function keyOf(text: string): VerifierKey {
  try {
    return parseVerifierKey(text);
  } catch (error) {
    throw error instanceof NoteFault ? new ArchiveFault(`a key of the header: ${error.message}`) : error;
  }
}
