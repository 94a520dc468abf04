/** Logins by identifiers (DID) of trust domains, when many are made up. */
import { randomUUID } from 'node:crypto';
import { type CryptoKey, exportJWK, type JWK } from 'jose';
import { expect, it } from 'vitest';
import { accessMigrations, openAccess, type SubjectKeys } from '../../../src/access/index.js';
import { Resolver } from '../../../src/identity/resolver/resolver.js';
import { openStore } from '../../../src/store/index.js';
import { cleanUp } from '../../support/clean-up.js';
import { DidAgent } from '../../support/did-host.js';

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A token that nobody has signed. */
function forged(did: string, kid: unknown = `${did}#key-1`): string {
  const header = part({ alg: 'EdDSA', typ: 'at+jwt', kid });
  const claims = { iss: did, sub: did, aud: 'did:web:node.example', exp: Date.now() / 1_000 + 60, cnf: { jkt: 'x' } };
  return `${header}.${part(claims)}.${Buffer.alloc(64).toString('base64url')}`;
}

async function publicOf(key: CryptoKey): Promise<JWK> {
  const { d: _, ...jwk } = await exportJWK(key);
  return jwk;
}

async function openWith(by: object, subjects: SubjectKeys) {
  const store = await openStore({ file: ':memory:', migrations: accessMigrations });
  cleanUp(() => store.close());
  const access = await openAccess(store, { cost: 4, throttle: { first: 1, longest: 1 } });
  access.connectSubjects(subjects);
  await access.configure({
    'trust-domain': [{ name: 'carrier-b', by, permit: [{ name: 'a', action: ['data.read'] }] }],
  });
  return access;
}

async function rig(by: object, subjects: SubjectKeys) {
  const access = await openWith(by, subjects);
  const request = { scheme: 'dpop', method: 'GET', proof: '', urls: () => [], certificate: () => undefined } as const;
  return (did: string, source: string, kid?: unknown) =>
    access.authenticateToken({ ...request, token: forged(did, kid) }, source);
}

it('nothing is asked for an identifier that no trust domain names', async () => {
  const asked: string[] = [];
  const login = await rig(
    { did: ['did:web:b.example:agents:bot'], 'did-host': ['b.example'] },
    {
      audience: () => 'did:web:node.example',
      resolve: async (keyid) => {
        asked.push(keyid);
        return undefined;
      },
    },
  );
  const names = [
    'did:web:b.example%3A8443:x',
    'did:web:a.b.example:x',
    'did:web:b.example.evil:x',
    'did:wba:x:b.example',
  ];
  const strangers = Array.from({ length: 1_000 }, (_, n) => `did:web:h${n}.example:x`);
  const verdicts = await Promise.all(
    [...names, ...strangers, 'did:key:zB', 'did:', `did:web:b.example:${'x'.repeat(300)}`].map((did, n) =>
      login(did, `192.0.${n % 256}.${n >> 8}`),
    ),
  );
  expect(new Set(verdicts.map((each) => JSON.stringify(each)))).toEqual(
    new Set(['{"kind":"refused","error":"invalid_token"}']),
  );
  expect(asked).toEqual([]);
  await login('did:web:b.example:agents:other', '192.0.2.1');
  expect(asked).toEqual(['did:web:b.example:agents:other#key-1']);
});

it.each([[5], [null], [['x']], [{}], [''], ['did:web:b.example:other#key-1']])(
  'a token whose kid is %j is as bad as any other, and nothing is asked for it',
  async (kid) => {
    const asked: string[] = [];
    const login = await rig(
      { did: ['did:web:b.example:bot'] },
      {
        audience: () => 'did:web:node.example',
        resolve: async (keyid) => {
          asked.push(keyid);
          return undefined;
        },
      },
    );
    const named = await login('did:web:b.example:bot', '192.0.2.1', kid);
    const stranger = await login('did:web:stranger.example:bot', '192.0.2.1', kid);
    expect([named, stranger, asked]).toEqual([
      { kind: 'refused', error: 'invalid_token', domain: 'carrier-b' },
      { kind: 'refused', error: 'invalid_token' },
      [],
    ]);
  },
);

it('a login ends when its key is found to be taken back or replaced, and no other login does', async () => {
  const shown = new Map<string, string>();
  const bot = await DidAgent.at({ host: 'b.example', shown }, 'bot');
  const other = await DidAgent.at({ host: 'b.example', shown }, 'other');
  const keys = new Map([
    [bot.kid, await publicOf(bot.key)],
    [other.kid, await publicOf(other.key)],
  ]);
  const NODE = 'did:web:node.example';
  const access = await openWith(
    { 'did-host': ['b.example'] },
    {
      audience: () => NODE,
      resolve: async (keyid) => {
        const jwk = keys.get(keyid);
        return jwk && { jwk, at: Date.now() };
      },
    },
  );
  const url = 'https://node.example/';
  const enter = async (agent: DidAgent) => {
    const token = await agent.token(NODE, { jti: randomUUID() });
    const present = async (nonce?: string) =>
      access.authenticateToken({
        ...{ scheme: 'dpop', method: 'GET', token, urls: () => [url], certificate: () => undefined },
        proof: await agent.proofs.proof({ method: 'GET', url, token, ...(nonce === undefined ? {} : { nonce }) }),
      });
    const first = await present();
    const verdict = first.kind === 'refused' && first.nonce !== undefined ? await present(first.nonce) : first;
    return verdict.kind === 'login' ? verdict.principal : undefined;
  };
  const [mine, its] = [await enter(bot), await enter(other)];
  if (!mine || !its) throw new Error('the logins are refused');
  let told = 0;
  access.watch(() => {
    told += 1;
  });
  await enter(bot);
  expect([access.holds(mine), access.holds(its), told]).toEqual([true, true, 0]);
  keys.delete(bot.kid);
  expect(await enter(bot)).toBeUndefined();
  expect([access.holds(mine), access.holds(its), told]).toEqual([false, true, 1]);
  keys.set(other.kid, await publicOf(bot.key));
  expect(await enter(other)).toBeUndefined();
  expect([access.holds(its), told]).toEqual([false, 2]);
});

it('identifiers made up at a host that is named leave its budget to those that are known', async () => {
  const asked: string[] = [];
  const resolver = new Resolver({
    fetch: async (url) => {
      asked.push(url);
      return new Response('', { status: 404 });
    },
    hosts: () => [],
    own: async () => undefined,
    now: () => 0,
  });
  for (let n = 0; n < 10_000; n++)
    await resolver.resolveMember(`did:web:b.example:x${n}`, false).catch(() => undefined);
  expect(asked).toHaveLength(60);
  await expect(resolver.resolveMember('did:web:b.example:bot', true)).rejects.toThrow(/it answered 404/);
  expect(asked.at(-1)).toBe('https://b.example/bot/did.json');
});
