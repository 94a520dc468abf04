/** A node of ours with agents that talk in sessions. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ServeProcess, startServe } from '../../support/serve.js';
import { HttpConnection, type HttpPlace } from '../load/http-wire.js';
import { basic } from '../load/index.js';
import type { PostTarget } from '../load/post-wires.js';

/** The agent that opens the sessions, and sends. */
export const SENDER = 'sender';
/** Agents sent faster by a load than by programs that work; a bench has one sender. */
const RATE = ['--limit', 'session-rate=1000000'];
/** No member ever holds up the sender of a bench. */
const UNBOUND = { 'max-backlog': 100_000_000 };
/** Members that are invited by one request. */
const AT_ONCE = 1_000;

export interface TalkingNode {
  readonly process: ServeProcess;
  readonly place: HttpPlace;
  /** Opens a session of the sender. @returns its identifier */
  open(kind: 'group' | 'topic', members: readonly string[], qos?: object): Promise<string>;
  stop(): Promise<void>;
}

/** @param agents besides the sender. `execArgv`: options of Node.js, as `--cpu-prof` is one */
export async function startTalkingNode(
  directory: string,
  agents: readonly string[],
  execArgv: readonly string[] = [],
): Promise<TalkingNode> {
  const configuration = join(directory, 'agents.json');
  writeFileSync(
    configuration,
    JSON.stringify({
      'yangent-agents:agents': { agent: [SENDER, ...agents].map(agent) },
      'yangent-sessions:sessions': { 'max-members': agents.length + 1 },
    }),
  );
  const process = await startServe({
    data: join(directory, 'data'),
    args: ['--config', configuration, ...RATE],
    execArgv,
  });
  const { hostname: host, port } = new URL(process.url);
  const place = { host, port: Number(port), authorization: basic('admin', process.password) };
  return {
    process,
    place,
    open: async (kind, members, qos = {}) => {
      const connection = await HttpConnection.open(place);
      const answer = await connection.ask('open', { from: SENDER, kind, qos: { ...UNBOUND, ...qos } });
      const session = JSON.parse(answer)['yangent-sessions:output'].id;
      for (let at = 0; at < members.length; at += AT_ONCE) {
        const member = members.slice(at, at + AT_ONCE).map((agent) => ({ agent }));
        await connection.ask({ session, action: 'invite' }, { agent: SENDER, member });
      }
      connection.close();
      return session;
    },
    stop: () => process.end('SIGTERM'),
  };
}

/** Returns so many names of agents. */
export function named(prefix: string, count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `${prefix}-${index}`);
}

export function postsInto({ place }: TalkingNode, session: string): PostTarget {
  return { kind: 'session', ...place, session, from: SENDER };
}

function agent(id: string) {
  return { id, profile: { name: id, description: 'bench', version: '1.0.0', provider: 'yangent' } };
}
