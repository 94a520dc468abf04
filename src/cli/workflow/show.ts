import { Command } from 'commander';
import type { RestconfClient } from '../../clients/index.js';
import { addTargetOptions, type TargetFlags, withNode } from '../remote/index.js';
import { labelled, table } from '../terminal/index.js';
import { checkpointsText, readCheckpoints } from './checkpoints.js';
import { doesOf } from './does.js';
import { failuresText } from './failures.js';
import { isName } from './find-run.js';
import { findingLine } from './findings.js';
import { graphOf } from './graph-of.js';
import { inOrder } from './graph-order.js';
import { followsText, termsText } from './node-terms.js';
import { outcomeText, runMembers } from './print.js';
import { type Definition, needDefinition, readRun } from './records.js';
import { wholeId } from './run-id.js';
import { hintsOf, rowsOf, stepsTable } from './steps.js';

interface Flags extends TargetFlags {
  readonly json?: boolean;
}

export function showCommand(): Command {
  return addTargetOptions(new Command('show'))
    .description('show a workflow, or a run with its steps')
    .argument('<name|run>', 'the name of a workflow, or the identifier of a run or its first characters')
    .option('--json', 'print it as one JSON document')
    .action((what: string, flags: Flags) =>
      withNode(flags, (node) => (isName(what) ? showDefinition : showRun)(node, what, flags)),
    );
}

async function showDefinition(node: RestconfClient, name: string, { json }: Flags): Promise<void> {
  const definition = await needDefinition(node, name);
  console.log(json ? JSON.stringify(definition) : definitionText(definition));
}

async function showRun(node: RestconfClient, text: string, { json }: Flags): Promise<void> {
  const run = await readRun(node, await wholeId(node, text));
  const checkpoints = await readCheckpoints(node, run.id);
  if (json) return console.log(JSON.stringify({ ...run, checkpoint: checkpoints }));
  const graph = await graphOf(node, run);
  const hints = hintsOf(run).join('\n');
  const parts = [
    ...[runMembers(run), stepsTable(rowsOf(run, graph)), hints],
    ...[checkpointsText(checkpoints, run), failuresText(run), outcomeText(run)],
  ];
  console.log(parts.filter((part) => part !== '').join('\n\n'));
}

function definitionText(definition: Definition): string {
  const { revision = [], finding = [] } = definition;
  const members = labelled([
    ['workflow', definition.name],
    ['version', definition.version],
    ['description', definition.description],
    ['state', definition.enabled === false ? 'draft: it cannot be started' : 'enabled'],
    ['coordinator', definition.coordinator],
    ['runners', definition['runner-group']?.join(', ')],
    ['input', definition['input-schema']],
    ['output', definition.output?.map(({ name, value }) => `${name}: ${value}`).join('\n')],
    ['assurance', definition.execution?.assurance],
    ['on failure', definition.execution?.['on-failure']],
    ['finally', definition.execution?.finally?.join(', ')],
  ]);
  const nodes = inOrder(definition).map((node) => [
    node.name,
    (node.type ?? 'task').replace(/^.*:/, ''),
    doesOf(node),
    followsText(node.name, definition),
  ]);
  const terms = labelled(definition.node.map((node) => [node.name, termsText(node)]));
  const revisions = revision.map(({ number, version, at, by }) => [String(number), version, at, by]);
  return [
    members,
    table(['NODE', 'TYPE', 'DOES', 'AFTER'], nodes),
    terms,
    revisions.length === 0 ? '' : table(['REVISION', 'VERSION', 'COMMITTED', 'BY'], revisions),
    finding.map((each) => findingLine(definition.name, each)).join('\n'),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}
