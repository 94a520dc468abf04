import { Command } from 'commander';
import { keyed, type YangEdit } from '../../clients/index.js';
import { UsageError } from '../../node/index.js';
import { addCapability, CAPABILITY_HELP, type CapabilityInput } from '../grant/capability.js';
import { namedLines } from '../grant/text.js';
import { collect } from '../models.js';
import { accessPath, addTargetOptions, type TargetFlags, withNode } from '../remote/index.js';
import { domainOf } from './domains.js';
import { forSkill } from './skill.js';
import { warnOfAllData } from './warn.js';

interface Flags extends TargetFlags {
  readonly name?: string;
  readonly remove?: readonly string[];
  readonly skill?: string;
  readonly agent?: readonly string[];
}

export function permitCommand(): Command {
  return allowing('permit', 'permit members of a trust domain to do more or less', 'members may do nothing');
}

export function sendCommand(): Command {
  return allowing('send', 'let the node send more or less to agents of a trust domain', 'nothing is sent there');
}

/** Builds the command that changes one list of capabilities. @param none says what holds when the list is empty */
function allowing(list: 'permit' | 'send', description: string, none: string): Command {
  return addTargetOptions(new Command(list))
    .description(description)
    .argument('<domain>', 'name of the domain')
    .argument('[capability...]', CAPABILITY_HELP, addCapability)
    .option('--name <name>', 'name of the capability, with which it is replaced or removed later; else a number')
    .option('--skill <skill>', 'add all that tasks of this skill need, under its name')
    .option('--agent <agent>', 'with --skill: only tasks for this agent (repeatable)', collect)
    .option('--remove <name>', 'remove the capability of this name (repeatable)', collect)
    .addHelpText(
      'after',
      `\nExamples:\n  yangent trust ${list} carrier-b "yangent-tasks.assign agent=crew max-priority=3" --name work\n  yangent trust ${list} carrier-b --skill survey --agent meter\n  yangent trust ${list} carrier-b --remove work`,
    )
    .action(async (domain: string, added: readonly CapabilityInput[], flags: Flags) => {
      const { name, remove = [], skill, agent } = flags;
      if (agent !== undefined && skill === undefined)
        throw new UsageError('--agent says for which agents a skill is: name the skill with --skill');
      if (added.length === 0 && remove.length === 0 && skill === undefined)
        throw new UsageError('say what is to be added, or removed with --remove; --help shows how');
      if (name !== undefined && added.length + (skill === undefined ? 0 : 1) !== 1)
        throw new UsageError('--name is the name of one capability that is added');
      const ofSkill = skill === undefined ? [] : forSkill(list, skill, agent, name);
      await withNode(flags, async (node) => {
        const names = ((await domainOf(node, domain))[list] ?? []).map((each) => each.name);
        const gone = remove.find((each) => !names.includes(each));
        if (gone !== undefined)
          throw new UsageError(
            `${domain} has no ${list} "${gone}"; ${names.length === 0 ? 'it has none' : `it has ${names.join(', ')}`}`,
          );
        const path = (each: string) => `/${keyed(list, each)}`;
        const edits = [
          ...remove.map((each): YangEdit => ({ operation: 'delete', target: path(each) })),
          ...[...named(added, names, name), ...ofSkill].map(
            (each): YangEdit => ({
              operation: 'replace',
              target: path(each.name),
              value: { [`yangent-access:${list}`]: [each] },
            }),
          ),
        ];
        // A domain that was removed meanwhile stays removed (RFC 9110 §13.1.1).
        await node.yangPatch(accessPath('trust-domain', domain), edits, { ifMatch: '*' });
        if (list === 'permit') warnOfAllData(domain, added);
        const now = namedLines((await domainOf(node, domain))[list]);
        console.log(
          now.length === 0
            ? `${domain}: ${none} now`
            : `${domain}: ${TELLS[list]}\n${now.map((each) => `  ${each}`).join('\n')}`,
        );
      });
    });
}

const TELLS = { permit: 'members may now', send: 'the node may now send' } as const;

/** Gives each capability its name, or the next free number. */
function named(
  capabilities: readonly CapabilityInput[],
  taken: readonly string[],
  name: string | undefined,
): readonly CapabilityInput[] {
  let number = 0;
  const free = (): string => {
    do number += 1;
    while (taken.includes(String(number)));
    return String(number);
  };
  return capabilities.map((each) => ({ ...each, name: name ?? free() }));
}
