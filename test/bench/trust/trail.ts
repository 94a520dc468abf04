/** The price of the audit trail: the same node with its records sealed, and unsealed. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ServeProcess, startServe } from '../../support/serve.js';
import { type Figure, median } from '../figure.js';
import { entryPath, serveInterfaces } from '../interfaces.js';
import { basic, type HttpLoad, httpLoad } from '../load/index.js';

const fileOf = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const SEALED = fileOf('../../../src/cli/main.ts');
const UNSEALED = fileOf('unsealed.ts');
const AGENT = fileOf('../agent.mjs');
const CONNECTIONS = 8;
const ROUNDS = 5;
/** Rounds that do not count: the code of a node that has just started gets quicker for some time. */
const WARM_UP = 3;
const TIME = { warmUp: 1_500, measured: 2_500 };

type Request = Pick<HttpLoad, 'method' | 'path' | 'body' | 'expect'>;

const EDIT: Request = {
  method: 'PATCH',
  path: `${entryPath('{c}')}/description`,
  body: '{"ietf-interfaces:description":"changed by {n}"}',
  expect: { status: 204 },
};
const TASK: Request = {
  method: 'POST',
  path: '/restconf/operations/yangent-tasks:assign',
  body: JSON.stringify({
    'yangent-tasks:input': { 'task-id': '{n}', from: 'assigner', to: 'worker', type: 'steps', async: false },
  }),
  expect: { status: 200, text: '"completed"' },
};
const profile = (name: string) => ({ name, description: 'bench', version: '1.0.0', provider: 'yangent' });
const AGENTS = {
  'yangent-agents:agents': {
    agent: [
      { id: 'assigner', profile: profile('assigner') },
      { id: 'worker', profile: profile('worker'), execution: { kind: 'hosted', 'max-concurrent-tasks': 64 } },
    ],
  },
};

interface Case {
  readonly what: string;
  readonly request: Request;
  readonly args: (directory: string) => readonly string[];
}

const CASES: readonly Case[] = [
  { what: 'edits of a leaf', request: EDIT, args: (directory) => serveInterfaces(directory) },
  {
    what: 'tasks of three steps',
    request: TASK,
    args: (directory) => {
      const configuration = join(directory, 'agents.json');
      writeFileSync(configuration, JSON.stringify(AGENTS));
      const bounds = ['tasks-per-user', 'tasks-per-user-and-agent'].flatMap((name) => ['--limit', `${name}=1000000`]);
      return ['--config', configuration, '--agent', AGENT, ...bounds];
    },
  },
];

/** Both nodes run at the same time, and are loaded in turn. */
export async function trailFigures(directory: string): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  for (const [index, { what, request, args }] of CASES.entries()) {
    const more = args(directory);
    const start = (program: string, name: string) =>
      startServe({ data: join(directory, `${name}-${index}`), program, execArgv: ['--import', 'tsx'], args: more });
    const nodes = [await start(SEALED, 'sealed'), await start(UNSEALED, 'unsealed')] as const;
    try {
      figures.push(await compared(`${what}, ${CONNECTIONS} at once, with the audit trail`, nodes, request));
    } finally {
      await Promise.all(nodes.map((node) => node.end('SIGKILL')));
    }
  }
  return figures;
}

async function compared(
  what: string,
  [sealed, unsealed]: readonly [ServeProcess, ServeProcess],
  request: Request,
): Promise<Figure> {
  const [own, other]: [number[], number[]] = [[], []];
  for (let round = 0; round < WARM_UP; round += 1) for (const node of [sealed, unsealed]) await rateOf(node, request);
  for (let round = 0; round < ROUNDS; round += 1) {
    // Which one comes first changes, so that neither has the quieter moments of the machine.
    for (const which of round % 2 === 0 ? [own, other] : [other, own])
      which.push(await rateOf(which === own ? sealed : unsealed, request));
  }
  return {
    ...{ what, value: median(own), unit: '/s', runs: own },
    peer: { name: 'records unsealed', value: median(other), runs: other },
  };
}

async function rateOf(node: ServeProcess, request: Request): Promise<number> {
  const { hostname: host, port } = new URL(node.url);
  const place = { host, port: Number(port), protocol: 'http', connections: CONNECTIONS } as const;
  return (await httpLoad({ ...place, ...request, authorization: basic('admin', node.password) }, TIME)).perSecond;
}
