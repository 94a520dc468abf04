import { Command, Option } from 'commander';
import { UsageError } from '../../node/index.js';
import { addCapability, CAPABILITY_HELP, type CapabilityInput } from '../grant/capability.js';
import { collect } from '../models.js';
import {
  accessEdit,
  addTargetOptions,
  readAccess,
  type TargetFlags,
  type TrustDomain,
  withNode,
} from '../remote/index.js';
import { addProofOptions, type ProofFlags, proofsIn } from './proofs.js';
import { warnOfAllData } from './warn.js';

interface Flags extends TargetFlags, ProofFlags {
  readonly group?: readonly string[];
  readonly kind: NonNullable<NonNullable<TrustDomain['members']>['kind']>;
  readonly permit?: readonly CapabilityInput[];
  readonly send?: readonly CapabilityInput[];
  readonly requireCredential?: readonly string[];
  readonly unboundTokens?: boolean;
}

export function addCommand(): Command {
  return addTargetOptions(addProofOptions(new Command('add')))
    .description('make another organization known: how its callers prove it, and what they may do')
    .argument('<domain>', 'its name on this node: small letters, digits, - and .')
    .option('--permit <capability>', `what its members may do: ${CAPABILITY_HELP}`, addCapability)
    .option('--send <capability>', 'what the node may send to its agents; in the same form', addCapability)
    .option('--group <group>', 'put its members into this group (repeatable)', collect)
    .addOption(
      new Option('--kind <kind>', 'what its members are').choices(['person', 'agent', 'node']).default('agent'),
    )
    .option('--require-credential <type>', 'its agents must have such a credential (repeatable)', collect)
    .option('--unbound-tokens', 'take tokens that are bound to no key as well')
    .addHelpText(
      'after',
      `
Examples:
  yangent trust add carrier-b --token-issuer https://login.carrier-b.example --jwks keys.json --group partners --permit "data.read path=/yangent-agents:agents"
  yangent trust add carrier-c --node c.example:8443 --node-certificate c.pem --send "yangent-tasks.assign agent=meter"`,
    )
    .action(async (name: string, flags: Flags) => {
      const { group, kind, permit, send, requireCredential, unboundTokens } = flags;
      const { by, edits } = await proofsIn(name, flags);
      const domain: TrustDomain = {
        name,
        by,
        members: { kind, ...(group && { group }) },
        ...(permit && { permit }),
        ...(send && { send }),
        ...(requireCredential && { 'require-credential': requireCredential }),
        ...(unboundTokens && { 'proof-of-possession': false }),
      };
      await withNode(flags, async (node) => {
        if ((await readAccess(node, 'trust-domain', name)).length > 0)
          throw new UsageError(
            `there is a trust domain ${name} already: "yangent trust show ${name}" shows it, and "yangent trust certificate ${name} FILE" replaces the certificate of its nodes`,
          );
        await node.yangPatch('/', [...edits, accessEdit('create', 'trust-domain', domain)]);
        warnOfAllData(name, permit);
        console.log(`trust domain ${name} is added`);
        if (permit === undefined && send === undefined) console.log(nextStep(name));
      });
    });
}

function nextStep(name: string): string {
  return `none of its members gets in without a permit; next: yangent trust permit ${name} "data.read path=/yangent-agents:agents"`;
}
