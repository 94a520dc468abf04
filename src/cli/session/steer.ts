/** The commands of the coordinator: change the terms, close, and continue. */
import { Command } from 'commander';
import type { Actions } from '../../generated/index.js';
import { UsageError } from '../../node/index.js';
import { addTargetOptions, membersOf, type TargetFlags, text, withNode } from '../remote/index.js';
import { findSession, SESSION_ARGUMENT } from './find.js';
import { act } from './records.js';
import { addTermOptions, type TermFlags, termsIn } from './terms.js';

interface Flags extends TargetFlags {
  readonly agent?: string;
}

const STEERING = 'act as this agent, its coordinator; not needed by operators';

interface SetFlags extends Flags, TermFlags {
  readonly name?: string;
  readonly goal?: string;
  readonly unset?: readonly Unset[];
}

type Unset = NonNullable<Actions['/yangent-sessions:sessions/session/set']['input']['unset']>[number];

export function setCommand(): Command {
  const command = new Command('set')
    .description('change the terms of a session; what is not said stays')
    .argument('<session>', SESSION_ARGUMENT)
    .option('--agent <agent>', STEERING)
    .option('--name <name>', 'a name, by which commands find it')
    .option('--goal <text>', 'what it is for')
    .option('--unset <term...>', 'terms that are as if nothing was said, by their names in the model: max-turns');
  return addTargetOptions(addTermOptions(command))
    .addHelpText('after', '\nExample:\n  yangent session set R1-R2 --agent noc --max-backlog 500 --keep-days 7')
    .action((session: string, flags: SetFlags) => {
      const { agent, name, goal, unset } = flags;
      const said = { name, goal, unset, ...termsIn(flags) };
      if (JSON.stringify(said) === NOTHING)
        throw new UsageError('nothing is changed: say what with an option; --help lists them');
      return withNode(flags, async (node) => {
        await act(node, await findSession(node, session), 'set', { agent, ...said });
        console.log('the terms are changed');
      });
    });
}

/** The terms that are read when no option is given. */
const NOTHING = JSON.stringify(termsIn({}));

export function closeCommand(): Command {
  return addTargetOptions(new Command('close'))
    .description('close a session: nothing is added any more')
    .argument('<session>', SESSION_ARGUMENT)
    .option('--agent <agent>', STEERING)
    .action((session: string, flags: Flags) =>
      withNode(flags, async (node) => {
        await act(node, await findSession(node, session), 'close', { agent: flags.agent });
        console.log('the session is closed');
      }),
    );
}

export function continueCommand(): Command {
  return addTargetOptions(new Command('continue'))
    .description('go on here with a session of another node that is lost')
    .argument('<session>', SESSION_ARGUMENT)
    .option('--agent <agent>', STEERING)
    .addHelpText(
      'after',
      `
The node opens a new session with the members that it can reach, and sends into it what waited for the lost home.
When that is back, it closes its own session, if it lets this node continue sessions: yangent peer add --continues

Example:
  yangent session continue R1-R2`,
    )
    .action((session: string, flags: Flags) =>
      withNode(flags, async (node) => {
        const before = await findSession(node, session);
        const output = await act(node, before, 'continue', { agent: flags.agent });
        console.log(`goes on as session ${text(membersOf(output), 'id')}`);
        console.log(
          `\nwhen the old home is back, it closes ${before} if it lets this node continue its sessions; else close it there:\n  yangent session close ${before}`,
        );
      }),
    );
}
