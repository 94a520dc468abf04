import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { Command } from 'commander';
import { DocumentFault, KeyFault } from '../../keys/index.js';
import { UsageError } from '../../node/index.js';
import { ALL_CHECKS, keysOf, type Verdict, verifyExport } from '../../workflows/index.js';
import { ExitCode } from '../exit.js';
import { reasonOf } from '../models.js';
import { smallText } from '../small-file.js';

interface Flags {
  readonly keys: string;
}

/** Octets of a document that was compressed. */
const LONGEST = 256 << 20;

export function verifyCommand(): Command {
  return new Command('verify')
    .description(
      'verify an exported run without a node: its graph, journal, values, checkpoints and votes, and the whole',
    )
    .argument('<file>', 'as "yangent workflow export" wrote it, or compressed')
    .requiredOption('--keys <file>', 'the public keys of the node, as "yangent workflow keys" printed them')
    .action(async (file: string, flags: Flags) => {
      for (const verdict of await verdictsOf(file, flags)) {
        console.log(lineOf(verdict));
        if (!verdict.holds) process.exitCode = ExitCode.negative;
      }
    });
}

async function verdictsOf(file: string, { keys }: Flags): Promise<readonly Verdict[]> {
  const known = await reading(keys, async () => keysOf(smallText(keys)));
  return reading(file, () => verifyExport(textOf(file), known, ALL_CHECKS));
}

/** Names the file that is none of its kind. @throws UsageError */
async function reading<T>(file: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof DocumentFault || error instanceof KeyFault) throw new UsageError(`${file}: ${error.message}`);
    throw error;
  }
}

function lineOf({ name, holds, message }: Verdict): string {
  return `${holds ? 'ok   ' : 'FAULT'}  ${name.padEnd(12)} ${message}`;
}

/** @throws UsageError */
function textOf(file: string): string {
  try {
    const octets = readFileSync(file);
    const isGzip = octets[0] === 0x1f && octets[1] === 0x8b;
    return (isGzip ? gunzipSync(octets, { maxOutputLength: LONGEST }) : octets).toString('utf8');
  } catch (error) {
    throw new UsageError(`cannot read ${file}: ${reasonOf(error)}`);
  }
}
