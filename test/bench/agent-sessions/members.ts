/** What members cost: the way to the last of five, ten thousand that are away, and one that comes into a long session. */
import { mkdirSync } from 'node:fs';
import { type Figure, median } from '../figure.js';
import type { CountedPostsOptions } from '../load/counted-posts.js';
import { joinLoad, lastMemberLoad, postLoad } from '../load/index.js';
import { SteeredLoad } from '../load/steered.js';
import { named, postsInto, SENDER, startTalkingNode } from './node.js';

const FIVE = named('near', 5);
const AWAY = named('away', 10_000);
const LATENCIES = 200;
const ROUNDS = 3;
const LONG = 100_000;
const JOINS = 50;
const LAST = 50;

export async function members(directory: string): Promise<readonly Figure[]> {
  mkdirSync(directory, { recursive: true });
  const node = await startTalkingNode(directory, [...FIVE, ...AWAY]);
  const { place } = node;
  try {
    const near = await node.open('group', FIVE);
    const { p50, p99 } = await lastMemberLoad({
      place,
      session: near,
      from: SENDER,
      readers: FIVE,
      messages: LATENCIES,
    });
    const few = postsInto(node, near);
    const many = postsInto(node, await node.open('group', AWAY));
    const times: { readonly few: number; readonly many: number }[] = [];
    for (let round = 1; round <= ROUNDS; round++) {
      const [one, other] = [
        await postLoad({ target: few, underWay: 1 }),
        await postLoad({ target: many, underWay: 1 }),
      ];
      times.push({ few: one.p50, many: other.p50 });
    }
    const ratios = times.map(({ few, many }) => many / few);
    const long = await node.open('topic', [], { history: 'all' });
    const posts = new SteeredLoad('counted-posts.ts', {
      ...{ target: postsInto(node, long), underWay: 64, count: LONG },
    } satisfies CountedPostsOptions);
    await posts.next();
    posts.tell('post');
    await posts.next();
    await posts.end();
    const joined = await joinLoad({ place, session: long, agents: AWAY.slice(0, JOINS), limit: LAST });
    return [
      { what: 'from a post to the last of five members, at rest', value: p50, unit: 'ms', p50, p99 },
      {
        what: `post beside ${AWAY.length} members that are away: times one beside ${FIVE.length}`,
        ...{ value: median(ratios), unit: 'times', runs: ratios, p50: median(times.map(({ many }) => many)) },
      },
      {
        what: `join ${LONG} messages, and read the last ${LAST}`,
        ...{ value: joined.p50, unit: 'ms', p50: joined.p50, p99: joined.p99 },
      },
    ];
  } finally {
    await node.stop();
  }
}
