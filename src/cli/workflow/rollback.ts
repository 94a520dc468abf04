/** `rollback` and `acknowledge`: a run goes back to a checkpoint. */
import { setTimeout as pause } from 'node:timers/promises';
import { Command, Option } from 'commander';
import { keyed, type RestconfClient } from '../../clients/index.js';
import { ExitCode } from '../exit.js';
import {
  addTargetOptions,
  entries,
  type Members,
  membersOf,
  type TargetFlags,
  text,
  valueAt,
  withNode,
} from '../remote/index.js';
import { indented } from '../terminal/index.js';
import { runToSteer, STEERED_ARGUMENT } from './find-run.js';
import { ROLLBACK_GATE, type Run, readRun, runPath } from './records.js';
import { rollbackWays } from './rollback-ways.js';

interface Flags extends TargetFlags {
  readonly to: string;
  readonly reason: string;
  readonly then: string;
  readonly json?: boolean;
}

/** Milliseconds between two looks at the answers of agents. */
const PERIOD = 500;

export function rollbackCommand(): Command {
  return addTargetOptions(new Command('rollback'))
    .description('send a run back to a checkpoint, and tell how its agents acknowledge')
    .argument('<run>', STEERED_ARGUMENT)
    .requiredOption(
      '--to <checkpoint>',
      'the number of the checkpoint, as "yangent workflow show RUN" lists them; 1 is that before the first step',
    )
    .requiredOption('--reason <text>', 'why, for the record')
    .addOption(
      new Option('--then <what>', 'what the run does when it is back')
        .choices(['resume', 'pause', 'end'])
        .default('pause'),
    )
    .option('--json', 'print the outcome as one JSON document')
    .action((run: string, { to, reason, then: next, json, ...flags }: Flags) =>
      withNode(flags, async (node, { user }) => {
        const id = await runToSteer(node, run, user);
        const input = Object.fromEntries([
          ['to', to],
          ['reason', reason],
          ['then', next],
        ]);
        const begun = membersOf(await node.action(`${runPath(id)}/roll-back`, input));
        const number = Number(begun.number);
        if (!json) console.log(`run ${id} goes back to checkpoint ${to} (rollback ${number})`);
        const end = await follow(node, id, number, json ? () => {} : (line) => console.log(line));
        if (json) console.log(JSON.stringify({ id, number, ...end }));
        else
          console.log(end.state === 'escalated' ? escalatedText(await readRun(node, id)) : `run ${id} is ${end.state}`);
        if (end.state === 'escalated') process.exitCode = ExitCode.negative;
      }),
    );
}

interface End {
  readonly state: string;
  readonly reason?: string;
}

function escalatedText(run: Run): string {
  const { id, 'state-reason': reason = '' } = run;
  return [`run ${id} waits for an operator: ${indented(reason)}`, ...rollbackWays(run)].join('\n');
}

/** Tells each answer once, until the run goes back no longer. */
async function follow(node: RestconfClient, id: string, number: number, tell: (line: string) => void): Promise<End> {
  const told = new Map<string, string>();
  for (;;) {
    const [run = {}] = entries(
      membersOf(await valueAt(node, runPath(id), { fields: FIELDS })),
      'yangent-workflows:run',
    );
    const found = entries(run, 'rollback').find((each) => Number(each.number) === number) ?? {};
    for (const each of entries(found, 'acknowledgement')) {
      const step = stepIn(each);
      const state = text(each, 'state') ?? '';
      if (told.get(step) === state) continue;
      told.set(step, state);
      const note = text(each, 'note');
      tell(`${step}: ${state}${note === undefined ? '' : ` (${note})`}`);
    }
    for (const each of entries(run, 'step').filter(isAskedAbout)) {
      const step = stepOf(each);
      const reason = text(each, 'state-reason') ?? '';
      if (told.get(step) === reason) continue;
      told.set(step, reason);
      tell(`${step}: ${reason}\nvote with: yangent workflow approve ${id} ${text(each, 'node') ?? ''}`);
    }
    const state = text(run, 'state') ?? '';
    const reason = text(run, 'state-reason');
    if (state !== 'rolling-back') return { state, ...(reason === undefined ? {} : { reason }) };
    await pause(PERIOD);
  }
}

const FIELDS = 'state;state-reason;rollback;step(node;item;generation;state-reason;gate(name;state))';

/** True for a step that is undone only once persons have voted. */
function isAskedAbout(step: Members): boolean {
  return entries(step, 'gate').some(
    (gate) => text(gate, 'state') === 'open' && text(gate, 'name')?.startsWith(ROLLBACK_GATE),
  );
}

function stepIn(each: Members): string {
  return `${text(each, 'agent') ?? ''} for ${stepOf(each)}`;
}

function stepOf(each: Members): string {
  const item = Number(each.item ?? 0);
  return `${text(each, 'node') ?? ''}${item === 0 ? '' : `.${item}`}`;
}

interface AcknowledgeFlags extends TargetFlags {
  readonly agent: string;
  readonly node?: string;
  readonly reason: string;
}

export function acknowledgeCommand(): Command {
  return addTargetOptions(new Command('acknowledge'))
    .description(
      'let a run that goes back go on without the answer of an agent, or a compensation that failed or waits for votes',
    )
    .argument('<run>', STEERED_ARGUMENT)
    .requiredOption('--agent <agent>', 'the agent')
    .option('--node <node>', 'only for this node')
    .requiredOption('--reason <text>', 'why, for the record')
    .action((run: string, { agent, node: name, reason, ...flags }: AcknowledgeFlags) =>
      withNode(flags, async (node, { user }) => {
        const id = await runToSteer(node, run, user);
        const [found = {}] = entries(
          membersOf(await valueAt(node, runPath(id), { fields: 'rollback' })),
          'yangent-workflows:run',
        );
        const number = entries(found, 'rollback').at(-1)?.number ?? 1;
        const path = `${runPath(id)}/${keyed('rollback', String(number))}/acknowledge`;
        const answer = membersOf(await node.action(path, { agent, node: name, reason }));
        console.log(`run ${id} is ${text(answer, 'state') ?? ''}`);
      }),
    );
}
