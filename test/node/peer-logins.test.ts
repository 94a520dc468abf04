/** Tokens for the node of a trust domain go to that node only, also with bytes. */
import { expect, it } from 'vitest';
import { capabilitiesOfModel, type PeerToken, TokenFault } from '../../src/access/index.js';
import { peerLogins } from '../../src/node/outbound/peer-logins.js';

type Access = Parameters<typeof peerLogins>[0];
type Place = Parameters<ReturnType<typeof peerLogins>>[0];
type Speaker = Parameters<ReturnType<typeof peerLogins>>[1];

const domain = {
  name: 'carrier-e',
  nodeTrust: undefined,
  configured: { nodeHosts: ['core.example', 'edge.example:8443'] },
  sending: { closed: undefined },
};
const access = { domains: { get: () => domain }, issuing: undefined, isRevoked: () => false };
const logins = peerLogins(
  access as unknown as Access,
  () => 'https://own.example',
  async () => undefined,
);
const place = { agent: 'meter', trustDomain: 'carrier-e', target: 'https://core.example' };
const speaker = { task: 't', agent: 'noc', to: 'meter' };

const told = (more: object) => {
  try {
    logins({ ...place, ...more } as Place, speaker as Speaker);
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

it('ATD-8-f: each token for the task of a step has the claims of the step as they are then, and none comes after a revocation', async () => {
  const [capability] = capabilitiesOfModel([{ name: 'read', action: ['data.read'] }]);
  const granted = { id: 't', taskId: 'run/a;g=1', from: 'noc', attempt: 1, grant: 'g' };
  const issued: PeerToken[] = [];
  let checkpoint = 1;
  let isRevoked = false;
  const issuing = {
    allowedBy: async () => {
      if (isRevoked) throw new TokenFault('invalid_grant', 'the grant has been revoked');
      return { capabilities: [capability], delegation: { depth: 0, maxDepth: 0, chain: ['agent:meter'] } };
    },
    forPeer: async (token: PeerToken) => issued.push(token),
  };
  const work = async () => ({
    claims: { dagid: 'd', checkpointref: `d;c=${checkpoint}` },
    lifetime: 120,
    isFresh: false,
  });
  const loginsOf = peerLogins({ ...access, issuing } as unknown as Access, () => 'https://own.example', work);
  const { issue } = loginsOf(place as Place, { ...speaker, granted } as Speaker);
  await issue('thumbprint');
  checkpoint = 2;
  await issue('thumbprint');
  expect(issued).toMatchObject(
    [1, 2].map((number) => ({
      ...{ audience: 'https://core.example', boundTo: 'thumbprint', lifetime: 120, task: 't' },
      about: { dagid: 'd', checkpointref: `d;c=${number}` },
      delegation: { chain: ['agent:meter'] },
    })),
  );
  expect(issued[1]?.capabilities?.at(-1)).toEqual(capability);
  isRevoked = true;
  await expect(issue('thumbprint')).rejects.toMatchObject({ tag: 'access-denied', appTag: 'aap_capability_expired' });
  expect(issued).toHaveLength(2);
});
