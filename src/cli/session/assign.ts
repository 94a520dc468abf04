import { readFileSync } from 'node:fs';
import { Command, InvalidArgumentError } from 'commander';
import { messageOf } from '../../data/index.js';
import { UsageError } from '../../node/index.js';
import { buildPrompt } from '../../tasks/index.js';
import { collect } from '../models.js';
import { addTargetOptions, type Members, type TargetFlags, text, withNode } from '../remote/index.js';
import { findSession, SESSION_ARGUMENT } from './find.js';
import { type SendInput, send, sentText } from './send.js';
import { identityOf } from './types.js';

interface Flags extends TargetFlags {
  readonly from?: string;
  readonly to: readonly string[];
  readonly sync?: boolean;
  readonly async?: boolean;
  readonly object?: string;
  readonly environment?: string;
  readonly type?: string;
  readonly input?: unknown;
  readonly taskId?: string;
  readonly id?: string;
  readonly json?: boolean;
}

export function assignCommand(): Command {
  return addTargetOptions(new Command('assign'))
    .description('assign a task to members of a session, which is told of its progress and result')
    .argument('<session>', SESSION_ARGUMENT)
    .argument('[description]', 'the task in plain words; not needed with --type and --input')
    .option('--from <agent>', 'the member that assigns it; not needed by a user with one agent')
    .requiredOption('--to <agent>', 'the member that is to do it (repeatable: one task each)', collect)
    .option('--sync', 'the team waits for it')
    .option('--async', 'the team goes on meanwhile')
    .option('--object <text>', 'what it is about, e.g. the link or device')
    .option('--environment <text>', 'what the agent should know of the surroundings')
    .option('--type <skill>', 'the skill wanted; else the agent chooses by the description')
    .option(
      '--input <json>',
      'the input that the skill declares, as JSON, or - to read it from standard input',
      parseInput,
    )
    .option('--task-id <id>', 'your own identifier of the task')
    .option('--id <id>', 'your own identifier of the message: sending it again with it stores it once')
    .option('--json', 'print the answer of the node as one JSON document')
    .addHelpText(
      'after',
      `
Examples:
  yangent session assign R1-R2 --from noc --to ip-fault --sync "trace R1 to R2"
  yangent session assign R1-R2 --from noc --to ip-fault --to optics --async "look for alarms" --task-id alarms`,
    )
    .action((session: string, description: string | undefined, flags: Flags) => {
      const message = messageIn(description, flags);
      return withNode(flags, async (node) => {
        const answer = await send(node, { ...message, session: await findSession(node, session) });
        if (flags.json) console.log(JSON.stringify(answer));
        else console.log(`${sentText(answer, session)}${beginsText(answer, flags.to.join(', '))}`);
      });
    });
}

/** A task of a copy begins when the home has taken its message. */
function beginsText(answer: Members, assignees: string): string {
  return text(answer, 'sequence') === undefined ? `; then ${assignees} may begin` : `: ${assignees} may begin`;
}

/** @throws UsageError for a task without words and skill, or with both modes */
function messageIn(description: string | undefined, flags: Flags): SendInput {
  const { from, to, sync, async, object, environment, type, input, taskId, id } = flags;
  if (description === undefined && type === undefined)
    throw new UsageError('say in words what is to be done, or name the skill with --type and give its --input');
  if (sync && async) throw new UsageError('--sync and --async: the team cannot both wait for the task and go on');
  const prompt = description === undefined ? undefined : buildPrompt({ object, description, environment });
  return {
    ...{ from, id, type: identityOf('task-assignment'), 'next-speaker': to, content: description },
    mode: sync ? 'synchronous' : async ? 'asynchronous' : undefined,
    task: { 'task-id': taskId, type, content: prompt, input },
  };
}

function parseInput(value: string): unknown {
  const document = value === '-' ? readFileSync(0, 'utf8') : value;
  try {
    return JSON.parse(document);
  } catch (error) {
    throw new InvalidArgumentError(`It must be JSON: ${messageOf(error)}.`);
  }
}
