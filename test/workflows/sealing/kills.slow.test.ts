/** A sealed run survives a kill after each of its commits: its values are nowhere in clear, and are deleted in the end. */
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { live } from '../../soak/workflows/crash.js';
import { temporaryFolder } from '../../support/clean-up.js';
import { filesWith } from './scan.js';

const CHILD = fileURLToPath(new URL('../../soak/workflows/sealed.child.ts', import.meta.url));
/** More than the run has commits: the last ones end without a kill. */
const POINTS = 10;
const MARKER = 'the-secret-of-Erika-Mustermann-4711';

it.each(Array.from({ length: POINTS }, (_, index) => index + 1))('ATD-6-aa: killed after commit %i', async (point) => {
  process.env.MARKER = MARKER;
  const directory = mkdtempSync(join(temporaryFolder(), 'sealed-'));
  const first = await live(directory, point, CHILD);
  expect(filesWith(directory, MARKER)).toEqual([]);
  const life = first ?? (await live(directory, 0, CHILD));
  expect(life?.run).toMatchObject({ state: 'completed', seal: 'shredded' });
  expect(filesWith(directory, MARKER)).toEqual([]);
});
