import { Command } from 'commander';
import { isObject } from '../../data/index.js';
import type { Rpcs } from '../../generated/index.js';
import { capabilityLines } from '../grant/text.js';
import { addTargetOptions, type TargetFlags, withNode } from '../remote/index.js';
import { labelled } from '../terminal/index.js';
import { tokenIn } from './file.js';

interface Flags extends TargetFlags {
  readonly json?: boolean;
}

export function showCommand(): Command {
  return addTargetOptions(new Command('show'))
    .description('tell what a token is good for on the node')
    .argument('<file>', 'the token, - for standard input')
    .option('--json', 'print the answer as one JSON document')
    .action((file: string, flags: Flags) => {
      const token = tokenIn(file);
      return withNode(flags, async (node) => {
        const answer = await node.invoke('yangent-access:introspect', { token });
        const verdict: Verdict = isVerdict(answer) ? answer : { active: false };
        const { subject } = verdict;
        if (flags.json) console.log(JSON.stringify(verdict));
        else if (subject !== undefined) console.log(tokenText(verdict, subject));
        if (subject === undefined)
          throw new Error(
            'the node does not accept the token: it is wrong, has ended, was revoked, or is of others, which administrators and operators may look at',
          );
      });
    });
}

type Verdict = Rpcs['yangent-access:introspect']['output'];

/** Checks the member that every answer has; the node has made the others by the model. */
function isVerdict(value: unknown): value is Verdict {
  return isObject(value) && typeof value.active === 'boolean';
}

function tokenText({ actor = [], capability = [], expires }: Verdict, subject: string): string {
  return labelled([
    ['for', subject],
    ['used by', actor.join(', then ')],
    ['may', capability.length === 0 ? `all that ${subject} may` : capabilityLines(capability).join('\n')],
    ['until', expires],
  ]);
}
