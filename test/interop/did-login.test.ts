/** Members of a trust domain who are known by their identifiers (did:web) only, at a host that is asked over HTTPS. */
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/clean-up.js';
import { DidAgent, type DidHost, startDidHost } from '../support/did-host.js';
import { errorIn, Https } from '../support/http.js';
import { type ServeProcess, startServe } from '../support/serve.js';
import { until } from '../until.js';

const NODE = 'did:wba:node.example';
const DOMAIN = '/restconf/data/yangent-access:access/trust-domain';
const LIST = '/restconf/data/yangent-agents:agents?depth=2';

const data = join(temporaryFolder(), 'node');
let host: DidHost;
let node: ServeProcess;
let admin: Https;
let bot: DidAgent;

const start = () => startServe({ data, env: { NODE_EXTRA_CA_CERTS: host.certificate } });

beforeAll(async () => {
  host = await startDidHost();
  bot = await DidAgent.at(host, 'bot');
  node = await start();
  admin = new Https(node);
  await edit({ 'yangent-identity:identity': { host: 'node.example' } });
});

afterAll(async () => {
  admin?.close();
  await node?.end('SIGTERM');
  await host?.stop();
});

async function edit(content: object) {
  const answer = await admin.send('PATCH', '/restconf/data', {
    body: JSON.stringify({ 'ietf-restconf:data': content }),
  });
  expect([answer.status, answer.body]).toEqual([204, '']);
}

/** Sets the trust domain. */
async function domain(by: object, more: object = {}) {
  const permit = [{ name: 'read', action: ['data.read'] }];
  const body = JSON.stringify({ 'yangent-access:trust-domain': [{ name: 'carrier-b', by, permit, ...more }] });
  expect((await admin.send('PUT', `${DOMAIN}=carrier-b`, { body })).status).toBeLessThan(300);
}

const read = (agent: DidAgent, token: string) => agent.send({ url: node.url, https: admin }, token, 'GET', LIST);

async function refusals(): Promise<Readonly<Record<string, unknown>>[]> {
  const { body } = await admin.send('GET', '/restconf/data/yangent-audit:audit/log?depth=4');
  const all: Record<string, unknown>[] = JSON.parse(body)['yangent-audit:log'].entry;
  return all.filter(({ operation, outcome }) => operation === 'login' && outcome === 'denied');
}

async function counts(): Promise<Record<string, string>> {
  const { body } = await admin.send('GET', `${DOMAIN}=carrier-b?content=nonconfig`);
  const { refused = [] } = JSON.parse(body)['yangent-access:trust-domain'][0];
  return Object.fromEntries(refused.map(({ reason, count }: Record<string, string>) => [reason, count]));
}

describe('an agent known by its identifier only', () => {
  beforeEach(async () => {
    await domain({ 'did-host': [host.host] });
  });

  it('ANF-11.1-a: gets in with a token that it has signed itself, under its identifier', async () => {
    const answer = await read(bot, await bot.token(NODE));
    expect([answer.status, answer.body]).toEqual([200, expect.stringContaining('coordinator')]);
    const of = await until(
      async () => {
        const { body } = await admin.send('GET', '/restconf/data/yangent-audit:audit/log?depth=4');
        return JSON.parse(body)['yangent-audit:log'].entry as Record<string, unknown>[];
      },
      (all) => all.some(({ domain: named }) => named === 'carrier-b'),
    );
    expect(of.find(({ domain: named }) => named === 'carrier-b')).toMatchObject({
      ...{
        user: `${bot.did}@carrier-b`,
        'principal-kind': 'agent',
        operation: 'login',
        outcome: 'done',
        method: 'dpop',
      },
    });
    const other = await read(bot, await bot.token(node.url));
    expect(other.status).toBe(200);
  });

  it('gets in with a token that it was given in exchange for its own', async () => {
    const url = `${node.url}/oauth/token`;
    const form = {
      ...{ grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange', subject_token: await bot.token(NODE) },
      ...{ subject_token_type: 'urn:ietf:params:oauth:token-type:access_token', scope: 'data.read' },
    };
    const exchange = async (nonce?: string) => {
      const claims = { ath: undefined };
      const more = nonce === undefined ? {} : { nonce };
      const dpop = await bot.proofs.proof({ method: 'POST', url, token: '', claims, ...more });
      return admin.send('POST', '/oauth/token', {
        ...{ type: 'application/x-www-form-urlencoded', body: new URLSearchParams(form).toString() },
        headers: { authorization: '', dpop },
      });
    };
    const first = await exchange();
    const answer = first.status === 200 ? first : await exchange(String(first.headers['dpop-nonce']));
    expect([answer.status, JSON.parse(answer.body)]).toMatchObject([200, { token_type: 'DPoP' }]);
    const { access_token: token } = JSON.parse(answer.body);
    const used = await read(bot, token);
    expect([used.status, used.body]).toEqual([200, expect.stringContaining('coordinator')]);
  });

  it('is refused with a token that is not right, and each time a record says so', async () => {
    const stranger = await DidAgent.at(host, 'stranger');
    const before = (await refusals()).length;
    const wrong: readonly (readonly [string, Promise<string>])[] = [
      ['bad-token', bot.token('did:wba:other.example')],
      ['bad-token', bot.token(NODE, { aud: [NODE, 'did:wba:other.example'] })],
      ['bad-token', bot.token(NODE, {}, 'JWT')],
      ['bad-token', bot.token(NODE, { exp: 1 })],
      ['bad-token', bot.token(NODE, { exp: Math.floor(Date.now() / 1_000) + 7_200 })],
      ['bad-name', bot.token(NODE, { sub: stranger.did })],
      ['bad-token', stranger.token(NODE, { iss: bot.did, sub: bot.did, cnf: bot.proofs.cnf })],
      ['bad-token', bot.sign({ iss: bot.did }, 'at+jwt', `${stranger.did}#key-1`)],
      ['unbound-token', bot.token(NODE, { cnf: undefined })],
      ['bad-proof', bot.token(NODE, { cnf: stranger.proofs.cnf })],
    ];
    for (const [reason, token] of wrong) {
      const earlier = Number((await counts())[reason] ?? 0);
      const answer = await read(bot, await token);
      expect([answer.status, errorIn(answer)['error-tag']]).toEqual([401, 'access-denied']);
      expect([reason, Number((await counts())[reason])]).toEqual([reason, earlier + 1]);
    }
    const after = await until(refusals, (all) => all.length >= before + wrong.length);
    expect(after).toHaveLength(before + wrong.length);
    for (const each of after.slice(0, wrong.length))
      expect(each).toMatchObject({ user: '(unknown)', domain: 'carrier-b', method: 'token' });
  }, 60_000);

  it('gets in while its host is down, also after a kill, and until max-stale is over', async () => {
    expect((await read(bot, await bot.token(NODE))).status).toBe(200);
    host.isUp = false;
    admin.close();
    await node.end('SIGKILL');
    node = await start();
    admin = new Https(node);
    expect((await read(bot, await bot.token(NODE))).status).toBe(200);
    await domain({ 'did-host': [host.host] }, { 'max-stale': 1 });
    const refused = await until(
      async () => read(bot, await bot.token(NODE)),
      ({ status }) => status !== 200,
    );
    expect(refused.status).toBe(401);
    expect(await counts()).toMatchObject({ 'no-keys': expect.any(String) });
    host.isUp = true;
  }, 60_000);
});

describe('an identifier that no trust domain names', () => {
  it('is refused, and its host is not asked', async () => {
    await domain({ did: ['did:web:elsewhere.example'] });
    const before = host.asked.length;
    for (const agent of [bot, await DidAgent.at(host, 'other')]) {
      const answer = await read(agent, await agent.token(NODE));
      expect([answer.status, errorIn(answer)['error-tag']]).toEqual([401, 'access-denied']);
    }
    await domain({ 'did-host': [host.host.replace(/:\d+$/, '')] });
    expect((await read(bot, await bot.token(NODE))).status).toBe(401);
    expect(host.asked).toHaveLength(before);
  });

  it('gets in when it is named itself', async () => {
    const named = await DidAgent.at(host, 'named');
    await domain({ did: [named.did] });
    expect((await read(named, await named.token(NODE))).status).toBe(200);
    expect((await read(bot, await bot.token(NODE))).status).toBe(401);
  });
});
