import { expect, it } from 'vitest';
import { capabilitiesOfClaim } from '../../src/access/grant/capability.js';
import { Link } from '../../src/access/grant/link.js';
import { prolonged, type StoredAuthority } from '../../src/access/stored-authority.js';

const claim = (...actions: readonly string[]) => actions.map((action) => ({ action }));
const PERMIT = 'domain carrier-c~1';
const stored: StoredAuthority = {
  ...{ subject: 'ann@carrier-c', actors: [], token: 'a', lineage: ['jwt:a'], ends: 1_000 },
  delegation: { depth: 0, chain: [] },
  links: [
    { id: 'jwt:a', capabilities: claim('data.read', 'data.edit') },
    { id: PERMIT, capabilities: claim('data.read', 'data.edit', 'data.bulk') },
  ],
};
const token = (mark: string, permit: readonly string[], limits?: readonly string[]) => ({
  ...{ name: 'ann@carrier-c', groups: [] },
  token: { id: mark, delegation: stored.delegation, lineage: [`jwt:${mark}`], ends: 2_000 },
  links: [
    ...(limits ? [new Link(`jwt:${mark}`, capabilitiesOfClaim(claim(...limits)))] : []),
    new Link(PERMIT, capabilitiesOfClaim(claim(...permit))),
  ],
});
const ALL = ['data.read', 'data.edit', 'data.bulk'];

it('an authority that is prolonged keeps its limits, and the token with which it began beside the last one', () => {
  const once = prolonged(stored, token('b', [...ALL, 'data.subscribe'])) ?? stored;
  expect(once).toEqual({ ...stored, token: 'b', ends: 2_000, lineage: ['jwt:a', 'jwt:b'], first: ['jwt:a'] });
  expect(prolonged(once, token('c', ALL))).toEqual({ ...once, token: 'c', lineage: ['jwt:a', 'jwt:c'] });
});

it('an authority that is prolonged gets as narrow as the permit of its domain is now', () => {
  const links = (permit: readonly string[]) => prolonged(stored, token('b', permit))?.links[1]?.capabilities;
  expect(links(['data.read'])).toEqual(claim('data.read'));
  expect(links(['data.read', 'data.subscribe'])).toEqual(claim('data.read'));
  expect(links(['data.subscribe'])).toEqual([]);
});

it.each([
  ['the same', ['data.read', 'data.edit'], true],
  ['more', ['data.read', 'data.edit', 'data.subscribe'], true],
  ['less', ['data.read'], false],
  ['something else', ['yangent-tasks.renew-authority'], false],
])('a token that allows %s prolongs an authority: %j: %s', (_what, limits, isLonger) => {
  expect(prolonged(stored, token('b', ALL, limits)) !== undefined).toBe(isLonger);
});
