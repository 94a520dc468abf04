/** Checks the proof of a record, without a node. */
import { fromBase64 } from '../../data/base64.js';
import { parseCheckpoint, type SignedCheckpoint } from '../note/checkpoint.js';
import { NoteFault } from '../note/fault.js';
import { signersOf } from '../note/note.js';
import type { VerifierKey } from '../note/verifier-key.js';
import { parseRecord, RecordFault } from '../record/canonical.js';
import { HASH_OCTETS, leafHash } from '../tree/hash.js';
import { isIncluded } from '../tree/inclusion.js';
import { ArchiveFault } from './lines.js';

/** A record, and what proves that it is in a log. */
export interface RecordProof {
  readonly sequence: number;
  /** Its canonical text. */
  readonly record: string;
  /** The checkpoint to which the proof leads: a signed note. */
  readonly checkpoint: string;
  /** The hashes of the proof in base64, from the leaf upwards (RFC 9162 §2.1.3.1). */
  readonly hashes: readonly string[];
}

/**
 * Returns the checkpoint to which a proof leads.
 *
 * @param keys that must have signed it; none: its signature is not checked
 * @throws ArchiveFault for a proof that proves nothing
 */
export function checkProof(proof: RecordProof, keys: readonly VerifierKey[]): SignedCheckpoint {
  const { sequence, record } = proof;
  const checkpoint = read(() => parseCheckpoint(proof.checkpoint));
  const hashes = proof.hashes.map((each) => fromBase64(each));
  if (!hashes.every(isHash)) throw new ArchiveFault('a hash of the proof is none');
  if (read(() => parseRecord(record)).sequence !== sequence) throw new ArchiveFault('the proof is of another record');
  if (!isIncluded(leafHash(Buffer.from(record)), sequence, checkpoint, hashes))
    throw new ArchiveFault(`the hashes do not lead from the record to the checkpoint of ${checkpoint.size} records`);
  if (keys.length > 0 && read(() => signersOf(checkpoint.note, keys)).length === 0)
    throw new ArchiveFault(`the checkpoint is not signed by ${keys.map(({ text }) => text).join(' or ')}`);
  return checkpoint;
}

/** @throws ArchiveFault in place of the faults of notes and records */
function read<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof NoteFault || error instanceof RecordFault ? new ArchiveFault(error.message) : error;
  }
}

function isHash(octets: Buffer | undefined): octets is Buffer {
  return octets?.length === HASH_OCTETS;
}
