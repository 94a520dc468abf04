/** A sealed run survives a kill after some of its commits: its values are nowhere in clear, and are deleted in the end. */
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { live } from '../../soak/workflows/crash.js';
import { temporaryFolder } from '../../support/clean-up.js';
import { filesWith } from './scan.js';

const CHILD = fileURLToPath(new URL('../../soak/workflows/sealed.child.ts', import.meta.url));
/** The start of the run, its steps, its end, and the deletion. */
const POINTS = [1, 3, 5, 7];
/** Milliseconds of two lives, of which one waits until values are deleted. */
const LONG = 120_000;
const MARKER = 'the-secret-of-Erika-Mustermann-4711';

it.each(POINTS)('ATD-6-aa: killed after commit %i', { timeout: LONG }, async (point) => {
  process.env.MARKER = MARKER;
  const directory = mkdtempSync(join(temporaryFolder(), 'sealed-'));
  const first = await live(directory, point, CHILD);
  expect(filesWith(directory, MARKER)).toEqual([]);
  const life = first ?? (await live(directory, 0, CHILD));
  expect(life?.run).toMatchObject({ state: 'completed', seal: 'shredded' });
  expect(filesWith(directory, MARKER)).toEqual([]);
});
