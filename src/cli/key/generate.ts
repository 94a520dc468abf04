import { Command, Option } from 'commander';
import { addTargetOptions, membersOf, type TargetFlags, text, withNode } from '../remote/index.js';
import { keyEdit, purposesOf, requireFree } from './paths.js';

interface Flags extends TargetFlags {
  readonly algorithm: string;
  readonly replace?: boolean;
  readonly json?: boolean;
}

const ALGORITHMS = ['ed25519', 'p-256', 'p-384', 'rsa-3072', 'x25519'];

export function generateCommand(): Command {
  return addTargetOptions(new Command('generate'))
    .description('let the node make a key pair; the private key never leaves it')
    .argument('<name>', 'name of the key in the keystore')
    .addOption(new Option('--algorithm <algorithm>', 'its algorithm').choices(ALGORITHMS).default('ed25519'))
    .option('--replace', 'replace a key of this name, also one that is in use')
    .option('--json', 'print the public key as one JSON document')
    .action((name: string, flags: Flags) =>
      withNode(flags, async (node) => {
        await requireFree(node, name, flags.replace);
        const made = membersOf(await node.invoke('yangent-keys:generate-key', { algorithm: flags.algorithm }));
        const { thumbprint, ...publicKey } = made;
        await node.yangPatch('/', [keyEdit(name, { ...publicKey, 'hidden-private-key': [null] }, flags.replace)]);
        const used = (await purposesOf(node, name)).map((purpose) => `, and is in use for ${purpose} now`).join('');
        if (flags.json) console.log(JSON.stringify({ name, ...made }));
        else
          console.log(
            `key ${name} (${flags.algorithm}) has the thumbprint ${text({ thumbprint }, 'thumbprint')}${used}`,
          );
      }),
    );
}
