import { writeFileSync } from 'node:fs';
import { Command } from 'commander';
import { messageOf } from '../../data/index.js';
import { UsageError } from '../../node/index.js';
import { isDefinition } from '../../workflows/index.js';
import { ExitCode } from '../exit.js';
import { collect } from '../models.js';
import { addTargetOptions, entries, membersOf, type TargetFlags, text, withNode } from '../remote/index.js';
import { indented, printable, table } from '../terminal/index.js';
import { doesOf } from './does.js';
import { findingLine } from './findings.js';
import { inOrder } from './graph-order.js';
import { followsText } from './node-terms.js';
import { parseObject } from './options.js';
import { type Definition, isFinding } from './records.js';

interface Flags extends TargetFlags {
  readonly input?: Readonly<Record<string, unknown>>;
  readonly template?: readonly string[];
  readonly out?: string;
  readonly json?: boolean;
}

/** The name of a plan in its file. */
const NAME = 'plan';

export function planCommand(): Command {
  return addTargetOptions(new Command('plan'))
    .description('make a workflow for a goal in words; it is checked and shown, and never started by itself')
    .argument('<goal>', 'what is to be reached, in plain language')
    .option(
      '--input <json>',
      'the input that it will be started with, a JSON object, or - for standard input',
      parseObject,
    )
    .option(
      '--template <name>',
      'a workflow that the plan may run; default: all that you may start (repeatable)',
      (name: string, before: readonly string[] | undefined) => collect(name, before ?? []),
    )
    .option('--out <file>', 'write the workflow to this file')
    .option('--json', 'print the answer of the node as one JSON document')
    .addHelpText(
      'after',
      `
Examples:
  yangent workflow plan "bring the uplink of edge-1 back" --out plan.json
  yangent workflow start plan.json --watch`,
    )
    .action((goal: string, { input, template, out, json, ...target }: Flags) =>
      withNode(target, async (node) => {
        const wanted = { goal, input, ...(template ? { template } : {}) };
        const answer = membersOf(await node.invoke('yangent-workflows:plan', wanted));
        const graph: unknown = { name: NAME, ...membersOf(answer.dag) };
        const planned = answer.dag !== undefined && isDefinition(graph) ? graph : undefined;
        if (out !== undefined && planned) save(out, planned);
        console.log(json ? JSON.stringify(answer) : answerText(answer, planned, { out, input }));
        if (!planned) process.exitCode = ExitCode.negative;
      }),
    );
}

function answerText(
  answer: Readonly<Record<string, unknown>>,
  planned: Definition | undefined,
  { out, input }: Pick<Flags, 'out' | 'input'>,
): string {
  const planner = text(answer, 'planner') ?? '';
  const findings = entries(answer, 'finding').filter(isFinding);
  const lines = findings.map((each) => findingLine(NAME, each));
  const question = text(answer, 'question');
  if (question !== undefined) return `${printable(planner)} asks: ${indented(question)}`;
  if (!planned) return [`no plan: what ${printable(planner)} proposed cannot run`, ...lines].join('\n');
  const nodes = inOrder(planned).map((node) => [
    node.name,
    doesOf(node),
    (node.input ?? []).map(({ name, value }) => `${name} = ${value}`).join('\n'),
    followsText(node.name, planned),
  ]);
  const given = input === undefined ? '' : ` --input '${JSON.stringify(input).replaceAll("'", "'\\''")}'`;
  const next =
    out === undefined
      ? 'nothing was started; --out FILE keeps the plan, and yangent workflow start FILE runs it'
      : `wrote ${out}; nothing was started:\n  yangent workflow start ${out}${given} --watch`;
  return [
    `planned by ${printable(planner)}`,
    '',
    table(['NODE', 'DOES', 'INPUT', 'AFTER'], nodes),
    '',
    ...lines,
    next,
  ].join('\n');
}

function save(file: string, definition: object): void {
  const document = { 'yangent-workflows:definition': [definition] };
  try {
    writeFileSync(file, `${JSON.stringify(document, undefined, 2)}\n`);
  } catch (error) {
    throw new UsageError(`cannot write ${file}: ${messageOf(error)}`);
  }
}
