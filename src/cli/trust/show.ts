import { Command } from 'commander';
import { namedLines } from '../grant/text.js';
import { addTargetOptions, type TargetFlags, type TrustDomain, withNode } from '../remote/index.js';
import { labelled } from '../terminal/index.js';
import { domainOf, stateOf } from './domains.js';

interface Flags extends TargetFlags {
  readonly json?: boolean;
}

export function showCommand(): Command {
  return addTargetOptions(new Command('show'))
    .description('show a trust domain: by what it proves itself, what its members may do, and why callers were refused')
    .argument('<domain>', 'name of the domain')
    .option('--json', 'print it as one JSON document')
    .action((name: string, flags: Flags) =>
      withNode(flags, async (node) => {
        const domain = await domainOf(node, name);
        console.log(flags.json ? JSON.stringify(domain) : domainText(domain));
      }),
    );
}

function domainText(domain: TrustDomain): string {
  const { name, by = {}, members = {}, permit, send, accepted = '0', refused = [] } = domain;
  const lines = (each: readonly string[] = []) => each.join('\n');
  return labelled([
    ['domain', name],
    ['state', stateOf(domain)],
    ['token issuers', lines(by['token-issuer'])],
    ['certificates', by['certificate-bag']],
    ['SSH certificates', by['ssh-bag']],
    ['identifiers', lines([...(by.did ?? []), ...(by['did-host'] ?? [])])],
    ['nodes', lines(by['node-host'])],
    ['needs credentials', (domain['require-credential'] ?? []).join(', ')],
    ['members', `${members.kind ?? 'agent'}s`],
    ['groups', (members.group ?? []).join(', ')],
    ['may', lines(namedLines(permit))],
    ['is sent', lines(namedLines(send))],
    ['unbound tokens', domain['proof-of-possession'] === false ? 'count' : 'are refused'],
    ['accepted', accepted],
    ['refused', lines(refused.map(({ reason, count }) => `${reason} ${count ?? '0'}`))],
  ]);
}
