/** A node whose agents connect by WebSockets of the adapter `ioa-websocket`, in groups. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Https } from '../../support/http.js';
import { type ServeProcess, startServe } from '../../support/serve.js';
import type { HttpPlace } from '../load/http-wire.js';
import { basic } from '../load/index.js';
import { residentKilobytes } from '../resident.js';
import { SENDER } from './node.js';

/** Members of a group, besides the sender. */
export const GROUP = 50;
const LIMITS = [
  'session-rate=1000000',
  'restconf-event-streams=20000',
  'adapter-connections=20000',
  'restconf-connections=20000',
  'restconf-connections-per-address=20000',
];

export interface SocketNode {
  readonly process: ServeProcess;
  readonly place: HttpPlace;
  /** A group for each fifty names, in their order. */
  readonly groups: readonly string[];
  /** Posts into a group, as the sender. */
  say(group: string, content: string): Promise<void>;
  /** True when all members but the sender have acknowledged all messages of a group. */
  isRead(group: string): Promise<boolean>;
  /** The memory that it holds without its garbage, and its resident memory, in kB. */
  memory(): Promise<{ readonly held: number; readonly resident: number }>;
  stop(): Promise<void>;
}

/** @param execArgv options of Node.js, as `--heapsnapshot-signal` is one */
export async function startSocketNode(
  directory: string,
  names: readonly string[],
  { tls = false, execArgv = [] }: { readonly tls?: boolean; readonly execArgv?: readonly string[] } = {},
): Promise<SocketNode> {
  mkdirSync(directory, { recursive: true });
  const configuration = join(directory, 'agents.json');
  const profile = (name: string) => ({ name, description: 'bench', version: '1.0.0', provider: 'yangent' });
  const agent = [SENDER, ...names].map((id) => ({ id, profile: profile(id) }));
  writeFileSync(configuration, JSON.stringify({ 'yangent-agents:agents': { agent } }));
  const settings = join(directory, 'adapter.json');
  writeFileSync(settings, '{}');
  const process = await startServe({
    data: join(directory, 'data'),
    args: [
      ...['--config', configuration, '--adapter', `ioa-websocket=${settings}`],
      ...LIMITS.flatMap((each) => ['--limit', each]),
    ],
    ...{ tls, probe: true, execArgv },
  });
  const certificate = process.ready.restconf?.certificate;
  const https = new Https({ ...process, ...(certificate === undefined ? {} : { certificate }) });
  const read = async (method: 'GET' | 'POST', path: string, body?: string) => {
    const answer = await https.send(method, `/restconf/${path}`, body === undefined ? {} : { body });
    if (answer.status >= 300) throw new Error(`${path} was answered with ${answer.status}: ${answer.body}`);
    return answer.body === '' ? undefined : JSON.parse(answer.body);
  };
  const ask = async (path: string, input: object) =>
    (await read('POST', path, JSON.stringify({ 'yangent-sessions:input': input })))?.['yangent-sessions:output'];
  const groups: string[] = [];
  for (let at = 0; at < names.length; at += GROUP) {
    const qos = { 'max-backlog': 100_000_000 };
    const { id } = await ask('operations/yangent-sessions:open', { from: SENDER, kind: 'group', qos });
    const member = names.slice(at, at + GROUP).map((each) => ({ agent: each }));
    await ask(`data/${sessionPath(id)}/invite`, { agent: SENDER, member });
    groups.push(String(id));
  }
  const { hostname: host, port } = new URL(process.url);
  return {
    process,
    place: { host, port: Number(port), authorization: basic('admin', process.password) },
    groups,
    say: async (session, content) => {
      await ask('operations/yangent-sessions:send', { from: SENDER, session, content });
    },
    isRead: async (group) => {
      const found = await read('GET', `data/${sessionPath(group)}?fields=last-sequence;member(agent;acknowledged)`);
      const [session] = found['yangent-sessions:session'];
      return session.member.every(
        ({ agent, acknowledged }: { readonly agent: string; readonly acknowledged?: string }) =>
          agent === SENDER || acknowledged === session['last-sequence'],
      );
    },
    memory: async () => {
      const { heapUsed, external } = await process.memory();
      return { held: (heapUsed + external) / 1024, resident: residentKilobytes(process.pid) };
    },
    stop: async () => {
      https.close();
      await process.end('SIGTERM');
    },
  };
}

function sessionPath(id: string): string {
  return `yangent-sessions:sessions/session=${id}`;
}
