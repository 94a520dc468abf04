import { Command } from 'commander';
import type { RestconfClient } from '../../clients/index.js';
import { RpcError } from '../../data/index.js';
import { UsageError, type WorkflowFile } from '../../node/index.js';
import type { WorkflowDefinition } from '../../workflows/index.js';
import { ExitCode } from '../exit.js';
import { wholeNumber } from '../options.js';
import { addTargetOptions, entries, membersOf, type TargetFlags, text, withNode } from '../remote/index.js';
import { parseFuture } from '../times.js';
import { withFileLabel } from './file-label.js';
import { graphIn, isFile, readFiles, withPlaces } from './files.js';
import { findingLine } from './findings.js';
import { type Label, parseLabel, parseObject } from './options.js';
import { outcomeText } from './print.js';
import { isFinding, missingDefinition, readDefinitions, readRun } from './records.js';
import { type Watch, watch } from './watching.js';

interface Flags extends TargetFlags {
  readonly input?: Readonly<Record<string, unknown>>;
  readonly label?: readonly Label[];
  readonly revision?: number;
  readonly runKey?: string;
  readonly deadline?: string;
  readonly dryRun?: boolean;
  readonly watch?: boolean;
  readonly json?: boolean;
}

const GREATEST = 4_294_967_295;

export function startCommand(): Command {
  return addTargetOptions(new Command('start'))
    .description('start a workflow; with --watch, show its steps until it is over')
    .argument('<name|file>', 'the name of a workflow that the node has, or a file with one, which is not stored')
    .option('--input <json>', 'the input, a JSON object, or - to read it from standard input', parseObject)
    .option('--watch', 'show the steps until the run is over; exit code 1 unless it completed')
    .option('--label <name=value>', 'a label by which the run is found (repeatable)', parseLabel)
    .option('--revision <number>', 'an earlier revision of the workflow', wholeNumber(1, GREATEST))
    .option('--run-key <key>', 'your own key: starting again with it finds the same run')
    .option(
      '--deadline <time>',
      'when the run is canceled if it has not ended: a date and time, or 2h for in two hours',
      parseFuture,
    )
    .option('--dry-run', 'only say whether it could start')
    .option('--json', 'print the outcome as one JSON document')
    .addHelpText(
      'after',
      `
Examples:
  yangent workflow start repair --input '{"site":"north"}' --watch
  yangent workflow start repair --label site=north --run-key ticket-4711
  yangent workflow start repair.yaml --input - --watch < input.json`,
    )
    .action(async (what: string, flags: Flags) => {
      const files = isFile(what) ? await readFiles([what]) : [];
      const own = isFile(what) ? onlyOne(files) : undefined;
      if (own && flags.revision !== undefined)
        throw new UsageError('--revision goes with the name of a workflow, not with a file');
      if (own?.['runner-group'] !== undefined) console.error(`warning: ${what}: ${NO_RUNNERS}`);
      await withNode(flags, async (node) => {
        const of = own
          ? { dag: graphIn(own), coordinator: own.coordinator }
          : { definition: what, revision: flags.revision };
        const answer = await withPlaces(
          files,
          () =>
            node
              .invoke('yangent-workflows:start', { ...of, ...terms(flags, own?.name) })
              .catch(async (error: unknown) => {
                throw own ? error : await explained(node, error, what);
              }),
          own?.name,
        );
        if (answer !== undefined) await started(node, answer, own?.name ?? what, own, flags);
        else if (flags.dryRun && process.exitCode === undefined) console.log(`${what} can start`);
      });
    });
}

const NO_RUNNERS =
  'runner-group is not applied to a run of a file: only its starter and operators see it; load the workflow, and start it by its name';

/** Returns an error that names similar workflows, when the reason of a refusal is that there is none of this name. */
async function explained(node: RestconfClient, error: unknown, name: string): Promise<unknown> {
  if (!(error instanceof RpcError) || error.tag !== 'data-missing') return error;
  const names = (await readDefinitions(node)).map((each) => each.name);
  return names.includes(name) ? error : missingDefinition(name, names);
}

function onlyOne(files: readonly WorkflowFile[]): WorkflowDefinition {
  const [first, second] = files.flatMap(({ definitions }) => definitions);
  if (first && !second) return first;
  if (!first) throw new UsageError('the file has no workflow');
  throw new UsageError('the file has several workflows; load them, and start one by its name');
}

function terms({ input, label = [], runKey, deadline, dryRun }: Flags, file: string | undefined): object {
  const labels = file === undefined ? label : withFileLabel(label, file);
  return { input, label: labels, deadline, 'run-key': runKey, ...(dryRun ? { 'dry-run': true } : {}) };
}

async function started(
  node: RestconfClient,
  answer: unknown,
  name: string,
  graph: Watch['graph'],
  { watch: isWatched, json }: Flags,
): Promise<void> {
  const members = membersOf(answer);
  const id = text(members, 'id');
  for (const each of entries(members, 'finding').filter(isFinding)) console.error(findingLine(name, each));
  if (isWatched && id !== undefined) {
    if (!json && !process.stdout.isTTY) console.log(`run ${id} of ${name} has started`);
    return watch(node, id, { ...(graph ? { graph } : {}), ...(json ? { json: 'end' } : {}) });
  }
  if (id === undefined) return console.log(json ? JSON.stringify(answer) : `${name} can start`);
  const run = await readRun(node, id);
  console.log(json ? JSON.stringify(answer) : `run ${id} of ${name} is ${run.state}\n  yangent workflow watch ${id}`);
  if (run.state !== 'failed') return;
  console.error(outcomeText(run));
  process.exitCode = ExitCode.negative;
}
