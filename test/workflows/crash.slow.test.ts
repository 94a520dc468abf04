/** A run of a workflow survives a kill after each of its commits: the same end, each effect once for its key, the journal whole. */
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { faultOf, live } from '../soak/workflows/crash.js';
import { recovered } from '../soak/workflows/soak.js';
import { temporaryFolder } from '../support/clean-up.js';

const POINTS = 20;

it.each(Array.from({ length: POINTS }, (_, index) => index + 1))('killed after commit %i', async (point) => {
  const directory = mkdtempSync(join(temporaryFolder(), 'life-'));
  const first = await live(directory, point);
  expect(first ? faultOf(directory, first) : await recovered(directory)).toBeUndefined();
});
