/** The commands that lead a team: wait for tasks, give the floor, come to an end. */
import { Command, Option } from 'commander';
import { collect } from '../models.js';
import { addTargetOptions, type TargetFlags, withNode } from '../remote/index.js';
import { findSession, SESSION_ARGUMENT } from './find.js';
import { act } from './records.js';
import { send, sentText } from './send.js';
import { GRANTED_STATES } from './states.js';
import { identityOf } from './types.js';

interface PauseFlags extends TargetFlags {
  readonly from?: string;
  readonly trigger: readonly string[];
  readonly id?: string;
}

export function pauseCommand(): Command {
  return addTargetOptions(new Command('pause'))
    .description('let a team wait until tasks have ended; for the member that has the floor')
    .argument('<session>', SESSION_ARGUMENT)
    .argument('[text]', 'why, in plain words')
    .option('--from <agent>', 'the member that speaks; not needed by a user with one agent')
    .requiredOption('--trigger <task>', 'a task, by its identifier or task-id (repeatable)', collect)
    .option('--id <id>', 'your own identifier of the message: sending it again with it stores it once')
    .addHelpText(
      'after',
      '\nExample:\n  yangent session pause R1-R2 --from noc --trigger alarms "until the alarms are read"',
    )
    .action((session: string, content: string | undefined, { from, trigger, id, ...flags }: PauseFlags) =>
      withNode(flags, async (node) => {
        const message = { from, id, type: identityOf('pause'), content, trigger };
        const answer = await send(node, { ...message, session: await findSession(node, session) });
        console.log(
          `${sentText(answer, session)}: the team goes on when ${trigger.join(', ')} ${trigger.length === 1 ? 'has' : 'have'} ended`,
        );
      }),
    );
}

interface GrantFlags extends TargetFlags {
  readonly agent?: string;
  readonly state?: (typeof GRANTED_STATES)[number];
  readonly trigger?: readonly string[];
}

const COORDINATOR = 'act as this agent, its coordinator; not needed by a user with one agent';

export function grantCommand(): Command {
  return addTargetOptions(new Command('grant'))
    .description('give the floor of a team to members, else to its coordinator')
    .argument('<session>', SESSION_ARGUMENT)
    .argument('[member...]', 'who may speak')
    .option('--agent <agent>', COORDINATOR)
    .addOption(new Option('--state <state>', 'lead the team to this state').choices([...GRANTED_STATES]))
    .option('--trigger <task>', 'with --state pause-and-trigger: a task it waits for (repeatable)', collect)
    .addHelpText(
      'after',
      '\nExamples:\n  yangent session grant R1-R2 ip-fault --agent noc\n  yangent session grant R1-R2 --agent noc --state asynchronous-task-assignment',
    )
    .action((session: string, members: readonly string[], { agent, state, trigger, ...flags }: GrantFlags) =>
      withNode(flags, async (node) => {
        const id = await findSession(node, session);
        await act(node, id, 'grant-floor', { agent, state, 'next-speaker': members, trigger });
        const holder = members.length === 0 ? 'its coordinator' : members.join(', ');
        console.log(`${holder} may speak${state === undefined ? '' : `; the state is ${state}`}`);
      }),
    );
}

interface ConcludeFlags extends TargetFlags {
  readonly agent?: string;
  readonly next?: string;
}

export function concludeCommand(): Command {
  return addTargetOptions(new Command('conclude'))
    .description('let a team come to its end: one member says the conclusion')
    .argument('<session>', SESSION_ARGUMENT)
    .option('--agent <agent>', COORDINATOR)
    .option('--next <member>', 'who says the conclusion; else the coordinator')
    .addHelpText(
      'after',
      '\nExample:\n  yangent session conclude R1-R2 --agent noc --next ip-fault\n  yangent session say R1-R2 --from ip-fault --type conclusion "the fibre is cut at km 12"',
    )
    .action((session: string, { agent, next, ...flags }: ConcludeFlags) =>
      withNode(flags, async (node) => {
        await act(node, await findSession(node, session), 'conclude', { agent, 'next-speaker': next });
        console.log(`${next ?? 'its coordinator'} says the conclusion`);
      }),
    );
}
