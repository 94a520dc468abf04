/** Archives of a log, and what a verifier says of them. */
import { expect } from 'vitest';
import {
  type Anchors,
  ArchiveFault,
  ArchiveVerifier,
  archivePage,
  headerLine,
  recordLines,
} from '../../src/audit/index.js';
import type { LogRig } from './rig.js';

/** Exports a log in pages. */
export async function exported({ log }: LogRig, page: number, first = 0): Promise<string> {
  const { size } = log.head;
  let text = '';
  for (let next = first; next < size; ) {
    const { head, keys, edge, records, checkpoints } = await archivePage(log, next, Math.min(page, size - next));
    const begin = next;
    if (text === '') {
      const hashes = edge.map((hash) => Buffer.from(hash).toString('base64'));
      text = headerLine({ origin: head.origin, keys, first, edge: hashes });
    }
    for (const { size: end, note } of checkpoints) {
      text += recordLines(records.slice(next - begin, end - begin), note);
      next = end;
    }
  }
  return text;
}

export function verified(archive: string, anchors: Anchors = {}) {
  const verifier = new ArchiveVerifier(anchors);
  for (const line of archive.split('\n').slice(0, -1)) verifier.take(Buffer.from(line));
  return verifier.end();
}

/** Returns why an archive does not verify; `none` when it does. */
export function faultOf(archive: string, anchors?: Anchors): string {
  try {
    verified(archive, anchors);
    return 'none';
  } catch (error) {
    expect(error).toBeInstanceOf(ArchiveFault);
    return error instanceof Error ? error.message : '';
  }
}
