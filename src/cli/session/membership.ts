/** The commands by which agents come and go. */
import { Command, Option } from 'commander';
import { collect } from '../models.js';
import { addTargetOptions, membersOf, type TargetFlags, text, withNode } from '../remote/index.js';
import { cameText } from './came.js';
import { findSession, SESSION_ARGUMENT } from './find.js';
import type { Member } from './records.js';
import { act } from './records.js';

interface Flags extends TargetFlags {
  readonly agent?: string;
}

const YOURS = 'the agent; not needed by a user with one agent';
const STEERING = 'act as this agent, its coordinator; not needed by operators';

/** Makes a command whose first argument is a session. */
function about(name: string, description: string, agent: string): Command {
  return addTargetOptions(new Command(name))
    .description(description)
    .argument('<session>', SESSION_ARGUMENT)
    .option('--agent <agent>', agent);
}

export function joinCommand(): Command {
  return about('join', 'let an agent join a session; joining again changes what it is given', YOURS)
    .option('--filter <filter>', 'only these subjects: + is one word, # at the end the rest (repeatable)', collect)
    .option(
      '--by-profile',
      'only messages with a tag that is a skill of the agent, or a tag of one; with --filter, both must hold',
    )
    .addHelpText(
      'after',
      '\nExamples:\n  yangent session join R1-R2 --agent power\n  yangent session join alarms --agent ip-fault --filter alarms/+/r1 --filter news/#',
    )
    .action((session: string, flags: Flags & { readonly filter?: readonly string[]; readonly byProfile?: boolean }) =>
      withNode(flags, async (node) => {
        const { agent, filter, byProfile } = flags;
        const id = await findSession(node, session);
        const answer = membersOf(await act(node, id, 'join', { agent, filter, 'by-profile': byProfile }));
        console.log(`${agent ?? 'the agent'} is in, from message #${text(answer, 'sequence')} on`);
      }),
    );
}

export function declineCommand(): Command {
  return about('decline', 'answer an invitation: the agent does not come', YOURS).action(
    (session: string, flags: Flags) =>
      withNode(flags, async (node) => {
        await act(node, await findSession(node, session), 'decline', { agent: flags.agent });
        console.log(`${flags.agent ?? 'the agent'} has declined`);
      }),
  );
}

export function leaveCommand(): Command {
  return about('leave', 'take an agent out of a session; the last one closes it', YOURS).action(
    (session: string, flags: Flags) =>
      withNode(flags, async (node) => {
        await act(node, await findSession(node, session), 'leave', { agent: flags.agent });
        console.log(`${flags.agent ?? 'the agent'} has left`);
      }),
  );
}

interface InviteFlags extends Flags {
  readonly role: Exclude<Member['role'], 'coordinator'>;
  readonly json?: boolean;
}

export function inviteCommand(): Command {
  return about(
    'invite',
    'invite agents into a session; your own join at once',
    'invite as this member; not needed by operators',
  )
    .argument('<agent...>', 'the agents')
    .addOption(
      new Option('--role <role>', 'what they may do').choices(['speaker', 'observer', 'source']).default('speaker'),
    )
    .option('--json', 'print the answer as one JSON document')
    .addHelpText('after', '\nExample:\n  yangent session invite R1-R2 power --agent noc --role observer')
    .action((session: string, agents: readonly string[], flags: InviteFlags) =>
      withNode(flags, async (node) => {
        const { agent, role } = flags;
        const member = agents.map((each) => ({ agent: each, role }));
        const answer = await act(node, await findSession(node, session), 'invite', { agent, member });
        console.log(flags.json ? JSON.stringify(answer) : cameText(answer));
      }),
    );
}

export function removeCommand(): Command {
  return about('remove', 'put a member out; it comes back by invitation only', STEERING)
    .argument('<member>', 'the identifier of the member')
    .option('--reason <text>', 'why, for the other members')
    .action((session: string, member: string, flags: Flags & { readonly reason?: string }) =>
      withNode(flags, async (node) => {
        const { agent, reason } = flags;
        await act(node, await findSession(node, session), 'remove', { agent, member, reason });
        console.log(`${member} is removed`);
      }),
    );
}
