/** Laws of capabilities and of joined decisions, for whatever they hold. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  areWithin,
  capabilitiesOfClaim,
  capabilitiesOfModel,
  claimOf,
  modelOf,
} from '../../../src/access/grant/capability.js';
import { isPathWithin, readLimitPath } from '../../../src/access/grant/limit-path.js';
import { Link } from '../../../src/access/grant/link.js';
import { both, either } from '../../../src/access/nacm/joined.js';
import { type Decision, decide } from '../../../src/access/nacm/policy.js';

const few = <T>(values: readonly T[]) => fc.subarray([...values], { minLength: 1 });
const names = few(['crew', 'noc', 'desk']);
const PATHS = ['/m:a', '/m:a/b', "/m:a/b[k='1']", "/m:a/b[k='2']/c", '/n:x', '/'];
const constraints = fc.record(
  {
    agent: names,
    skill: few(['measure', 'repair']),
    path: few(PATHS),
    max_priority: fc.nat(7),
    max_depth: fc.nat(3),
    data_classification_max: fc.constantFrom('public', 'internal', 'confidential', 'restricted'),
    time_window: fc
      .tuple(fc.nat(50), fc.nat(50))
      .map(([start, length]) => ({ start: minute(start), end: minute(start + length + 1) })),
    allowed_regions: few(['eu', 'us']),
  },
  { requiredKeys: [] },
);
const action = fc.constantFrom('m.assign', 'm.cancel', 'data.read', 'skill.measure');
const capability = fc.record({ action, constraints });
const capabilities = fc.array(capability, { minLength: 1, maxLength: 4 });
const asked = fc.record({
  action,
  about: fc.record(
    {
      agent: fc.constantFrom('crew', 'noc', 'desk', 'other'),
      skill: fc.constantFrom('measure', 'repair', 'dig'),
      path: fc.constantFrom(...PATHS, '/m:a/b/c/d', '/m:z'),
      priority: fc.nat(8),
      depth: fc.nat(4),
      sensitivity: fc.constantFrom('public', 'internal', 'personal', 'secret'),
    },
    { requiredKeys: [] },
  ),
  at: fc.nat(100).map((n) => Date.parse(minute(n))),
});

function minute(n: number): string {
  return new Date(Date.UTC(2026, 0, 1) + n * 60_000).toISOString();
}

describe('capabilities', () => {
  it('that lie within others allow nothing that those do not allow', () => {
    fc.assert(
      fc.property(capabilities, capabilities, asked, (some, others, question) => {
        const [child, parent] = [capabilitiesOfClaim(some), capabilitiesOfClaim(others)];
        if (!areWithin(child, parent)) return;
        // Where a link names skills, a task needs that of its skill as well: so the child may be the stricter one only.
        const plain = (list: typeof child) => list.filter(({ actions }) => !actions[0]?.startsWith('skill.'));
        if (new Link('c', plain(child)).denial(question) !== undefined) return;
        expect(new Link('p', plain(parent)).denial(question)).toBeUndefined();
      }),
      { numRuns: 5_000 },
    );
  });

  it('lie within themselves, and are the same when they are written down and read', () => {
    fc.assert(
      fc.property(capabilities, (some) => {
        const read = capabilitiesOfClaim(some);
        expect(areWithin(read, read)).toBe(true);
        expect(claimOf(capabilitiesOfClaim(claimOf(read)))).toEqual(claimOf(read));
        const known = read.filter(({ others }) => others.size === 0);
        expect(claimOf(capabilitiesOfModel(modelOf(known)))).toEqual(claimOf(known));
      }),
    );
  });

  it.each([
    ["/m:a/b[k='1']", '/m:a/b', true],
    ['/m:a/b', "/m:a/b[k='1']", false],
    ['/m:ab', '/m:a', false],
    ['/m:a/n:b', '/m:a/b', false],
    ["/m:a/b[k='1'][l='2']", '/m:a/b[l="2"]', true],
    ['/m:a', '/', true],
    ['m:a', '/', false],
    ['/a', '/', false],
  ])('%s lies within %s: %s', (path, limit, is) => {
    expect(isPathWithin(path, limit)).toBe(is);
  });

  it('have no path with something behind it', () => {
    for (const text of ['', '/m:a/', "/m:a[k='1'", '/m:a | /m:b', '/m:a/../b', '//m:a'])
      expect(readLimitPath(text)).toBeUndefined();
  });
});

describe('joined decisions', () => {
  const keyed = fc.record({
    permit: fc.boolean(),
    keyed: fc.array(
      fc.record({
        at: fc.constantFrom(0, 1),
        values: fc.tuple(fc.option(fc.constantFrom('1', '2'), { nil: undefined })),
      }),
      { maxLength: 2 },
    ),
  });
  const decision: fc.Arbitrary<Decision> = fc.oneof(
    fc.boolean(),
    fc.record({ rules: fc.array(keyed, { maxLength: 3 }), otherwise: fc.boolean() }),
  );
  // Only the keys of the steps decide.
  const step = (key: string) => ({ key });
  const path = fc.tuple(fc.constantFrom('1', '2', '3'), fc.constantFrom('1', '2', '3')).map((keys) => keys.map(step));

  it('permit what both permit, and what either permits', () => {
    fc.assert(
      fc.property(decision, decision, path, (one, other, at) => {
        // biome-ignore lint/suspicious/noExplicitAny: a path without schema nodes
        const ask = (each: Decision) => decide(each, at as any);
        expect(ask(both(one, other))).toBe(ask(one) && ask(other));
        expect(ask(either(one, other))).toBe(ask(one) || ask(other));
      }),
      { numRuns: 2_000 },
    );
  });
});
