import { writeFileSync } from 'node:fs';
import { extname } from 'node:path';
import { Command, Option } from 'commander';
import { messageOf } from '../../data/index.js';
import { UsageError } from '../../node/index.js';
import { addTargetOptions, membersOf, type TargetFlags, text, withNode } from '../remote/index.js';
import { isFile } from './files.js';
import { newestRun } from './find-run.js';

const FORMATS = ['mermaid', 'dot', 'svg'] as const;
type Format = (typeof FORMATS)[number];

/** Formats by the ending of the file. */
const ENDINGS: ReadonlyMap<string, Format> = new Map([
  ['.svg', 'svg'],
  ['.dot', 'dot'],
  ['.gv', 'dot'],
  ['.mmd', 'mermaid'],
]);

interface Flags extends TargetFlags {
  readonly run?: string;
  readonly format?: Format;
  readonly out?: string;
}

export function graphCommand(): Command {
  return addTargetOptions(new Command('graph'))
    .description('draw a workflow, or a run with the states of its steps')
    .argument('[name]', 'the name of a workflow')
    .option(
      '--run <run>',
      'draw this run, by the first characters of its identifier; the name of a workflow means its newest run',
    )
    .addOption(
      new Option('--format <format>', 'default: by the ending of --out (.svg, .dot, .gv, .mmd), else mermaid').choices(
        FORMATS,
      ),
    )
    .option('--out <file>', 'write it to this file')
    .addHelpText(
      'after',
      `
Examples:
  yangent workflow graph repair --format mermaid
  yangent workflow graph --run repair --out repair.svg`,
    )
    .action((name: string | undefined, flags: Flags) => {
      const format = formatOf(flags);
      requireOne(name, flags);
      return withNode(flags, async (node) => {
        const of = flags.run === undefined ? { definition: name } : { run: await newestRun(node, flags.run) };
        const picture =
          text(membersOf(await node.invoke('yangent-workflows:render', { ...of, format })), 'picture') ?? '';
        if (flags.out === undefined) console.log(picture.trimEnd());
        else save(flags.out, picture);
      });
    });
}

/** @throws UsageError for a file whose ending tells no format */
function formatOf({ format, out }: Flags): Format {
  const found = format ?? (out === undefined ? 'mermaid' : ENDINGS.get(extname(out)));
  if (found) return found;
  throw new UsageError(`${out}: no picture has this ending; use ${[...ENDINGS.keys()].join(', ')}, or give --format`);
}

/** @throws UsageError unless exactly one of a workflow and a run is named */
function requireOne(name: string | undefined, { run }: Flags): void {
  if (name === undefined && run === undefined) throw new UsageError('name a workflow, or a run with --run');
  if (name !== undefined && run !== undefined)
    throw new UsageError(`name the workflow "${name}" or the run "${run}", not both`);
  if (name !== undefined && isFile(name))
    throw new UsageError(
      `only a workflow that the node has is drawn; first: yangent workflow load ${name}; then name it without its file`,
    );
}

function save(file: string, picture: string): void {
  try {
    writeFileSync(file, picture.endsWith('\n') ? picture : `${picture}\n`);
  } catch (error) {
    throw new UsageError(`cannot write ${file}: ${messageOf(error)}`);
  }
  console.log(`wrote ${file}`);
}
