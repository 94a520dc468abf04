/** Discovery in a directory of 100,000 agents: registering them, and asking, inside a process and over RESTCONF. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Node, startNode } from '../../src/node/index.js';
import { type Bench, type Figure, median } from './figure.js';
import { httpLoad } from './load/index.js';
import { agentNumber } from './many-agents.js';

const AGENTS = 100_000;
const LOADED_TOGETHER = 5_000;
const REGISTERED = 1_000;
const AT_ONCE = 100;
const ASKED = 40;

const QUERIES: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
  [
    'by skill, tag, protocol and domain',
    { skill: ['diagnose-link'], tag: ['fault'], protocol: ['netconf'], domain: 'ip', limit: 10 },
  ],
  ['by domain, provider and version', { domain: 'optical', provider: 'provider-3', version: '>=1.2 <3', limit: 10 }],
  ['within 500 km', { near: { latitude: '48.1', longitude: '11.5', radius: 500_000 }, limit: 10 }],
  ['all, the first 10', { limit: 10 }],
  ['by meaning', { text: 'who can find out why an optical link is down', limit: 10 }],
  ['by meaning in a domain', { text: 'who can find out why an optical link is down', domain: 'optical', limit: 10 }],
];

export const discoverBench: Bench = async (directory) => {
  process.env.YANGENT_STATE ??= join(directory, 'state');
  const node = await startNode({
    data: join(directory, 'data'),
    restconf: { host: '127.0.0.1', port: 0 },
    tls: false,
    ...{
      yang: [],
      features: new Map(),
      plugins: [],
      agents: [],
      profiles: [],
      config: [],
      users: [],
      authorizedKeys: [],
    },
    logLevel: 'error',
  });
  try {
    return [...(await fill(node)), ...(await ask(node)), await overRestconf(node)];
  } finally {
    await node.close();
  }
};

async function fill(node: Node): Promise<readonly Figure[]> {
  const begun = performance.now();
  for (let from = 0; from < AGENTS - REGISTERED; from += LOADED_TOGETHER) {
    const count = Math.min(LOADED_TOGETHER, AGENTS - REGISTERED - from);
    const agent = Array.from({ length: count }, (_, at) => agentNumber(from + at));
    await node.edit({ 'yangent-agents:agents': { agent } });
  }
  const loaded = performance.now();
  for (let from = AGENTS - REGISTERED; from < AGENTS; from += AT_ONCE) {
    const registering = Array.from({ length: AT_ONCE }, (_, at) =>
      node.invoke('yangent-agents:register' as string, agentNumber(from + at)),
    );
    await Promise.all(registering);
  }
  const registered = performance.now();
  return [
    {
      what: `agents loaded, ${LOADED_TOGETHER} in an edit`,
      value: ((AGENTS - REGISTERED) * 1_000) / (loaded - begun),
      unit: '/s',
    },
    {
      what: `agents registered, ${AT_ONCE} at once, beside 99,000`,
      value: (REGISTERED * 1_000) / (registered - loaded),
      unit: '/s',
    },
    { what: 'memory with 100,000 agents', value: process.memoryUsage().rss / 1e6, unit: 'MB' },
  ];
}

async function ask(node: Node): Promise<readonly Figure[]> {
  // The meanings of all descriptions are known when the first question by meaning has been answered.
  await node.invoke('yangent-agents:discover', { text: 'link', limit: 1 });
  const figures: Figure[] = [];
  for (const [what, query] of QUERIES) {
    const times: number[] = [];
    for (let n = 0; n < ASKED; n++) {
      const begun = performance.now();
      await node.invoke('yangent-agents:discover' as string, query);
      times.push(performance.now() - begun);
    }
    times.sort((a, b) => a - b);
    figures.push({ what: `discover ${what}`, value: median(times), unit: 'ms', p50: median(times), p99: times.at(-1) });
  }
  return figures;
}

async function overRestconf({ ready: { restconf, passwordFile } }: Node): Promise<Figure> {
  const { hostname: host, port } = new URL(restconf?.url ?? '');
  const [what, query] = QUERIES[0] ?? ['', {}];
  const password = readFileSync(passwordFile, 'utf8').trim();
  const { perSecond, p50, p99 } = await httpLoad({
    ...{ host, port: Number(port), protocol: 'http', connections: 1 },
    authorization: `Basic ${Buffer.from(`admin:${password}`).toString('base64')}`,
    method: 'POST',
    path: '/restconf/operations/yangent-agents:discover',
    body: JSON.stringify({ 'yangent-agents:input': query }),
    expect: { status: 200, text: '"total"' },
  });
  return { what: `discover ${what}, over RESTCONF`, value: perSecond, unit: '/s', p50, p99 };
}
