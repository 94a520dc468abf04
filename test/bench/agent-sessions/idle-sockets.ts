/** What members cost that are connected by WebSockets of the adapter `ioa-websocket`: those that say nothing, and one that reads nothing. */
import { on, once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import WebSocket from 'ws';
import { Https } from '../../support/http.js';
import { type ServeProcess, startServe } from '../../support/serve.js';
import type { Figure } from '../figure.js';
import type { CountedPostsOptions } from '../load/counted-posts.js';
import { basic } from '../load/index.js';
import { SteeredLoad } from '../load/steered.js';
import { residentKilobytes } from '../resident.js';
import { named, SENDER } from './node.js';

const IDLE = 1_000;
/** Members of a group. */
const GROUP = 50;
/** Content of the message behind which a member has nothing to read. */
const LAST = 'last';
/** Connected before the first measurement, so that code and caches are there. */
const WARM = 50;
const AT_ONCE = 20;
const MESSAGES = 100_000;
const OCTETS = 256;

/** @param tls with it, each connection has its own */
export async function idleSockets(directory: string, tls: boolean): Promise<readonly Figure[]> {
  const names = named('idle', WARM + IDLE);
  const { node, sessions, say, stop } = await start(directory, names, tls);
  const connect = async (from: number, to?: number) => {
    const sockets = await dialled(node, names.slice(from, to));
    const told = sockets.map(untilLast);
    for (const session of sessions.slice(from / GROUP, to && to / GROUP)) await say(session, LAST);
    await Promise.all(told);
    return sockets;
  };
  try {
    const warm = await connect(0, WARM);
    const before = await held(node);
    const idle = await connect(WARM);
    const after = await held(node);
    for (const socket of [...warm, ...idle]) socket.terminate();
    const what = `${IDLE} idle WebSocket members, ${tls ? 'with' : 'without'} TLS: kB each`;
    return [
      { what: `${what}, held`, value: (after.held - before.held) / IDLE, unit: 'kB' },
      { what: `${what}, resident`, value: (after.resident - before.resident) / IDLE, unit: 'kB' },
    ];
  } finally {
    await stop();
  }
}

/** The growth of a node by a connected member that takes nothing of all that it is sent. */
export async function deafSocket(directory: string): Promise<Figure> {
  const { node, sessions, stop } = await start(directory, ['deaf', 'warm'], false);
  const session = String(sessions[0]);
  const { hostname: host, port } = new URL(node.url);
  const place = { host, port: Number(port), authorization: basic('admin', node.password) };
  const post = async (count: number) => {
    const target = { kind: 'session' as const, ...place, session, from: SENDER };
    const posts = new SteeredLoad('counted-posts.ts', {
      ...{ target, underWay: 64, count },
    } satisfies CountedPostsOptions);
    await posts.next();
    posts.tell('post');
    await posts.next();
    await posts.end();
  };
  try {
    const [deaf] = await dialled(node, ['deaf']);
    deaf?.pause();
    await post(MESSAGES / 10);
    const before = await held(node);
    await post(MESSAGES);
    const after = await held(node);
    deaf?.terminate();
    return {
      what: `a member that reads nothing, after ${MESSAGES} messages of ${OCTETS} octets: growth`,
      ...{ value: (after.held - before.held) / 1024, unit: 'MiB' },
    };
  } finally {
    await stop();
  }
}

/** Starts a node with the adapter, and groups of these agents. */
async function start(directory: string, names: readonly string[], tls: boolean) {
  mkdirSync(directory, { recursive: true });
  const configuration = join(directory, 'agents.json');
  const profile = (name: string) => ({ name, description: 'bench', version: '1.0.0', provider: 'yangent' });
  const agent = [SENDER, ...names].map((id) => ({ id, profile: profile(id) }));
  writeFileSync(configuration, JSON.stringify({ 'yangent-agents:agents': { agent } }));
  const settings = join(directory, 'adapter.json');
  writeFileSync(settings, '{}');
  const limits = [
    'session-rate=1000000',
    'restconf-event-streams=5000',
    'adapter-connections=5000',
    'restconf-connections=10000',
    'restconf-connections-per-address=10000',
  ];
  const node = await startServe({
    data: join(directory, 'data'),
    args: [
      '--config',
      configuration,
      '--adapter',
      `ioa-websocket=${settings}`,
      ...limits.flatMap((each) => ['--limit', each]),
    ],
    ...{ tls, probe: true },
  });
  const https = new Https({ ...node, ...certificateOf(node) });
  const asked = async (path: string, input: object) => {
    const body = JSON.stringify({ 'yangent-sessions:input': input });
    const answer = await https.send('POST', `/restconf/${path}`, { body });
    if (answer.status >= 300) throw new Error(`${path} was answered with ${answer.status}: ${answer.body}`);
    return JSON.parse(answer.body)['yangent-sessions:output'];
  };
  const qos = { 'max-backlog': 100_000_000 };
  const sessions: string[] = [];
  for (let at = 0; at < names.length; at += GROUP) {
    const { id } = await asked('operations/yangent-sessions:open', { from: SENDER, kind: 'group', qos });
    const member = names.slice(at, at + GROUP).map((each) => ({ agent: each }));
    await asked(`data/yangent-sessions:sessions/session=${id}/invite`, { agent: SENDER, member });
    sessions.push(String(id));
  }
  const say = (session: string, content: string) =>
    asked('operations/yangent-sessions:send', { from: SENDER, session, content });
  const stop = async () => {
    https.close();
    await node.end('SIGTERM');
  };
  return { node, sessions, say, stop };
}

/** Connects agents. */
async function dialled({ url, password }: ServeProcess, names: readonly string[]): Promise<readonly WebSocket[]> {
  const authorization = basic('admin', password);
  const dial = async (name: string) => {
    const address = `${url.replace(/^http/, 'ws')}/ioa/ws/${name}`;
    const socket = new WebSocket(address, { headers: { authorization }, rejectUnauthorized: false });
    await once(socket, 'open');
    socket.ping();
    await once(socket, 'pong');
    return socket;
  };
  const all: WebSocket[] = [];
  for (let at = 0; at < names.length; at += AT_ONCE)
    all.push(...(await Promise.all(names.slice(at, at + AT_ONCE).map(dial))));
  return all;
}

/** Waits until a member has read what waited for it. */
async function untilLast(socket: WebSocket): Promise<void> {
  for await (const [frame] of on(socket, 'message')) if (JSON.parse(String(frame)).content === LAST) break;
  // Its answer to a ping acknowledges what it was told.
  socket.ping();
  await once(socket, 'pong');
}

/** What a node holds without its garbage, and its resident memory, in kB. */
async function held(node: ServeProcess): Promise<{ readonly held: number; readonly resident: number }> {
  const { heapUsed, external } = await node.memory();
  return { held: (heapUsed + external) / 1024, resident: residentKilobytes(node.pid) };
}

function certificateOf({ ready }: ServeProcess): { readonly certificate?: string } {
  const certificate = ready.restconf?.certificate;
  return certificate === undefined ? {} : { certificate };
}
