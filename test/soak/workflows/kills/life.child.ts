/**
 * One life of a node with many runs, as a process of its own. Its parent kills it. It starts the runs that there are not, does to
 * them what their kinds say, and ends once all are over; the runs are then in a file.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { startNode } from '../../../../src/node/index.js';
import { KINDS, kindOf, POOL } from './graphs.js';
import { worker } from './worker.js';

const [directory = '', given = '0'] = process.argv.slice(2);
const ROOT = '/yangent-workflows:workflows';
const OVER: ReadonlySet<unknown> = new Set(['completed', 'failed', 'canceled']);

interface Head {
  readonly id: string;
  readonly state: string;
  readonly definition: string;
}

const node = await startNode({
  data: join(directory, 'data'),
  netconf: undefined,
  restconf: undefined,
  agents: [worker(join(directory, 'effects'))],
  logLevel: 'error',
  strictEvents: true,
});
const definition = Object.entries(KINDS).map(([name, { dag }]) => ({ name, version: '1.0', ...dag }));
await node.edit({ 'yangent-workflows:workflows': { definition, pool: [POOL] } });
process.stdout.write('ready\n');

const numbers = Array.from({ length: Number(given) }, (_, number) => number);
await Promise.all(
  numbers.map((number) =>
    node.invoke('yangent-workflows:start', { definition: kindOf(number), 'run-key': `${number}` }),
  ),
);

/** Runs that this life has paused. */
const paused = new Set<string>();

/** The actions on the runs of a kind, each time they are looked at. Each may happen twice, or come too late. */
const HANDS = {
  signal: ({ id }: Head) => act(id, 'signal', { name: 'go', key: 'once' }),
  cancel: async ({ id }: Head) => {
    const first = await node.read(`${ROOT}/run[id='${id}']/step[node='first'][item='0'][generation='1']/state`);
    if (String(first).endsWith('completed')) await act(id, 'cancel', {});
  },
  pause: async ({ id, state }: Head) => {
    if (state !== 'paused' && paused.has(id)) return;
    paused.add(id);
    await act(id, state === 'paused' ? 'resume' : 'pause', {});
  },
} as const;

async function act(run: string, action: string, input: object): Promise<void> {
  await node.act(`${ROOT}/run[id='${run}']/${action}`, input).catch(async (error: unknown) => {
    // The run has ended in the meantime.
    if (!OVER.has(await node.read(`${ROOT}/run[id='${run}']/state`))) throw error;
  });
}

async function heads(): Promise<readonly Head[]> {
  const { run = [] } = (await node.invoke('yangent-workflows:list-runs', { limit: 1_000 })) as {
    readonly run?: readonly Head[];
  };
  return run;
}

for (;;) {
  const known = await heads();
  const open = known.filter(({ state }) => !OVER.has(state));
  process.stdout.write(`over ${known.length - open.length}\n`);
  if (open.length === 0) break;
  for (const head of open) {
    const hand = KINDS[head.definition]?.hand;
    if (hand) await HANDS[hand](head);
  }
  await setTimeout(200);
}
const runs = await Promise.all((await heads()).map(({ id }) => node.read(`${ROOT}/run[id='${id}']`)));
writeFileSync(join(directory, 'runs.json'), JSON.stringify(runs));
await node.close();
