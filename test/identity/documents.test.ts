/** Documents of a node and its agents, over the wire. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type JsonObject, readDocument, readMultikey, verifyProofs } from '../../src/keys/index.js';
import { errorIn, Https } from '../support/http.js';
import type { TestNode } from '../support/node.js';
import { anonymous, HOST, HOSTED, NODE_DID, pathOf, published, startIdentityNode } from './rig.js';

let rig: TestNode;
let admin: Https;
let ann: Https;

const AD = { accept: 'application/json' };

const publish = (value: boolean) => rig.node.edit({ 'yangent-identity:identity': { publish: value } });

beforeAll(async () => {
  rig = await startIdentityNode();
  admin = new Https(rig);
  ann = new Https(rig, 'ann', 'the password of ann');
});

afterAll(async () => {
  admin.close();
  ann.close();
  await rig.stop();
});

async function fingerprint(purpose: string): Promise<string> {
  const { body } = await admin.send('GET', `/restconf/data/yangent-keys:keys/active=${purpose}`);
  return JSON.parse(body)['yangent-keys:active'][0].fingerprint;
}

async function didOf(agent: string): Promise<string | undefined> {
  const { body } = await admin.send('GET', `/restconf/data/yangent-agents:agents/agent=${agent}/status`);
  return JSON.parse(body)['yangent-agents:status']['yangent-identity:identity']?.did;
}

/** Verifies a document with the keys that the document of its signer shows. */
async function verifies(document: JsonObject, signer: JsonObject, challenge?: string) {
  const keys = new Map(
    (signer.verificationMethod as { id: string; publicKeyMultibase: string }[]).map((each) => [each.id, each]),
  );
  return verifyProofs(document, {
    key: async (id) => readMultikey(keys.get(id)?.publicKeyMultibase ?? ''),
    purpose: 'assertionMethod',
    now: Date.now(),
    ...(challenge === undefined ? {} : { challenge }),
  });
}

describe('while nothing is published', () => {
  it.each([
    '/.well-known/did.json',
    '/agents/stepper/ad.json',
    '/agents/patrol/agent-card.json',
    '/agents/secret/ad.json',
    '/agents/nobody/ad.json',
    `/agents/stepper/e1_${'A'.repeat(43)}/did.json`,
  ])('%s is served to users only', async (path) => {
    expect((await anonymous(rig, path)).status).toBe(401);
  });

  it('a user gets what access rules let him read', async () => {
    expect((await ann.send('GET', '/agents/patrol/ad.json', AD)).status).toBe(200);
    for (const agent of ['secret', 'waiting', 'unlisted', 'nobody'])
      expect((await ann.send('GET', `/agents/${agent}/ad.json`, AD)).status).toBe(404);
    expect((await admin.send('GET', '/agents/secret/ad.json', AD)).status).toBe(200);
    const rules = '/restconf/data/ietf-netconf-acm:nacm/rule-list=no%20identities';
    const provider = '/yangent-agents:agents/yangent-agents:agent/yangent-agents:profile/yangent-agents:provider';
    const deny = { 'access-operations': 'read', action: 'deny' };
    const rule = [
      { name: 'identity', 'module-name': 'yangent-identity', ...deny },
      { name: 'provider', path: provider, ...deny },
    ];
    const list = { 'ietf-netconf-acm:rule-list': [{ name: 'no identities', group: ['*'], rule }] };
    const put = { body: JSON.stringify(list) };
    expect((await admin.send('PUT', `${rules}?insert=first`, put)).status).toBe(201);
    expect((await ann.send('GET', '/.well-known/did.json')).status).toBe(404);
    expect((await ann.send('GET', '/agents/patrol/ad.json', AD)).status).toBe(404);
    expect((await admin.send('DELETE', rules)).status).toBe(204);
    expect((await ann.send('GET', '/.well-known/did.json')).status).toBe(200);
  });

  it('a wrong password is refused', async () => {
    const stranger = new Https(rig, 'ann', 'not hers');
    expect((await stranger.send('GET', '/.well-known/did.json')).status).toBe(401);
    stranger.close();
  });
});

describe('while documents are published', () => {
  beforeAll(() => publish(true));

  it('the node shows its keys, signed with the one for documents', async () => {
    const document = await published(rig, '/.well-known/did.json');
    const [signs, proves, agrees] = await Promise.all(
      ['document', 'authentication', 'key-agreement'].map(async (each) => `${NODE_DID}#${await fingerprint(each)}`),
    );
    expect(document).toEqual({
      '@context': [
        'https://www.w3.org/ns/did/v1',
        'https://w3id.org/security/data-integrity/v2',
        'https://w3id.org/security/multikey/v1',
      ],
      id: NODE_DID,
      verificationMethod: [
        { id: signs, type: 'Multikey', controller: NODE_DID, publicKeyMultibase: expect.stringMatching(/^z6Mk/) },
        { id: proves, type: 'Multikey', controller: NODE_DID, publicKeyMultibase: expect.stringMatching(/^z6Mk/) },
        { id: agrees, type: 'Multikey', controller: NODE_DID, publicKeyMultibase: expect.stringMatching(/^z6LS/) },
      ],
      authentication: [signs, proves],
      assertionMethod: [signs],
      keyAgreement: [agrees],
      service: [{ id: `${NODE_DID}#restconf`, type: 'RESTCONF', serviceEndpoint: `https://${HOST}/restconf` }],
      proof: expect.objectContaining({ cryptosuite: 'eddsa-jcs-2022', verificationMethod: signs }),
    });
    await expect(verifies(document, document)).resolves.toHaveLength(1);
    const { body } = await admin.send('GET', '/restconf/data/yangent-identity:identity/did');
    expect(JSON.parse(body)).toEqual({ 'yangent-identity:did': NODE_DID });
  });

  it('ANF-4-a ANF-4-i: an agent inside the node has an identifier with the fingerprint of the key that signs for it', async () => {
    const did = `${NODE_DID}:agents:${HOSTED}:e1_${await fingerprint('document')}`;
    expect(await didOf(HOSTED)).toBe(did);
    const document = await published(rig, pathOf(did));
    expect(document).toMatchObject({ id: did, assertionMethod: [`${did}#${await fingerprint('document')}`] });
    await expect(verifies(document, document)).resolves.toHaveLength(1);
    expect(await didOf('patrol')).toBeUndefined();
    expect((await anonymous(rig, pathOf(did.replace(HOSTED, 'patrol')))).status).toBe(404);
  });

  it('ANF-5-a ANF-5.1.2-a: the description of an agent answers a question, for one day', async () => {
    const did = (await didOf(HOSTED)) ?? '';
    const description = await published(rig, `/agents/${HOSTED}/ad.json?challenge=question-1`);
    expect(description).toMatchObject({
      protocolType: 'ANP',
      type: 'AgentDescription',
      url: `https://${HOST}/agents/${HOSTED}/ad.json`,
      did,
      securityDefinitions: { basic_sc: { scheme: 'basic', in: 'header', name: 'Authorization' } },
      security: ['basic_sc', 'bearer_sc'],
      proof: { domain: HOST, challenge: 'question-1', proofPurpose: 'assertionMethod' },
    });
    const [proof] = await verifies(description, await published(rig, pathOf(did)), 'question-1');
    expect((proof?.expires ?? 0) - (proof?.created ?? 0)).toBe(86_400_000);
    const bad = await anonymous(rig, `/agents/${HOSTED}/ad.json?challenge=a%20b`);
    expect([bad.status, errorIn(bad)['error-message']]).toEqual([
      400,
      'the query parameter challenge has 8 to 128 letters, digits, "-" and "_"',
    ]);
  });

  it('the node signs what it says of agents outside it', async () => {
    const description = await published(rig, '/agents/patrol/ad.json');
    expect(description).toMatchObject({
      name: 'patrol',
      owner: { type: 'Organization', name: 'ACME' },
      securityDefinitions: { basic_sc: { scheme: 'basic' }, agent_key: { scheme: 'API Key' } },
      security: ['basic_sc', 'bearer_sc'],
      Infomations: [
        { type: 'Skill', name: 'repair' },
        { type: 'Service', name: 'repairs' },
      ],
      interfaces: [
        { protocol: 'RESTCONF' },
        { protocol: 'OpenAPI' },
        { protocol: 'A2A', url: 'https://patrol.example/a2a', security: 'agent_key' },
      ],
    });
    expect(description).not.toHaveProperty('did');
    await expect(verifies(description, await published(rig, '/.well-known/did.json'))).resolves.toHaveLength(1);
  });

  it('ANF-5.1.1-a: a description may be wholly text, each statement in a line of its own', async () => {
    const { status, headers, body } = await ann.send('GET', '/agents/patrol/ad.json', { accept: 'text/plain' });
    expect([status, headers['content-type'], headers.vary]).toEqual([200, 'text/plain; charset=utf-8', 'accept']);
    expect(body).toBe(
      [
        'patrol is an agent of ACME, version 1.0.0.',
        'patrol repairs links',
        'It has the skill repair.',
        'It offers the service repairs.',
        `It is reached over RESTCONF at https://${HOST}/agents/patrol/restconf.`,
        'To authenticate, use basic or bearer.',
        'It has the interface api (A2A) at https://patrol.example/a2a.',
        `The same with a proof: https://${HOST}/agents/patrol/ad.json as application/json.`,
        '',
      ].join('\n'),
    );
    const asked = await ann.send('GET', '/agents/patrol/ad.json?challenge=question-1', { accept: 'text/plain' });
    expect([asked.status, errorIn(asked)['error-message']]).toEqual([400, expect.stringContaining('has no proof')]);
  });

  it('ANF-5.1.2-b: a description is JSON or JSON-LD, as the reader accepts, and nothing else', async () => {
    const get = (accept: string) => ann.send('GET', '/agents/patrol/ad.json', { accept });
    for (const [accept, type] of [
      ['*/*', 'application/json'],
      ['application/ld+json, application/json;q=0.5', 'application/ld+json'],
      ['application/ld+json;q=0.1, application/*', 'application/json'],
      ['application/json;q=0, */*', 'application/ld+json'],
    ] as const) {
      const { status, headers } = await get(accept);
      expect([accept, status, headers['content-type']]).toEqual([accept, 200, type]);
    }
    const [json, linked] = [await get('application/json'), await get('application/ld+json')].map(({ body }) =>
      JSON.parse(body),
    );
    const { '@context': context, id, proof, ...members } = linked;
    const { proof: _, ...same } = json;
    expect([members, id, proof['@context']]).toEqual([same, `https://${HOST}/agents/patrol/ad.json`, context]);
    await expect(verifies(linked, await published(rig, '/.well-known/did.json'))).resolves.toHaveLength(1);
    for (const accept of ['image/png', 'text/html, image/*', 'application/json;q=0, text/*;q=0']) {
      const refused = await get(accept);
      expect([refused.status, errorIn(refused)['error-message']]).toEqual([
        406,
        `none of the media types in Accept "${accept}" can be answered; expected application/json, application/ld+json, text/plain`,
      ]);
    }
  });

  it('the card of an agent has what it registered', async () => {
    const card = await published(rig, '/agents/patrol/agent-card.json');
    const kid = `${NODE_DID}#${await fingerprint('document')}`;
    expect(card).toEqual({
      name: 'patrol',
      description: 'patrol repairs links',
      version: '1.0.0',
      provider: { organization: 'ACME', url: `https://${HOST}/` },
      supportedInterfaces: [
        { url: 'https://patrol.example/a2a', protocolBinding: 'A2A', protocolVersion: '1.0' },
        { url: `https://${HOST}/agents/patrol/restconf`, protocolBinding: 'RESTCONF', protocolVersion: '1.0' },
      ],
      capabilities: { streaming: true },
      defaultInputModes: ['text/plain'],
      defaultOutputModes: ['application/json'],
      skills: [
        {
          ...{ id: 'repair', name: 'repair', description: 'repair', tags: ['link'] },
          ...{ examples: ['repair link 7'], inputModes: ['text/plain'] },
        },
      ],
      signatures: [{ protected: expect.any(String), signature: expect.any(String) }],
    });
    const [{ protected: header }] = card.signatures as [{ protected: string }];
    expect(JSON.parse(Buffer.from(header, 'base64url').toString())).toEqual({ alg: 'EdDSA', kid, typ: 'JOSE' });
  });

  it.each([
    ['/.well-known/did.json', 'did-document'],
    [`/agents/${HOSTED}/ad.json`, 'agent-description'],
    ['/agents/patrol/ad.json', 'agent-description'],
    [`/agents/${HOSTED}/agent-card.json`, 'agent-card'],
    ['/agents/patrol/agent-card.json', 'agent-card'],
  ])('the node verifies its own document %s, and none that was changed', async (path, kind) => {
    const { body } = await anonymous(rig, path);
    const verify = async (document: string, nonce?: string) => {
      const input = { body: JSON.stringify({ 'yangent-identity:input': { document, nonce } }) };
      const answer = await ann.send('POST', '/restconf/operations/yangent-identity:verify', input);
      return JSON.parse(answer.body)['yangent-identity:output'];
    };
    expect(await verify(body)).toMatchObject({ verdict: 'valid', kind, issuer: expect.stringContaining(NODE_DID) });
    const step = Math.ceil(body.length / 40);
    for (let at = 0; at < body.length; at += step) {
      const changed = `${body.slice(0, at)}${body[at] === 'a' ? 'b' : 'a'}${body.slice(at + 1)}`;
      expect([await verify(changed), changed]).toEqual([expect.objectContaining({ verdict: 'invalid' }), changed]);
    }
    expect(await verify(body, 'question-9')).toMatchObject({ verdict: 'invalid', reason: [expect.any(String)] });
  });

  it.each(['secret', 'waiting', 'unlisted', 'nobody'])('%s is hidden from those who do not log in', async (agent) => {
    for (const document of ['ad.json', 'agent-card.json'])
      expect((await anonymous(rig, `/agents/${agent}/${document}`)).status).toBe(401);
  });

  it('other methods and paths are refused', async () => {
    expect((await admin.send('PUT', '/agents/patrol/ad.json', { body: '{}' })).status).toBe(405);
    expect((await admin.send('GET', '/agents/patrol/ad.json/more')).status).toBe(404);
    expect((await admin.send('HEAD', '/agents/patrol/ad.json', AD)).status).toBe(200);
  });

  it('another key for documents gives agents other identifiers, and the former ones stay until their keys end', async () => {
    const before = (await didOf(HOSTED)) ?? '';
    await rig.node.edit({ 'yangent-keys:keys': { 'publish-lead': 0 } });
    const path = '/restconf/data/yangent-keys:keys/active=document/rotate';
    expect((await admin.send('POST', path, { body: '{"yangent-keys:input":{}}' })).status).toBe(200);
    const after = (await didOf(HOSTED)) ?? '';
    expect(after).not.toBe(before);
    for (const did of [before, after]) {
      const document = await published(rig, pathOf(did));
      expect(document.id).toBe(did);
      await expect(verifies(document, document)).resolves.toHaveLength(1);
    }
    expect((await published(rig, '/.well-known/did.json')).assertionMethod).toHaveLength(2);
    const compromised = { body: JSON.stringify({ 'yangent-keys:input': { compromised: [null] } }) };
    expect((await admin.send('POST', path, compromised)).status).toBe(200);
    for (const did of [before, after]) expect((await anonymous(rig, pathOf(did))).status).toBe(404);
  });

  it('without a name the node has no identifiers and no documents', async () => {
    expect((await admin.send('DELETE', '/restconf/data/yangent-identity:identity/host')).status).toBe(204);
    expect((await anonymous(rig, '/.well-known/did.json')).status).toBe(404);
    expect((await admin.send('GET', '/restconf/data/yangent-identity:identity/did')).status).toBe(404);
    expect(await didOf(HOSTED)).toBeUndefined();
  });
});

it.each(['192.0.2.1', 'Node.example', 'node.example/path', 'node.example:0'])(
  '%s is no name of a node',
  async (host) => {
    const body = JSON.stringify({ 'yangent-identity:host': host });
    expect((await admin.send('PUT', '/restconf/data/yangent-identity:identity/host', { body })).status).toBe(400);
  },
);

it('a document of the node has no more than a reader takes', async () => {
  await rig.node.edit({ 'yangent-identity:identity': { host: HOST } });
  expect(readDocument((await anonymous(rig, '/.well-known/did.json')).body)).toHaveProperty('id', NODE_DID);
});
