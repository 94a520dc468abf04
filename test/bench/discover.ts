/** Discovery in a directory of 100,000 agents that operators loaded: asked over RESTCONF and over NETCONF. */
import { RestconfClient } from '../../src/clients/index.js';
import { type ServeProcess, startServe } from '../support/serve.js';
import { discoverXml, QUERIES } from './discover-queries.js';
import type { Bench, Figure } from './figure.js';
import { basic, httpLoad, type Load, netconfLoad } from './load/index.js';
import { agentNumber } from './many-agents.js';
import { residentMegabytes } from './memory.js';

const AGENTS = 100_000;
/** Agents of one edit, as an operator loads them. */
const LOADED_TOGETHER = 2_500;
/** Agents that come one by one, each by an rpc of its own. */
const REGISTERED = 1_000;
const AT_ONCE = 20;
const TIME = { warmUp: 500, measured: 1_000 };

export const discoverBench: Bench = async (directory) => {
  const data = `${directory}/data`;
  const first = await startServe({ data });
  const figures: Figure[] = [];
  try {
    figures.push(...(await fill(first)));
  } finally {
    await first.end('SIGTERM');
  }
  tell('starting the node again');
  const node = await startServe({ data });
  try {
    figures.push(
      { what: `start with ${AGENTS.toLocaleString('en')} agents`, value: node.startup, unit: 'ms' },
      memory(node, 'after a start anew'),
      await firstMeaning(node),
      ...(await ask(node)),
      memory(node, 'after all was asked'),
    );
  } finally {
    await node.end('SIGTERM');
  }
  return figures;
};

async function fill(node: ServeProcess): Promise<readonly Figure[]> {
  const idle = memory(node, 'before');
  const client = new RestconfClient({ url: node.url, username: 'admin', password: node.password });
  try {
    const begun = performance.now();
    for (let from = 0; from < AGENTS - REGISTERED; from += LOADED_TOGETHER) {
      const count = Math.min(LOADED_TOGETHER, AGENTS - REGISTERED - from);
      const agent = Array.from({ length: count }, (_, at) => agentNumber(from + at));
      await client.patch('/yangent-agents:agents', { 'yangent-agents:agents': { agent } });
      if ((from / LOADED_TOGETHER) % 4 === 3)
        tell(`${from + count} agents loaded, ${Math.round(residentMegabytes(node.pid))} MB`);
    }
    const loaded = performance.now();
    let next = AGENTS - REGISTERED;
    const register = async () => {
      while (next < AGENTS) await client.invoke('yangent-agents:register', agentNumber(next++));
    };
    await Promise.all(Array.from({ length: AT_ONCE }, register));
    const registered = performance.now();
    return [
      idle,
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
      memory(node, 'when they have been loaded'),
    ];
  } finally {
    client.close();
  }
}

async function ask(node: ServeProcess): Promise<readonly Figure[]> {
  const { hostname: host, port } = new URL(node.url);
  const figures: Figure[] = [];
  for (const [what, query] of QUERIES) {
    tell(`discover ${what}`);
    const overRestconf = await httpLoad(
      {
        ...{ host, port: Number(port), protocol: 'http', connections: 1 },
        authorization: basic('admin', node.password),
        method: 'POST',
        path: '/restconf/operations/yangent-agents:discover',
        body: JSON.stringify({ 'yangent-agents:input': query }),
        expect: { status: 200, text: '"rank":1' },
      },
      TIME,
    );
    const overNetconf = await netconfLoad(
      {
        ...{ ...node.netconf, username: 'admin', password: node.password, sessions: 1, entries: 1 },
        steps: [{ operation: discoverXml(query), expect: { text: '<rank>1</rank>', times: 1 } }],
      },
      TIME,
    );
    figures.push(figure(`discover ${what}, RESTCONF`, overRestconf), figure(`discover ${what}, NETCONF`, overNetconf));
  }
  return figures;
}

/** The meanings of all descriptions are known when the first question by meaning has been answered. */
async function firstMeaning(node: ServeProcess): Promise<Figure> {
  const client = new RestconfClient({ url: node.url, username: 'admin', password: node.password });
  try {
    await client.invoke('yangent-agents:discover', { limit: 1 });
    const begun = performance.now();
    await client.invoke('yangent-agents:discover', { text: 'link', limit: 1 });
    return { what: 'the first question by meaning', value: performance.now() - begun, unit: 'ms' };
  } finally {
    client.close();
  }
}

function figure(what: string, { perSecond, p50, p99 }: Load): Figure {
  return { what, value: perSecond, unit: '/s', p50, p99 };
}

function memory(node: ServeProcess, when: string): Figure {
  return { what: `memory ${when}`, value: residentMegabytes(node.pid), unit: 'MB' };
}

function tell(line: string): void {
  console.error(`  ${line}`);
}
