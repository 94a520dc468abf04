/** The proof of a record as a file: one JSON object in a line. */
import { isObject } from '../../data/index.js';
import { ArchiveFault } from './lines.js';
import type { RecordProof } from './prove.js';

/** Version of the form. */
const VERSION = 1;

export function proofText({ sequence, record, checkpoint, hashes }: RecordProof): string {
  return `${JSON.stringify({ v: VERSION, sequence, record, checkpoint, hashes })}\n`;
}

/** Reads the first line of a file. @returns undefined when it is none of a proof @throws ArchiveFault for a proof that lacks something */
export function proofIn(line: Buffer): RecordProof | undefined {
  const value = parsed(line);
  if (!isObject(value) || !('checkpoint' in value)) return undefined;
  const { v, sequence, record, checkpoint, hashes } = value;
  if (v !== VERSION) throw new ArchiveFault(`it is no proof of version ${VERSION}`);
  const isWhole =
    typeof sequence === 'number' &&
    typeof record === 'string' &&
    typeof checkpoint === 'string' &&
    Array.isArray(hashes) &&
    hashes.every((each): each is string => typeof each === 'string');
  if (!isWhole) throw new ArchiveFault('a proof has sequence, record, checkpoint and hashes');
  return { sequence, record, checkpoint, hashes };
}

function parsed(line: Buffer): unknown {
  try {
    return JSON.parse(line.toString());
  } catch {
    return undefined;
  }
}
