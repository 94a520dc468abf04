/** `approve`, `reject` and `waiting`: votes of persons in the gates of steps. */
import { createHash } from 'node:crypto';
import { Command } from 'commander';
import { keyed, type RestconfClient } from '../../clients/index.js';
import { isObject } from '../../data/index.js';
import type { Rpcs } from '../../generated/index.js';
import { UsageError } from '../../node/index.js';
import { signed } from '../approval/sign.js';
import { addTargetOptions, entries, membersOf, type TargetFlags, text, withNode } from '../remote/index.js';
import { labelled, moment, shortId, table } from '../terminal/index.js';
import { runToSteer, STEERED_ARGUMENT } from './find-run.js';
import { type GoingOnFlags, letGoOn, WATCH_OPTION } from './going-on.js';
import { parseObject } from './options.js';
import { latest, ROLLBACK_GATE, readRun, runPath, type Step, stateOf } from './records.js';

interface Flags extends TargetFlags, GoingOnFlags {
  readonly comment?: string;
  readonly reason?: string;
  readonly sign?: string;
  readonly gate?: string;
  readonly data?: object;
}

type Gate = NonNullable<Step['gate']>[number];
type Listed = NonNullable<Rpcs['yangent-workflows:list-gates']['output']['gate']>[number];

const NODE_ARGUMENT = 'the step that waits; default: the only one that does';
const GATE_OPTION = ['--gate <name>', 'only in this gate; default: in all in which you have a vote'] as const;
const SIGN_OPTION = [
  '--sign <file>',
  'sign the vote with this SSH key, by ssh-keygen, which asks for its passphrase itself',
] as const;

export function approveCommand(): Command {
  return addTargetOptions(new Command('approve'))
    .description('vote for a step that waits for persons; what is approved is printed before')
    .argument('<run>', STEERED_ARGUMENT)
    .argument('[node]', NODE_ARGUMENT)
    .option('--comment <text>', 'why, for those who read it later')
    .option('--data <json>', 'what the form of the gate asks for, a JSON object, or - to read it', parseObject)
    .option(...SIGN_OPTION)
    .option(...GATE_OPTION)
    .option(...WATCH_OPTION)
    .option('--json', 'print the outcome as one JSON document')
    .addHelpText('after', '\nExample:\n  yangent workflow approve repair mend --comment "ticket 4711"')
    .action((run: string, node: string | undefined, { comment, data, ...flags }: Flags) =>
      vote(run, node, 'approve', { comment, data }, flags),
    );
}

export function rejectCommand(): Command {
  return addTargetOptions(new Command('reject'))
    .description('vote against a step that waits for persons, which fails it')
    .argument('<run>', STEERED_ARGUMENT)
    .argument('[node]', NODE_ARGUMENT)
    .option('--reason <text>', 'why, for the record')
    .option(...SIGN_OPTION)
    .option(...GATE_OPTION)
    .option('--json', 'print the outcome as one JSON document')
    .addHelpText(
      'after',
      '\nExample:\n  yangent workflow reject repair mend --reason "not before the maintenance window"',
    )
    .action((run: string, node: string | undefined, { reason, ...flags }: Flags) =>
      vote(run, node, 'reject', { reason }, flags),
    );
}

export function waitingCommand(): Command {
  return addTargetOptions(new Command('waiting'))
    .description('list the steps that wait for your vote')
    .option('--all', 'those that wait for the votes of others as well')
    .option('--json', 'print them as one JSON array')
    .action(({ all, json, ...flags }: TargetFlags & { readonly all?: boolean; readonly json?: boolean }) =>
      withNode(flags, async (node) => {
        const gates = await waitingGates(node, all ?? false);
        if (json) console.log(JSON.stringify(gates));
        else if (gates.length === 0) console.log(all ? 'no step waits for a vote' : 'no step waits for your vote');
        else console.log(table(HEADINGS, gates.map(rowOf)));
      }),
    );
}

const HEADINGS = ['RUN', 'WORKFLOW', 'STEP', 'GATE', 'STARTED BY', 'UNTIL', 'QUESTION'];

function rowOf({ run, definition = '', node, name, initiator, expires, question = '' }: Listed): readonly string[] {
  return [shortId(run), definition, node, name, initiator, expires, question];
}

async function waitingGates(node: RestconfClient, all: boolean): Promise<readonly Listed[]> {
  const answer = membersOf(await node.invoke('yangent-workflows:list-gates', { all, limit: 1_000 }));
  return entries(answer, 'gate').filter(isListed);
}

/** Checks the members that commands need; the node has made the others by the model. */
function isListed(value: unknown): value is Listed {
  return isObject(value) && typeof value.run === 'string' && typeof value.digest === 'string';
}

function vote(text_: string, name: string | undefined, verdict: 'approve' | 'reject', input: object, flags: Flags) {
  return withNode(flags, async (node, { user }) => {
    const id = await runToSteer(node, text_, user);
    const mine = new Set((await waitingGates(node, false)).flatMap(({ run, digest }) => (run === id ? [digest] : [])));
    const step = stepFor(id, latest((await readRun(node, id)).step ?? []), name, mine);
    const gates = gatesFor(id, step, mine, flags.gate);
    const path = `${runPath(id)}/${keyed('step', step.node, String(step.item), String(step.generation))}/${verdict}`;
    await letGoOn(node, id, flags, async () => {
      let state = '';
      for (const gate of gates) {
        if (!flags.json) console.log(gateText(step, gate));
        const signature = flags.sign === undefined ? undefined : signed(flags.sign, statementOf(gate));
        const answer = membersOf(await node.action(path, { ...input, digest: gate.digest, signature }));
        state = text(answer, 'state')?.replace(/^.*:/, '') ?? '';
        if (state !== stateOf(step)) break;
      }
      const isBack = gates.some((gate) => gate.name.startsWith(ROLLBACK_GATE));
      const said = isBack ? `the way back of run ${id} has your vote` : `step ${step.node} of run ${id} is ${state}`;
      return { text: said, json: { id, step: step.node, state } };
    });
  });
}

/** Returns the step of that name; without one, the only one that waits for a vote of the user. @throws UsageError */
function stepFor(
  id: string,
  steps: ReadonlyMap<string, Step>,
  name: string | undefined,
  mine: ReadonlySet<string>,
): Step {
  // A step that is to be undone is over, and waits for votes all the same.
  const waiting = [...steps.values()].filter(({ gate = [] }) => gate.some(({ state }) => state === 'open'));
  const asked = waiting.filter(({ gate = [] }) => gate.some(({ digest }) => mine.has(digest)));
  const [first, second] = asked;
  if (name !== undefined) {
    const named = waiting.find(({ node }) => node === name);
    if (named) return named;
    const names = waiting.map(({ node }) => node);
    const others = names.length === 0 ? 'no other step of it does' : `those that do: ${names.join(', ')}`;
    throw new UsageError(`step "${name}" of run ${id} waits for no votes; ${others}`);
  }
  if (!first)
    throw new UsageError(`no step of run ${id} waits for your vote; "yangent workflow waiting" shows those that do`);
  if (second)
    throw new UsageError(
      `several steps of run ${id} wait for your vote; name one: ${asked.map(({ node }) => node).join(', ')}`,
    );
  return first;
}

/** Returns the gates to vote in. A gate that is named is asked for anyway: the node says why the user has no vote. */
function gatesFor(id: string, step: Step, mine: ReadonlySet<string>, name: string | undefined): readonly Gate[] {
  const open = (step.gate ?? []).filter(({ state }) => state === 'open');
  const own =
    name === undefined ? open.filter(({ digest }) => mine.has(digest)) : open.filter((each) => each.name === name);
  // The node says why.
  const wanted = own.length > 0 || name !== undefined ? own : open.slice(0, 1);
  if (wanted.length > 0) return wanted;
  throw new UsageError(
    `step "${step.node}" of run ${id} has no open gate${name === undefined ? '' : ` "${name}"`}; it has: ${open.map((each) => each.name).join(', ') || 'none'}`,
  );
}

/** Says what is decided about. */
function gateText(step: Step, gate: Gate): string {
  const { name, question, quorum = 1, expires, digest, statement } = gate;
  return labelled([
    ['step', step.node],
    ['gate', `${name}, ${quorum} ${quorum === 1 ? 'person' : 'persons'}, until ${moment(expires)}`],
    ...(question === undefined ? [] : [['question', question] as const]),
    ['input', JSON.stringify(step.input ?? {})],
    ['digest', digest],
    ['statement', statement],
  ]);
}

/** Returns the statement for a signature. @throws UsageError when it is not about what the node shows */
function statementOf({ statement, digest, salt, subject }: Gate): string {
  const said = read(statement);
  const made = createHash('sha256').update(Buffer.from(salt, 'base64')).update(subject).digest('hex');
  if (said.digest === digest && made === digest) return statement;
  throw new UsageError('the statement is about something else than what the node shows, so it is not signed');
}

function read(statement: string): Readonly<Record<string, unknown>> {
  try {
    return membersOf(JSON.parse(statement));
  } catch {
    return {};
  }
}
