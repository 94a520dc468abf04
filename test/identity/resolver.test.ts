/** Identifiers of others: which are read, and which hosts are asked. */
import { describe, expect, it } from 'vitest';
import { readDid } from '../../src/identity/resolver/did.js';
import type { OutboundFetch } from '../../src/identity/resolver/fetch.js';
import { Resolver } from '../../src/identity/resolver/resolver.js';
import { makeKeyPair, multikeyOf } from '../../src/keys/index.js';

const E1 = `e1_${'A'.repeat(43)}`;

describe('an identifier', () => {
  it.each([
    ['did:web:node.example', 'https://node.example/.well-known/did.json'],
    ['did:web:node.example%3A8443:users:ann', 'https://node.example:8443/users/ann/did.json'],
    ['did:wba:node.example', 'https://node.example/.well-known/did.json'],
    [`did:wba:node.example%3A443:agents:a:${E1}`, `https://node.example/agents/a/${E1}/did.json`],
    [`did:wba:node.example:agents:a%20b:${E1}`, `https://node.example/agents/a%20b/${E1}/did.json`],
  ])('%s has its document at %s', (did, url) => {
    expect(readDid(did)).toMatchObject({ did, url });
  });

  it.each([
    'did:example:123',
    'did:web:127.0.0.1',
    'did:web:2130706433',
    'did:web:user@node.example',
    'did:web:node.example%2Fpath',
    'did:web:node.example:..:secret',
    'did:web:node.example:a%2fb',
    'did:web:Node.Example',
    'did:web:node.example%3A0',
    'did:web:node.example?x=1',
    'did:wba:node.example:users:ann',
    `did:wba:node.example:users:k1_${'A'.repeat(43)}`,
    'did:key:',
    'https://node.example/',
    `did:web:${'a'.repeat(3000)}`,
  ])('%s is refused', (did) => {
    expect(() => readDid(did)).toThrow();
  });
});

/** A host that shows documents, and counts how often it is asked. */
function host(answer: (url: string) => Response | Promise<Response>) {
  let now = 0;
  const asked: string[] = [];
  const fetch: OutboundFetch = async (url) => {
    asked.push(url);
    return answer(url);
  };
  const resolver = new Resolver({ fetch, hosts: () => ['node.example'], own: async () => undefined, now: () => now });
  return {
    asked,
    resolve: (did: string) => resolver.resolve(did),
    pass: (milliseconds: number) => {
      now += milliseconds;
    },
  };
}

const shows = (id: string) => () => new Response(JSON.stringify({ id, verificationMethod: [] }));

describe('a host', () => {
  it('that configuration does not name is never asked, however many identifiers are forged', async () => {
    const { asked, resolve } = host(shows('did:web:other.example'));
    let refused = 0;
    for (let index = 0; index < 10_000; index += 1)
      await resolve(`did:web:h${index}.example`).catch(() => {
        refused += 1;
      });
    expect([refused, asked]).toEqual([10_000, []]);
  });

  it('is asked 60 times a minute at most', async () => {
    const { asked, resolve, pass } = host(() => new Response('', { status: 404 }));
    const ask = async (index: number) => resolve(`did:web:node.example:a${index}`).catch(({ message }) => message);
    for (let index = 0; index < 10_000; index += 1) await ask(index);
    expect(asked).toHaveLength(60);
    expect(await ask(10_001)).toMatch(/asked 60 times within a minute/);
    pass(60_000);
    expect(await ask(10_001)).toMatch(/it answered 404/);
    expect(asked).toHaveLength(61);
  });

  it('is asked once for an identifier within a minute', async () => {
    const { asked, resolve, pass } = host(shows('did:web:node.example'));
    await Promise.all([resolve('did:web:node.example'), resolve('did:web:node.example')]);
    expect(asked).toEqual(['https://node.example/.well-known/did.json']);
    pass(60_000);
    await resolve('did:web:node.example');
    expect(asked).toHaveLength(2);
  });

  it.each<[string, () => Response | Promise<Response>, RegExp]>([
    ['a redirect', () => new Response('', { status: 302 }), /it answered 302/],
    ['the document of another', shows('did:web:other.example'), /that of another identifier/],
    ['no JSON', () => new Response('<html>'), /not well-formed/],
    ['nothing', () => Promise.reject(new Error('the socket was closed')), /the socket was closed/],
    ['too much', () => new Response(`{"id":"${'a'.repeat(65_536)}"}`), /more than 65536 octets/],
  ])('that gives %s gives no document', async (_, answer, reason) => {
    await expect(host(answer).resolve('did:web:node.example')).rejects.toThrow(reason);
  });
});

it('an identifier that is a key has this key and no other', async () => {
  const { spki } = await makeKeyPair('ed25519');
  const key = multikeyOf(spki);
  const document = await host(shows('')).resolve(`did:key:${key}`);
  expect(document.key(`did:key:${key}#${key}`, 'assertionMethod')).toEqual({ algorithm: 'ed25519', spki });
  expect(() => document.key(`did:key:${key}#other`, 'assertionMethod')).toThrow('has no key');
});
