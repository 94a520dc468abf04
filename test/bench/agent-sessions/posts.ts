/** Messages posted in a second, beside JetStream, which answers before it has flushed, or Redis, which flushes first. Ours are flushed. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Figure, median } from '../figure.js';
import { type Load, netconfLoad, postLoad } from '../load/index.js';
import { MESSAGE } from '../load/post-wires.js';
import { named, postsInto, SENDER, startTalkingNode, type TalkingNode } from './node.js';
import { beside, type Comparison } from './peer-server.js';

const ROUNDS = 3;
const MEMBERS = 4;
/** Over NETCONF, messages of one session are answered in order, and wait for the disk together. */
const NETCONF = [
  { sessions: 1, pipelined: 64 },
  { sessions: 8, pipelined: 8 },
];

export interface PostsOptions {
  /** Requests under way, one figure each. */
  readonly underWay: readonly number[];
  readonly peer: Comparison;
  /** True: also over NETCONF. */
  readonly netconf?: boolean;
}

export async function posts(
  directory: string,
  { underWay: numbers, peer, netconf = false }: PostsOptions,
): Promise<readonly Figure[]> {
  const members = named('member', MEMBERS);
  const [ours, theirs] = [join(directory, 'yangent'), join(directory, 'peer')];
  for (const place of [ours, theirs]) mkdirSync(place, { recursive: true });
  const node = await startTalkingNode(ours, members);
  const other = await peer.start(theirs);
  try {
    const session = await node.open('group', members);
    const target = postsInto(node, session);
    const figures: Figure[] = [];
    for (const underWay of numbers) {
      const own: Load[] = [];
      const peers: Load[] = [];
      for (let round = 1; round <= ROUNDS; round++) {
        own.push(await postLoad({ target, underWay }));
        if (other) peers.push(await postLoad({ target: other.target, underWay }));
      }
      const rates = peers.map(({ perSecond }) => perSecond);
      figures.push({
        what: `messages of 256 octets posted, ${underWay} under way`,
        ...{ value: median(own.map(({ perSecond }) => perSecond)), unit: '/s' },
        ...{ p50: median(own.map(({ p50 }) => p50)), p99: median(own.map(({ p99 }) => p99)) },
        runs: own.map(({ perSecond }) => perSecond),
        ...beside(peer, other, rates),
      });
    }
    return netconf ? [...figures, ...(await overNetconf(node, session))] : figures;
  } finally {
    await Promise.all([node.stop(), other?.stop()]);
  }
}

async function overNetconf({ process }: TalkingNode, session: string): Promise<readonly Figure[]> {
  const login = { ...process.netconf, username: 'admin', password: process.password };
  const operation =
    '<send xmlns="urn:yangent:params:xml:ns:yang:yangent-sessions">' +
    `<session>${session}</session><from>${SENDER}</from><content>${MESSAGE}</content></send>`;
  const steps = [{ operation, expect: { text: '<sequence', times: 1 } }];
  const figures: Figure[] = [];
  for (const { sessions, pipelined } of NETCONF) {
    const runs: Load[] = [];
    for (let round = 1; round <= ROUNDS; round++) {
      runs.push(await netconfLoad({ ...login, sessions, steps, entries: 0, pipelined }));
    }
    figures.push({
      what: `the same over NETCONF, ${sessions} sessions with ${pipelined} under way`,
      ...{ value: median(runs.map(({ perSecond }) => perSecond)), unit: '/s' },
      ...{ p50: median(runs.map(({ p50 }) => p50)), p99: median(runs.map(({ p99 }) => p99)) },
      runs: runs.map(({ perSecond }) => perSecond),
    });
  }
  return figures;
}
