import { Argument, Command } from 'commander';
import type { RestconfClient } from '../../clients/index.js';
import { addTargetOptions, child, type Members, membersOf, type TargetFlags, text, withNode } from '../remote/index.js';
import { activeKeys, KEYS, keystoreOf, PURPOSE_NAMES } from './paths.js';

interface Flags extends TargetFlags {
  readonly compromised?: boolean;
  readonly json?: boolean;
}

export function rotateCommand(): Command {
  return addTargetOptions(new Command('rotate'))
    .description('replace a key that the node made by a new one')
    .addArgument(new Argument('<purpose>', 'what the key is for').choices([...PURPOSE_NAMES]))
    .option(
      '--compromised',
      'the present key is in wrong hands: use the new one at once, and delete the present one and all that "key list" shows for the purpose, also keys of the keystore',
    )
    .option('--json', 'print the new key as one JSON document')
    .action((purpose: string, flags: Flags) =>
      withNode(flags, async (node) => {
        const input = flags.compromised ? { compromised: [null] } : {};
        const before = await availableIn(node);
        const answer = membersOf(await node.action(`${KEYS}/active=${purpose}/rotate`, input));
        const after = new Set(await availableIn(node));
        const deleted = before.filter((name) => !after.has(name));
        const key = { ...answer, fingerprint: await fingerprintOf(node, purpose, text(answer, 'thumbprint')) };
        if (flags.json) {
          console.log(JSON.stringify(deleted.length === 0 ? key : { ...key, deleted }));
          return;
        }
        console.log(`the node uses the key ${key.fingerprint} for ${purpose} from ${text(answer, 'from')}`);
        if (deleted.length > 0) console.log(`private keys of the keystore that were deleted: ${deleted.join(', ')}`);
      }),
    );
}

/** Returns the names of the keys of the keystore whose private keys the node has. */
async function availableIn(node: RestconfClient): Promise<readonly string[]> {
  const stored = await keystoreOf(node);
  return stored.filter((entry) => entry['yangent-keys:available'] === true).map((entry) => text(entry, 'name') ?? '');
}

/** Returns the fingerprint of a key of a purpose, as `key list` shows it; else its thumbprint. */
async function fingerprintOf(node: RestconfClient, purpose: string, thumbprint = ''): Promise<string> {
  const [active = {}] = await activeKeys(node, purpose);
  const keys: readonly Members[] = [active, child(active, 'next')];
  const key = keys.find((each) => text(each, 'thumbprint') === thumbprint) ?? {};
  return text(key, 'fingerprint') ?? thumbprint;
}
