import { Command } from 'commander';
import { jwkOf } from '../../keys/index.js';
import { activeKeys } from '../key/paths.js';
import { addTargetOptions, child, entries, type Members, type TargetFlags, text, withNode } from '../remote/index.js';

export function keysCommand(): Command {
  return addTargetOptions(new Command('keys'))
    .description(
      'print the public keys with which the node signs checkpoints and exported runs, as a JWK set for "yangent workflow verify"',
    )
    .action((flags: TargetFlags) =>
      withNode(flags, async (node) => {
        const [active = {}] = await activeKeys(node, 'document');
        const shown = [active, child(active, 'next'), ...entries(active, 'previous')].flatMap(jwkIn);
        console.log(JSON.stringify({ keys: shown }, undefined, 2));
      }),
    );
}

function jwkIn(members: Members | undefined): readonly object[] {
  const spki = members && text(members, 'public-key');
  if (spki === undefined) return [];
  const { id, text: jwk } = jwkOf(Buffer.from(spki, 'base64'));
  return [{ ...JSON.parse(jwk), kid: id, use: 'sig', alg: 'EdDSA' }];
}
