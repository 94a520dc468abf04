/** The node that the files of exchanges speak to. `node.json` says who its users are, and which agents are theirs. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startTestNode, type TestNode, type TestNodeOptions } from '../support/node.js';

export const FOLDER = fileURLToPath(new URL('.', import.meta.url));

/** Of the users in `node.json`. */
export const PASSWORDS: Readonly<Record<string, string>> = Object.fromEntries(
  ['ada', 'desk', 'crew', 'gil', 'olga'].map((user) => [user, `the password of ${user}`]),
);

/** A file of an issuer's public keys. */
const KEYS = JSON.stringify({
  keys: [{ kty: 'OKP', crv: 'Ed25519', x: 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8', kid: '1', alg: 'EdDSA' }],
});

/** @param data the folder of the node */
export function startGoldenNode(data: string, options: Omit<TestNodeOptions, 'data'> = {}): Promise<TestNode> {
  mkdirSync(join(data, 'secrets'), { mode: 0o700 });
  writeFileSync(join(data, 'secrets', 'edge-1'), 'sesame', { mode: 0o600 });
  writeFileSync(join(data, 'keys.json'), KEYS);
  return startTestNode({
    data,
    tls: false,
    clientFile: false,
    config: [join(FOLDER, 'node.json')],
    agents: [join(FOLDER, 'painter.mjs')],
    ...options,
  });
}
