/** Two nodes undo a run of both although one of them is killed: the same end, each effect once for its key, the journals whole. */
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type Kill, undoneByBoth } from '../soak/workflows/nodes/nodes.js';
import { temporaryFolder } from '../support/clean-up.js';

/** Commits in which a step begins, the other node gets its part, all are told that the run goes back, and steps are undone. */
const KILLS: readonly Kill[] = [
  ...[4, 18, 32].map((after) => ({ role: 'near', after }) as const),
  ...[7, 10, 13].map((after) => ({ role: 'far', after }) as const),
];

it.each(KILLS)('killed: node $role, after commit $after', { timeout: 240_000 }, async (kill) => {
  const outcome = await undoneByBoth(mkdtempSync(join(temporaryFolder(), 'nodes-')), kill);
  expect(outcome).toEqual({ killed: true, faults: [] });
});
