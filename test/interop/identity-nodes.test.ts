/** Two nodes: one verifies what the other has signed, with keys that it fetches over HTTPS from where the identifier says. */
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { anonymous, HOSTED, startIdentityNode } from '../identity/rig.js';
import { temporaryFolder } from '../support/clean-up.js';
import { Https } from '../support/http.js';
import type { TestNode } from '../support/node.js';
import { type ServeProcess, startServe } from '../support/serve.js';

let signer: TestNode;
let host: string;
let verifier: ServeProcess;
let admin: Https;

beforeAll(async () => {
  signer = await startIdentityNode();
  host = `localhost:${new URL(signer.url).port}`;
  await signer.node.edit({ 'yangent-identity:identity': { host, publish: true } });
  const data = join(temporaryFolder(), 'verifier');
  verifier = await startServe({ data, env: { NODE_EXTRA_CA_CERTS: signer.certificate } });
  admin = new Https({ url: verifier.url, password: verifier.password });
});

afterAll(async () => {
  admin.close();
  await verifier.end('SIGTERM');
  await signer.stop();
});

async function verdict(document: string) {
  const body = JSON.stringify({ 'yangent-identity:input': { document } });
  const answer = await admin.send('POST', '/restconf/operations/yangent-identity:verify', { body });
  return JSON.parse(answer.body)['yangent-identity:output'];
}

const documents = () =>
  Promise.all(
    ['patrol/ad.json', 'patrol/agent-card.json', `${HOSTED}/ad.json`, `${HOSTED}/agent-card.json`].map(
      async (path) => (await anonymous(signer, `/agents/${path}`)).body,
    ),
  );

it('a host that is not named is not asked', async () => {
  for (const document of await documents())
    expect(await verdict(document)).toMatchObject({
      verdict: 'invalid',
      reason: [`the host ${host} is not asked: /yangent-identity:identity/resolver/host does not name it`],
    });
});

it('a named host is asked for the keys of its node and of the agents inside it', async () => {
  const body = JSON.stringify({ 'yangent-identity:identity': { resolver: { host: [host] } } });
  expect((await admin.send('PATCH', '/restconf/data/yangent-identity:identity', { body })).status).toBe(204);
  const did = `did:wba:${host.replace(':', '%3A')}`;
  for (const document of await documents()) {
    expect(await verdict(document)).toMatchObject({ verdict: 'valid', issuer: expect.stringContaining(did) });
    expect(await verdict(document.replace('ACME', 'ACNE'))).toMatchObject({ verdict: 'invalid' });
  }
});

it('the document of another host is refused', async () => {
  const [description = ''] = await documents();
  const forged = description.replaceAll(host.replace(':', '%3A'), 'other.example');
  expect(await verdict(forged)).toMatchObject({ verdict: 'invalid', reason: [expect.stringMatching(/not asked/)] });
});
