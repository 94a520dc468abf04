/** Tokens for the node of a trust domain go to that node only, also with bytes. */
import { expect, it } from 'vitest';
import { peerLogins } from '../../src/node/outbound/peer-logins.js';

const domain = {
  name: 'carrier-e',
  nodeTrust: undefined,
  configured: { nodeHosts: ['core.example', 'edge.example:8443'] },
  sending: { closed: undefined },
};
const access = { domains: { get: () => domain }, issuing: undefined, isRevoked: () => false };
const logins = peerLogins(
  access as unknown as Parameters<typeof peerLogins>[0],
  () => 'https://own.example',
  async () => undefined,
);
const place = { agent: 'meter', trustDomain: 'carrier-e', target: 'https://core.example' };
const speaker = { task: 't', agent: 'noc', to: 'meter' };

const told = (more: object) => {
  try {
    logins({ ...place, ...more } as Parameters<typeof logins>[0], speaker as Parameters<typeof logins>[1]);
    return 'taken';
  } catch (error) {
    return (error as Error).message;
  }
};

it('bytes go where the tasks go', () => {
  expect(told({})).toBe('taken');
  expect(told({ dataTarget: 'https://core.example/' })).toBe('taken');
});

it.each([
  [
    'a node that the domain does not name',
    'https://other.example',
    /^https:\/\/other\.example is no node of trust domain/,
  ],
  ['another node of the domain', 'https://edge.example:8443', /is another node than https:\/\/core\.example/],
])('bytes for %s are refused', (_, dataTarget, why) => {
  expect(told({ dataTarget })).toMatch(why);
});
