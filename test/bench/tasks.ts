/** Durable tasks, assigned over RESTCONF to an agent that runs inside the node. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startServe } from '../support/serve.js';
import type { Bench, Figure } from './figure.js';
import { basic, httpLoad, type LoadTime } from './load/index.js';

const AGENT = fileURLToPath(new URL('agent.mjs', import.meta.url));
const profile = (name: string) => ({ name, description: 'bench', version: '1.0.0', provider: 'yangent' });
const CONFIGURATION = {
  'yangent-agents:agents': {
    agent: [
      { id: 'assigner', profile: profile('assigner') },
      { id: 'worker', profile: profile('worker'), execution: { kind: 'hosted', 'max-concurrent-tasks': 64 } },
    ],
  },
};

/** One user assigns all the tasks, faster than they are done. */
const BOUNDS = ['tasks-per-user', 'tasks-per-user-and-agent'].flatMap((name) => ['--limit', `${name}=1000000`]);

/** A node that has worked that long (milliseconds) has its code compiled; one that has just started has not. */
const WARM = 15_000;

interface Case {
  readonly what: string;
  readonly type: 'quick' | 'steps';
  /** Answered when it is done, not when it is stored. */
  readonly wait: boolean;
  readonly connections: number;
  readonly time?: Partial<LoadTime>;
}

const CASES: readonly Case[] = [
  { what: 'tasks assigned', type: 'quick', wait: false, connections: 20 },
  { what: 'tasks assigned and done', type: 'quick', wait: true, connections: 20 },
  ...[20, 1].flatMap((connections): Case[] => [
    { what: 'tasks of three steps, done', type: 'steps', wait: true, connections },
    { what: 'the same after 15 s of them', type: 'steps', wait: true, connections, time: { warmUp: WARM } },
  ]),
];

export const tasksBench: Bench = async (directory) => {
  const figures: Figure[] = [];
  for (const [index, { what, type, wait, connections, time }] of CASES.entries()) {
    const configuration = join(directory, 'agents.json');
    writeFileSync(configuration, JSON.stringify(CONFIGURATION));
    const node = await startServe({
      data: join(directory, String(index)),
      args: ['--config', configuration, '--agent', AGENT, ...BOUNDS],
    });
    try {
      const { hostname: host, port } = new URL(node.url);
      const input = { 'task-id': '{n}', from: 'assigner', to: 'worker', type, async: !wait };
      const load = {
        ...({ host, port: Number(port), protocol: 'http', connections } as const),
        authorization: basic('admin', node.password),
        method: 'POST',
        path: '/restconf/operations/yangent-tasks:assign',
        body: JSON.stringify({ 'yangent-tasks:input': input }),
        expect: { status: 200, text: wait ? '"completed"' : '"id"' },
      };
      const { perSecond, p50, p99 } = await httpLoad(load, time);
      figures.push({ what: `${what}, ${connections} at once`, value: perSecond, unit: '/s', p50, p99 });
    } finally {
      await node.end('SIGKILL');
    }
  }
  return figures;
};
