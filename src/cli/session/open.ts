import { Command, Option } from 'commander';
import type { Rpcs } from '../../generated/index.js';
import { UsageError } from '../../node/index.js';
import { collect } from '../models.js';
import { addTargetOptions, membersOf, type TargetFlags, text, texts, withNode } from '../remote/index.js';
import { oneLine } from '../terminal/index.js';
import { cameText } from './came.js';
import { KINDS, KINDS_HELP } from './states.js';
import { addTermOptions, type TermFlags, termsIn } from './terms.js';

type Input = Rpcs['yangent-sessions:open']['input'];

interface Flags extends TargetFlags, TermFlags {
  readonly from?: string;
  readonly kind: Input['kind'];
  readonly name?: string;
  readonly goal?: string;
  readonly member?: readonly string[];
  readonly observer?: readonly string[];
  readonly source?: readonly string[];
  readonly need?: readonly string[];
  readonly parent?: string;
  readonly first?: string;
  readonly next?: readonly string[];
  readonly requestId?: string;
  readonly json?: boolean;
}

export function openCommand(): Command {
  const command = new Command('open')
    .description('open a session; the agent that opens it is its coordinator')
    .option('--from <agent>', 'the agent that opens it; not needed by a user with one agent')
    .addOption(new Option('--kind <kind>', KINDS_HELP).choices(KINDS).default('group'))
    .option('--name <name>', 'a name, by which commands find it')
    .option('--goal <text>', 'what it is for')
    .option('--member <agent>', 'invite this agent as speaker (repeatable)', collect)
    .option('--observer <agent>', 'invite this agent, which reads and votes (repeatable)', collect)
    .option('--source <agent>', 'invite this agent, which only sends (repeatable)', collect)
    .option(
      '--need <text>',
      'teams: invite the agent that fits these words best; as often as agents are needed',
      collect,
    )
    .option('--parent <task>', 'teams: the task that the team works on, by the identifier that the node gave it')
    .option('--first <text>', 'what the agent says first, when the session begins')
    .option('--next <agent>', 'teams: with --first, who speaks next (repeatable)', collect)
    .option('--request-id <id>', 'your own identifier: opening again with it finds the same session')
    .option('--json', 'print the answer as one JSON document');
  return addTargetOptions(addTermOptions(command))
    .addHelpText(
      'after',
      `
What is not said of the terms follows from the kind; "yangent session show" tells it.

Examples:
  yangent session open --from noc --kind team --goal "why is R1-R2 down" --need "ip diagnosis" --max-turns 20
  yangent session open --from noc --name R1-R2 --goal "why is R1-R2 down" --member ip-fault --member optics
  yangent session open --from noc --kind direct --member ip-fault
  yangent session open --from noc --kind topic --name alarms --max-backlog 1000`,
    )
    .action((flags: Flags) => {
      const input = inputOf(flags);
      return withNode(flags, async (node) => {
        const answer = await node.invoke('yangent-sessions:open', input);
        console.log(flags.json ? JSON.stringify(answer) : openedText(answer, flags));
      });
    });
}

function inputOf(flags: Flags): Input {
  const { from, kind, name, goal, member = [], observer = [], source = [], requestId } = flags;
  const { need = [], parent, first, next } = flags;
  if (next !== undefined && first === undefined)
    throw new UsageError('--next names who speaks after the --first message');
  const invited = [
    ...member.map((agent) => ({ agent, role: 'speaker' as const })),
    ...observer.map((agent) => ({ agent, role: 'observer' as const })),
    ...source.map((agent) => ({ agent, role: 'source' as const })),
  ];
  if (kind === 'direct' && invited.length === 0)
    throw new UsageError('a direct session is between agents: name the other one with --member');
  return {
    ...{
      'request-id': requestId,
      from,
      kind,
      name,
      goal,
      member: invited.length > 0 ? invited : undefined,
      need: needsIn(need),
    },
    parent: parent === undefined ? undefined : { task: parent },
    first: first === undefined ? undefined : { content: first, 'next-speaker': next },
    ...termsIn(flags),
  };
}

/** Returns each need once, with the number of agents that it wants. */
function needsIn(needs: readonly string[]): Input['need'] {
  if (needs.length === 0) return undefined;
  return [...new Set(needs)].map((text) => ({ id: text, text, count: needs.filter((each) => each === text).length }));
}

function openedText(answer: unknown, { kind, from }: Flags): string {
  const members = membersOf(answer);
  const id = text(members, 'id') ?? '';
  const state = text(members, 'state') ?? 'open';
  const unmet = texts(members, 'unmet').map((each) => `  not found: ${oneLine(each)}\n`);
  const speaker = from === undefined ? '' : ` --from ${from}`;
  return [
    `${kind} ${id} is ${state === 'open' ? state : `in state ${state}`}`,
    `  ${cameText(answer)}`,
    `${unmet.join('')}\nnext:\n  yangent session say ${id}${speaker} "…"\n  yangent session show ${id}`,
  ].join('\n');
}
