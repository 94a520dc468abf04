/** A migration survives a kill before and after each of its commits: the run is migrated once or not yet, and ends with each effect once. */
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { live } from '../soak/workflows/crash.js';
import { faultOfMigrated, MIGRATE_CHILD } from '../soak/workflows/migrate.js';
import { temporaryFolder } from '../support/clean-up.js';

/** Half a commit less: before it is stored. The last ones are of the steps behind it. */
const POINTS = [0.5, 1, 2, 4];
/** Milliseconds of two lives. */
const LONG = 120_000;

it.each(POINTS)('killed after commit %d', { timeout: LONG }, async (point) => {
  const directory = mkdtempSync(join(temporaryFolder(), 'migrate-'));
  const first = await live(directory, point, MIGRATE_CHILD);
  expect(first).toBeUndefined();
  const life = await live(directory, 0, MIGRATE_CHILD);
  expect(life ? faultOfMigrated(directory, life) : 'it was killed again').toBeUndefined();
});
