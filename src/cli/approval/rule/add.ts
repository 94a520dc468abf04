import { Command } from 'commander';
import { UsageError } from '../../../node/index.js';
import { collect } from '../../models.js';
import { wholeNumber } from '../../options.js';
import {
  type ApprovalRule,
  accessEdit,
  addTargetOptions,
  readAccess,
  type TargetFlags,
  withNode,
} from '../../remote/index.js';
import { parseLength } from '../../times.js';
import { votersOf } from './text.js';

interface Flags extends TargetFlags {
  readonly action: readonly string[];
  readonly path?: readonly string[];
  readonly agent?: readonly string[];
  readonly skill?: readonly string[];
  readonly domain?: readonly string[];
  readonly approverGroup?: readonly string[];
  readonly quorum?: number;
  readonly separation: boolean;
  readonly secondFactor?: boolean;
  readonly signature?: boolean;
  readonly expires?: number;
  readonly replace?: boolean;
}

export function addCommand(): Command {
  return addTargetOptions(new Command('add'))
    .description('let requests wait until persons have approved them')
    .argument('<name>', 'name of the rule')
    .requiredOption('--action <action>', 'which: data.edit, or MODULE.NAME of an operation (repeatable)', collect)
    .option('--path <path>', 'only edits at, above or below this node, as /MODULE:NODE (repeatable)', collect)
    .option('--agent <agent>', 'only requests by or to this agent (repeatable)', collect)
    .option('--skill <skill>', 'only requests for this skill (repeatable)', collect)
    .option('--domain <domain>', 'only requests by or to members of this trust domain (repeatable)', collect)
    .option('--approver-group <group>', 'whose members vote; else admin and operator (repeatable)', collect)
    .option('--quorum <persons>', 'how many must approve; else 1', wholeNumber(1, 16))
    .option('--no-separation', 'who last changed what the request is about has a vote, too')
    .option('--second-factor', 'count only votes of logins that have proved two factors')
    .option('--signature', 'count only votes that are signed')
    .option('--expires <time>', 'how long an approval waits and is good for, e.g. 8h; else 1h', parseLength)
    .option('--replace', 'replace a rule of this name')
    .addHelpText(
      'after',
      `
Examples:
  yangent approval rule add orders --action yangent-tasks.assign --agent crew
  yangent approval rule add audit --action data.edit --path /yangent-audit:audit --approver-group voters --quorum 2 --signature`,
    )
    .action((name: string, flags: Flags) =>
      withNode(flags, async (node) => {
        const isThere = (await readAccess(node, 'approval-rule', name)).length > 0;
        if (isThere && !flags.replace)
          throw new UsageError(`there is a rule "${name}" already; take another name, or replace it with --replace`);
        const rule = ruleOf(name, flags);
        await node.yangPatch('/', [accessEdit(flags.replace ? 'replace' : 'create', 'approval-rule', rule)]);
        const { quorum = 1, action } = rule;
        console.log(
          `rule ${name} is in force: ${action.join(', ')} waits for ${quorum === 1 ? 'a person' : `${quorum} persons`} of ${votersOf(rule)}`,
        );
        console.log(
          '"yangent approval list" lists what waits; the administrator of this machine needs no approval itself',
        );
      }),
    );
}

function ruleOf(name: string, flags: Flags): ApprovalRule {
  const { action, path, agent, skill, domain, approverGroup, quorum, separation, secondFactor, signature, expires } =
    flags;
  return {
    name,
    action,
    ...(path && { path }),
    ...(agent && { agent }),
    ...(skill && { skill }),
    ...(domain && { domain }),
    ...(approverGroup && { 'approver-group': approverGroup }),
    ...(quorum !== undefined && { quorum }),
    ...(!separation && { separation }),
    ...(secondFactor && { 'second-factor': secondFactor }),
    ...(signature && { signature }),
    ...(expires !== undefined && { expires }),
  };
}
