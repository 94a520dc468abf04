import type { FileHandle } from 'node:fs/promises';
import { Command, InvalidArgumentError } from 'commander';
import { headerLine, recordLines } from '../../audit/index.js';
import type { RestconfClient } from '../../clients/index.js';
import { isObject } from '../../data/index.js';
import { membersOf, textOf } from '../../data/rfc7951/members.js';
import { addForceOption, type OutFileFlags, writeWholeFile } from '../out-file.js';
import { addTargetOptions, type TargetFlags, valueAt, withNode } from '../remote/index.js';
import { archivePage } from './page.js';

interface Flags extends TargetFlags, OutFileFlags {
  readonly out: string;
  readonly first?: number;
}

/** Maximum number of records that a node gives at once. */
const MOST = 1_000;

export function exportCommand(): Command {
  return addTargetOptions(addForceOption(new Command('export')))
    .description('archive the records of the log, with what verifies them; what was archived may be pruned')
    .requiredOption('--out <file>', 'written with mode 0600: JSON lines')
    .option('--first <sequence>', 'the first record; else the first one that the node has', sequenceOf)
    .action((flags: Flags) =>
      withNode(flags, async (node) => {
        const { first, size } = await writeWholeFile(flags.out, flags, async (file) => {
          const begin = flags.first ?? (await firstOf(node));
          return { first: begin, size: await archive(node, file, begin) };
        });
        console.log(`${flags.out}: the records ${first} to ${size - 1} of the log`);
      }),
    );
}

/** Reads a sequence of the command line. */
export function sequenceOf(text: string): number {
  const sequence = Number(text);
  if (/^\d+$/.test(text) && Number.isSafeInteger(sequence)) return sequence;
  throw new InvalidArgumentError('it is no sequence of a record, such as 4711.');
}

async function firstOf(node: RestconfClient): Promise<number> {
  const value = await valueAt(node, '/yangent-audit:audit/log', { fields: 'first' });
  return Number(textOf(membersOf(isObject(value) ? value : {}, 'yangent-audit:log'), 'first') ?? 0);
}

/** Writes the records that the log has at the first request: each further one is a record itself. @returns their end */
async function archive(node: RestconfClient, file: FileHandle, first: number): Promise<number> {
  let page = await archivePage(node, first);
  const { origin, keys, edge, size } = page;
  await file.write(headerLine({ origin, keys, first, edge }));
  for (let next = first; ; page = await archivePage(node, next, Math.min(size - next, MOST))) {
    const { checkpoints, records } = page;
    const begin = next;
    for (const { size: end, note } of checkpoints) {
      await file.write(recordLines(records.slice(next - begin, end - begin), note));
      next = end;
    }
    if (next >= size || records.length === 0) return next;
  }
}
