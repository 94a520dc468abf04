/** Options of the terms of a session. */
import { type Command, Option } from 'commander';
import type { Rpcs } from '../../generated/index.js';
import { wholeNumber } from '../options.js';

type Terms = Pick<
  Rpcs['yangent-sessions:open']['input'],
  'turn-taking' | 'max-depth' | 'qos' | 'admission' | 'show-members' | 'encryption' | 'retention'
>;
type Turns = NonNullable<Terms['turn-taking']>;
type Qos = NonNullable<Terms['qos']>;

export interface TermFlags {
  readonly turns?: Turns['mode'];
  readonly maxTurns?: number;
  readonly minMembers?: number;
  readonly speakerTimeout?: number;
  readonly formingTimeout?: number;
  readonly pauseTimeout?: number;
  readonly maxDepth?: number;
  readonly maxBacklog?: number;
  readonly whenFull?: Qos['when-full'];
  readonly maxRate?: number;
  readonly maxBytesRate?: number;
  readonly timeToLive?: number;
  readonly history?: Qos['history'];
  readonly admission?: Terms['admission'];
  readonly members?: 'shown' | 'hidden';
  readonly encryption?: Terms['encryption'];
  readonly keepDays?: number;
  readonly keepMessages?: number;
}

const UINT32 = 4_294_967_295;

/** Adds the options of `TermFlags`. */
export function addTermOptions(command: Command): Command {
  return command
    .addOption(
      new Option(
        '--turns <mode>',
        'teams: who speaks next if the speaker names nobody: the coordinator, the next in turn, all',
      ).choices(['named', 'round-robin', 'open']),
    )
    .option('--max-turns <number>', 'teams: after so many turns they conclude', wholeNumber(1, UINT32))
    .option('--min-members <number>', 'teams: begin when so many have joined', wholeNumber(1, 1_000_000))
    .option('--speaker-timeout <seconds>', 'teams: how long a speaker may be silent', wholeNumber(1, 604_800))
    .option('--forming-timeout <seconds>', 'teams: how long they wait for the invited', wholeNumber(1, 604_800))
    .option('--pause-timeout <seconds>', 'teams: how long they wait for triggers', wholeNumber(1, 31_536_000))
    .option('--max-depth <number>', 'teams: how deep teams below may be nested', wholeNumber(0, 32))
    .option('--max-backlog <number>', 'how many messages may wait for a member', wholeNumber(1, UINT32))
    .addOption(
      new Option(
        '--when-full <what>',
        'what happens then: senders are refused, or the member skips to the newer half',
      ).choices(['refuse', 'lag']),
    )
    .option('--max-rate <number>', 'messages a second that a member may send', wholeNumber(1, UINT32))
    .option('--max-bytes-rate <number>', 'bytes a second that a member may send in messages', wholeNumber(1, UINT32))
    .option('--time-to-live <seconds>', 'how long a message is given out', wholeNumber(1, UINT32))
    .addOption(
      new Option('--history <what>', 'what members may read again').choices(['all', 'joined', 'summary', 'none']),
    )
    .addOption(
      new Option('--admission <who>', 'who may join: the invited, or the agents of the node').choices([
        'invite',
        'node',
      ]),
    )
    .addOption(new Option('--members <how>', 'whether members see one another').choices(['shown', 'hidden']))
    .addOption(
      new Option(
        '--encryption <how>',
        'sealed: members encrypt for one another, and the node takes nothing in clear; it stays so',
      ).choices(['none', 'sealed']),
    )
    .option('--keep-days <number>', 'greatest age of a message', wholeNumber(1, 3650))
    .option('--keep-messages <number>', 'greatest number of messages', wholeNumber(1, 10_000_000));
}

/** Returns the terms that the options say; those that they do not say are absent. */
export function termsIn(flags: TermFlags): Terms {
  return {
    'turn-taking': said({
      mode: flags.turns,
      'max-turns': flags.maxTurns,
      'min-members': flags.minMembers,
      'speaker-timeout': flags.speakerTimeout,
      'forming-timeout': flags.formingTimeout,
      'pause-timeout': flags.pauseTimeout,
    }),
    'max-depth': flags.maxDepth,
    qos: said({
      'max-backlog': flags.maxBacklog,
      'when-full': flags.whenFull,
      'max-rate': flags.maxRate,
      'max-bytes-rate': flags.maxBytesRate,
      'time-to-live': flags.timeToLive,
      history: flags.history,
    }),
    admission: flags.admission,
    'show-members': flags.members === undefined ? undefined : flags.members === 'shown',
    encryption: flags.encryption,
    retention: said({ days: flags.keepDays, messages: flags.keepMessages }),
  };
}

/** Returns a container; undefined when it would be empty. */
function said<C extends object>(container: C): C | undefined {
  return Object.values(container).every((value) => value === undefined) ? undefined : container;
}
