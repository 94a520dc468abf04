/** What may be sent to a trust domain, and how sensitive it may be. */
import { expect, it } from 'vitest';
import { readDomains } from '../../../src/access/domain/configured-domain.js';
import { ownerNamesOf } from '../../../src/access/domain/member.js';
import { Sending } from '../../../src/access/domain/sending.js';
import { capabilitiesOfClaim, claimOf, commonTo } from '../../../src/access/grant/capability.js';
import { Counts } from '../../../src/access/grant/usage.js';
import type { YangentAccess_Access_TrustDomain_Send } from '../../../src/generated/yangent-access.js';

function sending(send: readonly YangentAccess_Access_TrustDomain_Send[], more: object = {}): Sending {
  const [domain] = readDomains({ 'trust-domain': [{ name: 'b', send, ...more }] });
  const counts = new Counts();
  return new Sending(domain!, {
    within: (seconds, at) => counts.within(seconds, at),
    count: async (at) => counts.add(at),
  });
}
const assign = (
  constraint?: YangentAccess_Access_TrustDomain_Send['constraint'],
  more: Partial<YangentAccess_Access_TrustDomain_Send> = {},
): YangentAccess_Access_TrustDomain_Send => ({
  ...{ name: 'a', action: ['yangent-tasks.assign'] },
  ...(constraint ? { constraint } : {}),
  ...more,
});

it('lets nothing out without an entry, and while the domain is suspended', () => {
  expect(sending([]).closed).toContain('says nothing of send');
  expect(sending([assign()], { enabled: false }).refusal('yangent-tasks.assign', {})).toMatchObject({
    ...{ tag: 'access-denied', appTag: 'aap_domain_not_allowed' },
    message: 'trust domain "b" is suspended: nothing is sent to it',
  });
});

it('counts what goes out for its rates', async () => {
  const rated = sending([assign({ 'max-requests-per-minute': 1 })]);
  await rated.use('yangent-tasks.assign', {});
  await expect(rated.use('yangent-tasks.assign', {})).rejects.toMatchObject({ tag: 'resource-denied' });
});

it('is limited by the lowest ceiling of the entries that concern the agent, which refuses rather than removes', () => {
  const entries = [
    assign({ agent: ['meter'], 'max-sensitivity': 'personal' }),
    assign({ agent: ['meter'], 'max-sensitivity': 'internal' }, { name: 'b' }),
    assign({ 'max-sensitivity': 'internal' }, { name: 'c', 'on-excess': 'refuse' }),
    assign({ agent: ['other'], 'max-sensitivity': 'public' }, { name: 'd' }),
  ];
  expect(sending(entries).ceilingFor('meter')).toEqual({ sensitivity: 'internal', onExcess: 'refuse' });
  expect(sending(entries).ceilingFor('other')).toEqual({ sensitivity: 'public', onExcess: 'redact' });
  expect(sending([assign()]).ceilingFor('meter')).toBeUndefined();
  // The sensitivity itself refuses nothing.
  expect(sending(entries).refusal('yangent-tasks.assign', { agent: 'meter' })).toBeUndefined();
});

it('hands on of several limits only what lies within each', () => {
  const read = (...claims: readonly object[]) => capabilitiesOfClaim(claims);
  const path = { action: 'data.read', constraints: { path: ['/m:a'] } };
  const both = commonTo([
    read({ action: 'data.read' }, { action: 'data.edit' }),
    read(path, { action: 'device.read' }),
  ]);
  expect(claimOf(both)).toEqual([path]);
});

it.each([
  ['ann@carrier-a', ['ann@carrier-a', '@carrier-a']],
  ['https://h:1/agents/x@carrier-a~2', ['https://h:1/agents/x@carrier-a~2', '@carrier-a~2']],
  ['ann', ['ann']],
  ['agent:ann', ['agent:ann']],
  ['@carrier-a', ['@carrier-a']],
  ['bot@https://issuer.example', ['bot@https://issuer.example']],
])('%s owns what belongs to %j', (user, names) => {
  expect(ownerNamesOf(user)).toEqual(names);
});
