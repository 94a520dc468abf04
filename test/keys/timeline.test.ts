/** The uses of a key in time, by properties: whatever is done, one key is in use, and the right ones are shown. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { KeyUse } from '../../src/keys/use/record.js';
import { currentAt, followedBy, nextAt, ownOf, previousAt } from '../../src/keys/use/timeline.js';

const purpose = 'report';
const FIRST: readonly KeyUse[] = [{ purpose, thumbprint: 'k0', spki: Buffer.alloc(0), from: 0 }];
/** A step: time goes on, then a key of the node or of the keystore follows. */
const steps = fc.array(
  fc.record({
    after: fc.nat(50),
    lead: fc.constantFrom(0, 0, 5, 40),
    overlap: fc.constantFrom(0, 10, 100),
    name: fc.option(fc.constantFrom('a', 'b'), { nil: undefined }),
  }),
  { maxLength: 30 },
);

it('one key is in use, the next comes later, and no key is shown twice', () => {
  fc.assert(
    fc.property(steps, (all) => {
      let uses = FIRST;
      let now = 1;
      for (const [index, { after, lead, overlap, name }] of all.entries()) {
        now += after;
        const before = currentAt(uses, now);
        // A configured key acts at once.
        const from = now + (name === undefined ? lead : 0);
        const credential = { thumbprint: name ?? `k${index + 1}`, spki: Buffer.alloc(0), ...(name ? { name } : {}) };
        uses = followedBy(uses, { purpose, credential, from, overlap }, now);
        expect(currentAt(uses, from)?.thumbprint).toBe(credential.thumbprint);
        if (from > now)
          expect([currentAt(uses, now)?.thumbprint, nextAt(uses, now)?.from]).toEqual([before?.thumbprint, from]);
        else expect(nextAt(uses, now)).toBeUndefined();
        if (overlap > 0 && before?.thumbprint !== credential.thumbprint)
          expect(previousAt(uses, from).map(({ thumbprint }) => thumbprint)).toContain(before?.thumbprint);
        expect(previousAt(uses, from + overlap).map(({ thumbprint }) => thumbprint)).not.toContain(before?.thumbprint);
        const shown = [currentAt(uses, now), ...previousAt(uses, now)].map((use) => use?.thumbprint);
        expect(new Set(shown).size).toBe(shown.length);
        expect(ownOf(uses, now)).toBeDefined();
        expect([...uses].sort((a, b) => a.from - b.from)).toEqual(uses);
      }
    }),
  );
});
