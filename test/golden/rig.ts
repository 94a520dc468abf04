/** The node that the files of exchanges speak to. `node.json` says who its users are, and which agents are theirs. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { DeviceDriver } from '../../src/devices/index.js';
import { FakeDevice } from '../devices/fake-device.js';
import { startTestNode, type TestNode } from '../support/node.js';
import { temporaryFolder } from '../support/temporary.js';

export const FOLDER = fileURLToPath(new URL('.', import.meta.url));

/** Of the users in `node.json`. */
export const PASSWORDS: Readonly<Record<string, string>> = Object.fromEntries(
  ['ada', 'desk', 'crew', 'gil', 'olga'].map((user) => [user, `the password of ${user}`]),
);

/** What the device `edge-1` holds. */
const UPLINK = { 'ietf-interfaces:interfaces': { interface: [{ name: 'uplink', enabled: true }] } };

/** A file of an issuer's public keys. */
const KEYS = JSON.stringify({
  keys: [{ kty: 'OKP', crv: 'Ed25519', x: 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8', kid: '1', alg: 'EdDSA' }],
});

export async function startGoldenNode(): Promise<TestNode> {
  const data = temporaryFolder();
  mkdirSync(join(data, 'secrets'), { mode: 0o700 });
  writeFileSync(join(data, 'secrets', 'edge-1'), 'sesame', { mode: 0o600 });
  writeFileSync(join(data, 'keys.json'), KEYS);
  const device: DeviceDriver = Object.assign(new FakeDevice(UPLINK), { offeredHostKey: async () => 'SHA256:AAAA' });
  return startTestNode({
    data,
    tls: false,
    clientFile: false,
    config: [join(FOLDER, 'node.json')],
    agents: [join(FOLDER, 'painter.mjs')],
    drivers: new Map([['netconf-ssh', device]]),
  });
}
