/** A run ends as it should although the store fails for a moment, at each of its commits, and nobody starts the node again. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Node, startNode } from '../../src/node/index.js';
import { faultOf, type ReferenceRun } from '../soak/workflows/crash.js';
import { INNER, REFERENCE, worker } from '../soak/workflows/reference.js';
import { temporaryFolder } from '../support/clean-up.js';
import { type Faults, FaultyStore } from './faulty-store.js';

/** Milliseconds within which a run ends though something failed. */
const PATIENCE = 15_000;

const directory = temporaryFolder();
const effects = join(directory, 'effects');
const store = new FaultyStore();
let node: Node;
beforeAll(async () => {
  node = await startNode({
    data: join(directory, 'data'),
    netconf: undefined,
    restconf: { host: '127.0.0.1', port: 0 },
    agents: [worker(effects)],
    logLevel: 'silent',
  });
  await node.edit({ 'yangent-workflows:workflows': { definition: [INNER, REFERENCE] } });
});
afterAll(async () => {
  store.end();
  await node?.close();
});

/** Starts a run as a client does: again when it is told that nothing was stored. */
async function start(key: string): Promise<string> {
  const at = new Date(Date.now() + 200).toISOString();
  for (;;) {
    try {
      const started = await node.invoke('yangent-workflows:start', {
        ...{ definition: 'reference', 'run-key': key, input: { at } },
      });
      return (started as { readonly id: string }).id;
    } catch {
      await sleep(20);
    }
  }
}

async function ended(id: string): Promise<ReferenceRun> {
  const until = Date.now() + PATIENCE;
  for (;;) {
    const run = (await node.read(`/yangent-workflows:workflows/run[id='${id}']`)) as ReferenceRun;
    if (!['running', 'initializing'].includes(run.state) || Date.now() > until) return run;
    await sleep(50);
  }
}

it.each<Omit<Faults, 'first'>>([
  { statement: 'COMMIT', code: 'SQLITE_IOERR', many: 1 },
  { statement: 'COMMIT', code: 'SQLITE_BUSY', many: 3 },
  { statement: 'BEGIN IMMEDIATE', code: 'SQLITE_IOERR', many: 2 },
])('$statement fails $many times with $code', { timeout: 400_000 }, async (faults) => {
  const wrong: string[] = [];
  for (let first = 1; ; first++) {
    writeFileSync(effects, '');
    store.ask({ ...faults, first });
    const run = await ended(await start(`${faults.statement} ${faults.many} ${first}`));
    const isOver = store.isOver;
    const fault = faultOf(directory, { commits: 0, run });
    if (fault !== undefined) wrong.push(`from ${first} on: ${fault}`);
    if (!isOver) break;
  }
  expect(wrong).toEqual([]);
});
