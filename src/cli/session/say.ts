import { Command, Option } from 'commander';
import { UsageError } from '../../node/index.js';
import { ExitCode } from '../exit.js';
import { collect } from '../models.js';
import { wholeNumber } from '../options.js';
import { addTargetOptions, child, type Members, type TargetFlags, text, withNode } from '../remote/index.js';
import { smallText } from '../small-file.js';
import { findSession, SESSION_ARGUMENT } from './find.js';
import { messageText } from './message-text.js';
import { sequenceNumber } from './numbers.js';
import { isMessage } from './records.js';
import { type SendInput, send, sentText } from './send.js';
import { identityOf, SAID_TYPES } from './types.js';

interface Flags extends TargetFlags {
  readonly from?: string;
  readonly to?: readonly string[];
  readonly next?: readonly string[];
  readonly type: string;
  readonly replyTo?: `${bigint}`;
  readonly covers?: `${bigint}`;
  readonly subject?: string;
  readonly tag?: readonly string[];
  readonly mediaType?: string;
  readonly id?: string;
  readonly wait?: number;
  readonly json?: boolean;
}

export function sayCommand(): Command {
  return addTargetOptions(new Command('say'))
    .description('send a message; when the command ends, the message is stored')
    .usage('[options] [session] <text>')
    .argument('[session]', `${SESSION_ARGUMENT}; with --to alone: the direct session of these agents`)
    .argument('[text]', 'the text, or - to read it from standard input')
    .option('--from <agent>', 'the member that speaks; not needed by a user with one agent')
    .option('--to <agent>', 'only for this member (repeatable)', collect)
    .option('--next <agent>', 'teams: who speaks next (repeatable)', collect)
    .addOption(new Option('--type <type>', 'what it is').choices(SAID_TYPES).default('discussion'))
    .option('--reply-to <number>', 'the number of the message that it answers', sequenceNumber)
    .option('--covers <number>', 'with --type summary: the last message that it sums up', sequenceNumber)
    .option('--subject <subject>', 'what it is about, e.g. alarms/north/r1')
    .option('--tag <word>', 'a word for those who read by their profile (repeatable)', collect)
    .option('--media-type <type>', 'kind of the text; else text/plain')
    .option('--id <id>', 'your own identifier: saying it again with it stores it once')
    .option(
      '--wait <seconds>',
      'with --type request: wait for the answer, and print it; else for the number that another node gives',
      wholeNumber(0, 300),
    )
    .option('--json', 'print the answer of the node as one JSON document')
    .addHelpText(
      'after',
      `
Examples:
  yangent session say R1-R2 --from noc "look at the optics" --next ip-fault
  yangent session say R1-R2 --from noc --to optics --type request --wait 30 "is there light?"
  yangent session say R1-R2 --from optics --type response --reply-to 7 "no light since 13:58"
  yangent session say R1-R2 --from noc --type conclusion "the fibre is cut at km 12"
  yangent session say --from ip-fault --to optics "between us"`,
    )
    .action((first: string | undefined, second: string | undefined, flags: Flags) => {
      const [session, said] = second === undefined ? [undefined, first] : [first, second];
      const message = messageIn(said, session, flags);
      return withNode(flags, async (node) => {
        const known = session === undefined ? undefined : await findSession(node, session);
        print(await send(node, { ...message, session: known }), session, flags);
      });
    });
}

/** Types of messages that are nothing without the number of another one. */
const ANSWERS: readonly string[] = ['response', 'vote', 'voting-result'];

/** @throws UsageError for a message without text, session or receiver */
function messageIn(said: string | undefined, session: string | undefined, flags: Flags): SendInput {
  const { from, to, next, type, replyTo, covers, subject, tag, mediaType, id, wait } = flags;
  if (said === undefined) throw new UsageError('say in which session, and what: yangent session say SESSION "TEXT"');
  if (session === undefined && to === undefined)
    throw new UsageError(`"${said}" goes nowhere: put the session before it, or name receivers with --to`);
  if ((covers !== undefined) !== (type === 'summary'))
    throw new UsageError('--type summary and --covers go together: the number of the last message that is summed up');
  if (replyTo === undefined && ANSWERS.includes(type))
    throw new UsageError(`a ${type} answers a message: add --reply-to and its number`);
  const content = said === '-' ? smallText('-').trimEnd() : said;
  const about = { 'in-reply-to': replyTo, covers, subject, tag, content, 'media-type': mediaType };
  return { from, id, type: identityOf(type), to, 'next-speaker': next, ...about, wait };
}

/** @param named the session as the user named it */
function print(answer: Members, named: string | undefined, flags: Flags): void {
  const reply = child(answer, 'reply');
  const isAsked = flags.type === 'request';
  if (flags.json) console.log(JSON.stringify(answer));
  else {
    console.log(sentText(answer, named ?? text(answer, 'session')));
    if (isMessage(reply)) console.log(messageText(reply));
    else if (flags.wait !== undefined && isAsked) console.log(`no answer within ${flags.wait} s`);
    else if (flags.wait !== undefined && text(answer, 'sequence') === undefined)
      console.log(`its home gave no number within ${flags.wait} s; a refusal comes to "yangent session listen"`);
  }
  const isDone = isAsked ? isMessage(reply) : text(answer, 'sequence') !== undefined;
  if (flags.wait !== undefined && !isDone) process.exitCode = ExitCode.negative;
}
