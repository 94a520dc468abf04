/** Workflows by themselves: commits of large graphs, long lists, parked runs, timers. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Https } from '../support/http.js';
import { type ServeProcess, startServe } from '../support/serve.js';
import { type Bench, type Figure, median } from './figure.js';

const WORKER = fileURLToPath(new URL('workflows/worker.mjs', import.meta.url));
const DEFINITIONS = '/restconf/data/yangent-workflows:workflows';
const MIB = 1 << 20;
const NODES = 1_000;
const EDGES = 3_000;
const ITEMS = 100_000;
const PARKED = 10_000;
const TIMERS = 10_000;
/** Runs by which the time is measured that a start takes. */
const TRIED = 500;
const HOUR = 3_600_000;
/** Seconds in which the timers come. */
const SPREAD = 10;
/** Requests at one time that start runs. */
const AT_ONCE = 20;

export const workflowsBench: Bench = async (directory) => [
  ...(await commits(join(directory, 'commits'))),
  ...(await items(join(directory, 'items'))),
  ...(await parked(join(directory, 'parked'))),
  ...(await timers(join(directory, 'timers'))),
];

class Client {
  readonly #admin: Https;

  constructor(node: ServeProcess) {
    this.#admin = new Https(node);
  }

  async send(method: string, path: string, body?: object) {
    const answer = await this.#admin.send(method, path, body === undefined ? {} : { body: JSON.stringify(body) });
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.body}`);
    return answer.body === '' ? {} : JSON.parse(answer.body);
  }

  async start(input: object): Promise<{ readonly id: string; readonly state: string }> {
    const body = { 'yangent-workflows:input': input };
    return (await this.send('POST', '/restconf/operations/yangent-workflows:start', body))['yangent-workflows:output'];
  }

  define(name: string, dag: object): Promise<unknown> {
    const definition = [{ name, version: '1.0', ...dag }];
    return this.send('PUT', `${DEFINITIONS}/definition=${name}`, { 'yangent-workflows:definition': definition });
  }

  async read(path: string) {
    return this.send('GET', `${DEFINITIONS}/${path}`);
  }

  close(): void {
    this.#admin.close();
  }
}

async function withNode<T>(data: string, work: (node: ServeProcess, client: Client) => Promise<T>): Promise<T> {
  mkdirSync(data, { recursive: true });
  const node = await startServe({ data, args: ['--agent', WORKER], probe: true });
  const client = new Client(node);
  try {
    return await work(node, client);
  } finally {
    client.close();
    await node.end('SIGTERM');
  }
}

/** A layered graph in which each node reads three of those before it. */
function large() {
  const name = (index: number) => `n${index}`;
  const before = (index: number) => [1, 7, 40].map((back) => index - back).filter((each) => each >= 0);
  const node = Array.from({ length: NODES }, (_, index) => ({
    ...{ name: name(index), task: { skill: 'step', agent: 'worker' } },
    input: before(index).map((each, at) => ({ name: `i${at}`, value: `steps.${name(each)}.output.result` })),
  }));
  const edge = node
    .flatMap((_, index) => before(index).map((each) => ({ from: name(each), to: name(index) })))
    .slice(0, EDGES);
  return { node, edge };
}

async function commits(data: string): Promise<readonly Figure[]> {
  return withNode(data, async (_node, client) => {
    const whole: number[] = [];
    const leaf: number[] = [];
    for (let round = 0; round < 7; round++) {
      const dag = { ...large(), description: `round ${round}` };
      const begun = performance.now();
      await client.define(`large${round % 2}`, dag);
      if (round > 1) whole.push(performance.now() - begun);
    }
    for (let round = 0; round < 25; round++) {
      const begun = performance.now();
      const node = { 'yangent-workflows:node': [{ name: 'n500', estimate: 10 + round }] };
      await client.send('PATCH', `${DEFINITIONS}/definition=large0/node=n500`, node);
      if (round > 4) leaf.push(performance.now() - begun);
    }
    return [
      { what: `commit of ${NODES} nodes with ${EDGES} edges`, value: median(whole), unit: 'ms', runs: whole },
      { what: 'commit of one leaf in it', value: median(leaf), unit: 'ms' },
    ];
  });
}

async function items(data: string): Promise<readonly Figure[]> {
  return withNode(data, async (node, client) => {
    const each = { name: 'each', task: { skill: 'step', agent: 'worker' } };
    const list = { items: 'input.list', 'max-items': ITEMS, 'max-parallel': 64 };
    await client.define('items', { execution: { 'max-parallel': 64 }, node: [{ ...each, 'for-each': list }] });
    await client.start({ definition: 'items', input: { list: [1, 2, 3] }, wait: 60 });
    const before = (await node.memory()).rss;
    const begun = performance.now();
    const { id } = await client.start({ definition: 'items', input: { list: new Array(ITEMS).fill(1) } });
    const tenth = ITEMS / 10;
    let first = 0;
    let last = 0;
    let most = before;
    for (let state = 'running'; state === 'running'; ) {
      await new Promise((resolve) => setTimeout(resolve, 500));
      most = Math.max(most, (await node.memory()).rss);
      const run = (await client.read(`run=${id}?fields=state`))['yangent-workflows:run'][0];
      state = run.state;
      const passed = performance.now() - begun;
      const done = await endedItems(client, id);
      if (first === 0 && done >= tenth) first = (passed * tenth) / done;
      if (last === 0 && done >= ITEMS - tenth) last = passed;
    }
    const all = performance.now() - begun;
    return [
      { what: `items of a list of ${ITEMS}, 64 at a time`, value: ITEMS / (all / 1_000), unit: '/s' },
      { what: 'last tenth by the first', value: (all - last) / first, unit: 'x' },
      { what: 'more resident memory', value: (most - before) / MIB, unit: 'MiB' },
    ];
  });
}

async function endedItems(client: Client, id: string): Promise<number> {
  const answer = await client.read(`run=${id}/step=each,0,1?fields=items`);
  return answer['yangent-workflows:step']?.[0]?.items?.ended ?? 0;
}

/** Starts many runs, some at one time. */
async function many(client: Client, count: number, input: (index: number) => object): Promise<void> {
  let next = 0;
  const starter = async () => {
    while (next < count) await client.start(input(next++));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, starter));
}

async function parked(data: string): Promise<readonly Figure[]> {
  const wait = { name: 'go', type: 'yangent-workflows:wait', wait: { signal: { name: 'go' } } };
  const startTime = async () => {
    const node = await startServe({ data, args: ['--agent', WORKER], probe: true });
    const client = new Client(node);
    const begun = performance.now();
    await client.start({ definition: 'one', wait: 60 });
    const dispatched = node.startup + performance.now() - begun;
    client.close();
    await node.end('SIGTERM');
    return dispatched;
  };
  const memory = await withNode(data, async (node, client) => {
    await client.define('parked', { node: [wait] });
    await client.define('one', { node: [{ name: 's', task: { skill: 'step', agent: 'worker' } }] });
    await many(client, 500, () => ({ definition: 'parked' }));
    const before = (await node.memory()).rss;
    await many(client, PARKED - 500, () => ({ definition: 'parked' }));
    return (await node.memory()).rss - before;
  });
  const loaded = [await startTime(), await startTime(), await startTime()];
  const empty = join(data, '..', 'empty');
  await withNode(empty, async (_, client) => {
    await client.define('one', { node: [{ name: 's', task: { skill: 'step', agent: 'worker' } }] });
  });
  return [
    { what: `more resident memory with ${PARKED} parked runs`, value: memory / MIB, unit: 'MiB' },
    { what: 'restart to the first step with them', value: median(loaded), unit: 'ms', runs: loaded },
  ];
}

async function timers(data: string): Promise<readonly Figure[]> {
  return withNode(data, async (_node, client) => {
    const wait = { name: 'at', type: 'yangent-workflows:wait', wait: { until: 'input.at' } };
    for (const name of ['tried', 'timer']) await client.define(name, { node: [wait] });
    // A slow machine needs more time to start them all before the first one comes.
    const tried = performance.now();
    await many(client, TRIED, () => ({ definition: 'tried', input: { at: new Date(Date.now() + HOUR) } }));
    const each = (performance.now() - tried) / TRIED;
    const begin = Date.now() + Math.ceil(each * TIMERS * 1.5) + 10_000;
    const at = (index: number) => new Date(begin + (index * SPREAD * 1_000) / TIMERS).toISOString();
    await many(client, TIMERS, (index) => ({ definition: 'timer', input: { at: at(index) } }));
    if (Date.now() > begin) throw new Error('the runs were not started before their timers came');
    await new Promise((resolve) => setTimeout(resolve, begin - Date.now() + (SPREAD + 10) * 1_000));
    const late: number[] = [];
    for (let before: string | undefined; ; ) {
      const body = { 'yangent-workflows:input': { definition: 'timer', limit: 1_000, ...(before ? { before } : {}) } };
      const answer = await client.send('POST', '/restconf/operations/yangent-workflows:list-runs', body);
      const { run, more } = answer['yangent-workflows:output'];
      for (const each of run) late.push(Date.parse(each.ended) - Date.parse(each.input.at));
      before = run.at(-1)?.id;
      if (!more) break;
    }
    late.sort((one, other) => one - other);
    const p99 = late[Math.floor(late.length * 0.99)] ?? 0;
    return [
      {
        what: `lateness of ${TIMERS} timers within ${SPREAD} s`,
        value: median(late),
        unit: 'ms',
        p50: median(late),
        p99,
      },
    ];
  });
}
