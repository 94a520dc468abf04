/** A user who reads no answers and ends no requests costs the node little, and others nothing. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { faultsOf } from '../soak/unread/soak.js';
import { Unread } from '../soak/unread/unread.js';

const directory = mkdtempSync(join(tmpdir(), 'yangent-unread-'));
let unread: Unread;
beforeAll(async () => {
  unread = await Unread.start({
    ...{ directory, tasks: 60, characters: 200_000 },
    ...{ answers: 250, bodies: 100, connections: 3 },
  });
}, 120_000);
afterAll(async () => {
  await unread?.stop();
  rmSync(directory, { recursive: true, force: true });
});

it('250 unread answers of 12 MB, 100 stalled bodies and 45 unread replies of NETCONF', async () => {
  const round = await unread.round();
  expect(faultsOf(round), JSON.stringify(round)).toEqual([]);
}, 120_000);

it('250 unread event streams, each of 12 MB of events', async () => {
  const round = await unread.streams(250);
  expect(faultsOf(round), JSON.stringify(round)).toEqual([]);
}, 120_000);
