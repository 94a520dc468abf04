import { Command } from 'commander';
import {
  ArchiveFault,
  checkProof,
  NoteFault,
  parseVerifierKey,
  proofText,
  type RecordProof,
} from '../../audit/index.js';
import type { RestconfClient } from '../../clients/index.js';
import { UsageError } from '../../node/index.js';
import { ExitCode } from '../exit.js';
import { collect } from '../models.js';
import { wholeNumber } from '../options.js';
import { addForceOption, type OutFileFlags, writeOutFile } from '../out-file.js';
import { addTargetOptions, membersOf, type TargetFlags, text, texts, withNode } from '../remote/index.js';

interface Flags extends TargetFlags, OutFileFlags {
  readonly out?: string;
  readonly key: readonly string[];
  readonly json?: boolean;
}

export function proveCommand(): Command {
  return addTargetOptions(addForceOption(new Command('prove')))
    .description('prove that a record is in the log of the node, and check the proof here')
    .argument('<sequence>', 'the number of the record', wholeNumber(0, Number.MAX_SAFE_INTEGER))
    .option('--key <key>', 'a key of the log that you have from elsewhere, NAME+ID+KEY (repeatable)', collect, [])
    .option('--out <file>', 'write the proof to a file, which "audit verify" takes without a node')
    .option('--json', 'print the record, the checkpoint and the proof as one JSON document')
    .action(async (sequence: number, flags: Flags) => {
      const keys = flags.key.map(keyIn);
      const proof = await withNode(flags, (node) => proofOf(node, sequence));
      try {
        const { origin, size } = checkProof(proof, keys);
        if (flags.out !== undefined) writeOutFile(flags.out, proofText(proof), flags);
        if (flags.json) process.stdout.write(proofText(proof));
        else {
          console.log(JSON.stringify(JSON.parse(proof.record), undefined, 2));
          console.log(`record ${sequence} is one of the ${size} records of the log ${origin}`);
          if (keys.length === 0) console.log('unanchored: whoever holds the audit key could have rewritten this');
        }
      } catch (error) {
        if (!(error instanceof ArchiveFault)) throw error;
        console.error(`record ${sequence} is not proved: ${error.message}`);
        process.exitCode = ExitCode.negative;
      }
    });
}

async function proofOf(node: RestconfClient, sequence: number): Promise<RecordProof> {
  const answer = membersOf(await node.invoke('yangent-audit:prove', { sequence: String(sequence) }));
  const [record = '', checkpoint = ''] = [text(answer, 'record'), text(answer, 'checkpoint')];
  return { sequence, record, checkpoint, hashes: texts(answer, 'hash') };
}

/** @throws UsageError */
function keyIn(given: string) {
  try {
    return parseVerifierKey(given);
  } catch (error) {
    throw error instanceof NoteFault ? new UsageError(error.message) : error;
  }
}
