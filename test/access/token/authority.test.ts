/** Names in the claims of a token. */
import { expect, it } from 'vitest';
import { AuthorityFault, authorityIn } from '../../../src/access/token/authority.js';

const usageOf = () => ({ within: () => 0, count: async () => {} });
const CHAIN = { depth: 0, chain: ['a\u2028b'] };

it.each<[string, Readonly<Record<string, unknown>>]>([
  ['an actor with a line end', { act: { sub: 'bot', act: { sub: 'a\nb@x' } } }],
  ['an actor that ends a line of a terminal', { act: { sub: 'a\u0085b' } }],
  ['an actor that turns the direction of writing', { act: { sub: 'a\u202eb' } }],
  ['an actor with a character that is not seen', { act: { sub: 'a\u200bb' } }],
  ['a holder with a line end', { delegation: CHAIN }],
  ['a jti with a null', { jti: 'a\u0000' }],
])('%s is refused', (_, claims) => {
  expect(() => authorityIn(claims, usageOf, 'https://issuer.example')).toThrow(AuthorityFault);
});

it('names of users, agents, nodes and identifiers may act', () => {
  const names = ['bot@carrier-b', 'агент:7', 'https://node.example/agents/a', 'did:web:b.example%3A8443:bot'];
  const act = names.reduceRight<object | undefined>(
    (before, sub) => ({ sub, ...(before ? { act: before } : {}) }),
    undefined,
  );
  expect(authorityIn({ act }, usageOf).actors).toEqual(names);
});
