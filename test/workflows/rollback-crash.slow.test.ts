/** A run that is undone survives a kill after each of its commits: the same end, each effect once for its key, the journal whole. */
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { BACK_CHILD, faultOfBack } from '../soak/workflows/back.js';
import { live } from '../soak/workflows/crash.js';
import { temporaryFolder } from '../support/clean-up.js';

/** More than the run has commits: the last ones end without a kill. */
const POINTS = 24;

it.each(Array.from({ length: POINTS }, (_, index) => index + 1))('killed after commit %i', async (point) => {
  const directory = mkdtempSync(join(temporaryFolder(), 'back-'));
  const life = (await live(directory, point, BACK_CHILD)) ?? (await live(directory, 0, BACK_CHILD));
  expect(life ? faultOfBack(directory, life) : 'it was killed again').toBeUndefined();
});
