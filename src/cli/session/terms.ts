/** Options of the terms of a session. */
import { type Command, Option } from 'commander';
import type { Rpcs } from '../../generated/index.js';
import { wholeNumber } from '../options.js';

type Terms = Pick<Rpcs['yangent-sessions:open']['input'], 'qos' | 'admission' | 'show-members' | 'retention'>;
type Qos = NonNullable<Terms['qos']>;

export interface TermFlags {
  readonly maxBacklog?: number;
  readonly whenFull?: Qos['when-full'];
  readonly maxRate?: number;
  readonly timeToLive?: number;
  readonly history?: Qos['history'];
  readonly admission?: Terms['admission'];
  readonly members?: 'shown' | 'hidden';
  readonly keepDays?: number;
  readonly keepMessages?: number;
}

const UINT32 = 4_294_967_295;

/** Adds the options of `TermFlags`. */
export function addTermOptions(command: Command): Command {
  return command
    .option('--max-backlog <number>', 'how many messages may wait for a member', wholeNumber(1, UINT32))
    .addOption(
      new Option(
        '--when-full <what>',
        'what happens then: senders are refused, or the member skips to the newer half',
      ).choices(['refuse', 'lag']),
    )
    .option('--max-rate <number>', 'messages a second that a member may send', wholeNumber(1, UINT32))
    .option('--time-to-live <seconds>', 'how long a message is given out', wholeNumber(1, UINT32))
    .addOption(new Option('--history <what>', 'what members may read again').choices(['all', 'joined']))
    .addOption(
      new Option('--admission <who>', 'who may join: the invited, or the agents of the node').choices([
        'invite',
        'node',
      ]),
    )
    .addOption(new Option('--members <how>', 'whether members see one another').choices(['shown', 'hidden']))
    .option('--keep-days <number>', 'greatest age of a message', wholeNumber(1, 3650))
    .option('--keep-messages <number>', 'greatest number of messages', wholeNumber(1, 10_000_000));
}

/** Returns the terms that the options say; those that they do not say are absent. */
export function termsIn(flags: TermFlags): Terms {
  return {
    qos: {
      'max-backlog': flags.maxBacklog,
      'when-full': flags.whenFull,
      'max-rate': flags.maxRate,
      'time-to-live': flags.timeToLive,
      history: flags.history,
    },
    admission: flags.admission,
    'show-members': flags.members === undefined ? undefined : flags.members === 'shown',
    retention: { days: flags.keepDays, messages: flags.keepMessages },
  };
}
