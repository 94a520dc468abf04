import { createReadStream } from 'node:fs';
import { Command } from 'commander';
import {
  type Anchors,
  ArchiveFault,
  ArchiveVerifier,
  checkProof,
  eachLine,
  NoteFault,
  parseCheckpoint,
  parseVerifierKey,
  proofIn,
  type RecordProof,
  type Verdict,
} from '../../audit/index.js';
import { UsageError } from '../../node/index.js';
import { ExitCode } from '../exit.js';
import { collect } from '../models.js';
import { smallText } from '../small-file.js';

interface Flags {
  readonly key: readonly string[];
  readonly checkpoint?: string;
}

/** Octets that are read at a time. More make it no faster, and need more memory. */
const CHUNK = 1 << 16;

export function verifyCommand(): Command {
  return new Command('verify')
    .description('verify an archive of the audit log, or the proof of a record, without a node')
    .argument('<file>', 'as "yangent audit export" or "yangent audit prove" wrote it')
    .option('--key <key>', 'a key of the log that you have from elsewhere, NAME+ID+KEY (repeatable)', collect, [])
    .option('--checkpoint <file>', 'a checkpoint of the log that you kept')
    .action(async (file: string, flags: Flags) => {
      const anchors = asked(() => anchorsOf(flags));
      try {
        await verify(file, anchors);
      } catch (error) {
        if (error instanceof Error && 'code' in error) throw new UsageError(`cannot read ${file}: ${error.message}`);
        if (!(error instanceof ArchiveFault)) throw error;
        console.error(`${file}: ${error.message}`);
        process.exitCode = ExitCode.negative;
      }
    });
}

/** @throws ArchiveFault, UsageError, errors of the file system */
async function verify(file: string, anchors: Anchors): Promise<void> {
  const verifier = new ArchiveVerifier(anchors);
  let proof: RecordProof | undefined;
  let isFirst = true;
  await eachLine(createReadStream(file, { highWaterMark: CHUNK }), (line) => {
    if (proof) throw new ArchiveFault('a proof is one line; there is more in the file');
    if (isFirst) proof = proofIn(line);
    isFirst = false;
    if (!proof) verifier.take(line);
  });
  if (proof) tellProof(file, proof, anchors);
  else tell(file, verifier.end());
}

function anchorsOf({ key, checkpoint }: Flags) {
  return {
    ...(key.length === 0 ? {} : { keys: key.map(parseVerifierKey) }),
    ...(checkpoint === undefined ? {} : { checkpoint: parseCheckpoint(smallText(checkpoint)) }),
  };
}

function asked<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof NoteFault ? new UsageError(error.message) : error;
  }
}

function tell(file: string, { origin, first, size, anchored }: Verdict): void {
  console.log(`${file}: whole and signed: the records ${first} to ${size - 1} of the log ${origin}`);
  if (anchored >= size) return;
  if (anchored === 0) console.log('unanchored: whoever holds the audit key could have rewritten this');
  else console.log(`unanchored from record ${anchored} on: whoever holds the audit key could have rewritten those`);
}

/** @throws ArchiveFault, UsageError */
function tellProof(file: string, proof: RecordProof, { keys = [], checkpoint: kept }: Anchors): void {
  const { origin, size, root } = checkProof(proof, keys);
  if (kept && (kept.origin !== origin || kept.size !== size || !Buffer.from(kept.root).equals(root)))
    throw new UsageError(
      `${file}: the proof leads to a checkpoint of ${size} records of ${origin}, which is not yours (${kept.size} of ${kept.origin}): verify it with --key`,
    );
  console.log(JSON.stringify(JSON.parse(proof.record), undefined, 2));
  console.log(`${file}: record ${proof.sequence} is one of the ${size} records of the log ${origin}`);
  if (keys.length === 0 && !kept) console.log('unanchored: whoever holds the audit key could have rewritten this');
}
