/** docs/keys.md: its commands, run by a shell with openssl and curl as they stand. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Guide } from '../support/guide.js';

const guide = new Guide('docs/keys.md');
beforeAll(async () => {
  await guide.serve('npx yangent serve --data .yangent');
});
afterAll(() => guide.stop());

/** Returns what the commands of a section print. */
async function run(section: string): Promise<string> {
  let out = '';
  for (const text of guide.commands(section)) out += await guide.shell(text);
  return out;
}

it('the keys in use are listed', async () => {
  expect((await run('See which keys are in use')).match(/^(tls-server|ssh-host|report) +own/gm)).toHaveLength(3);
});

it('a certificate of your own is in use at once, for openssl and curl', async () => {
  const out = await run('Give the node a certificate of your own');
  expect(out).toContain('key edge is in the keystore, and in use for tls-server');
  expect(out).toContain('ok');
  expect(out).toMatch(/the node uses its own key for tls-server\n.*the key edge for tls-server\nkey edge has the cert/);
  const file = (name: string) => readFileSync(join(guide.folder, name), 'utf8');
  expect(file('.yangent/restconf-cert.pem')).toBe(file('edge.crt'));
});

it('the node makes a key, and takes its own again', async () => {
  expect(await run('Let the node make a key')).toMatch(
    /^key host \(p-384\) has the thumbprint .*\nthe node uses the key host for ssh-host\nthe node uses its own key for ssh-host\nkey host is no longer in the keystore; .*\n$/,
  );
});

it('a key is rotated, and replaced at once', async () => {
  const out = await run('Rotate a key');
  expect(out).toMatch(/^report +own +ed25519 +to be used from/m);
  expect(out.match(/^the node uses the key [\w-]{43} for report from/gm)).toHaveLength(2);
});

it('a key in clear is hidden', async () => {
  const out = await run('The same over RESTCONF and NETCONF');
  expect(JSON.parse(out)['ietf-keystore:asymmetric-key'][0]).toMatchObject({
    ...{ name: 'signer', 'hidden-private-key': [null] },
    ...{ 'yangent-keys:algorithm': 'ed25519', 'yangent-keys:available': true },
  });
  expect(out).not.toContain('cleartext');
});

it('the lowest version of TLS is set', async () => {
  expect(await run('TLS')).toBe('');
});
