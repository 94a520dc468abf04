/** Messages given to fifty readers that acknowledge them, beside mosquitto or prosody. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Figure, median } from '../figure.js';
import type { CountedPostsOptions, Posted } from '../load/counted-posts.js';
import type { PostTarget } from '../load/post-wires.js';
import type { ReadersOptions, Reading } from '../load/readers.js';
import { SteeredLoad } from '../load/steered.js';
import type { AllReceived } from '../load/tally.js';
import { named, postsInto, startTalkingNode, type TalkingNode } from './node.js';
import { beside, type Comparison } from './peer-server.js';

export const READERS = named('reader', 50);
const UNDER_WAY = 64;
const ROUNDS = 3;

/** The ways in which readers of ours read. */
const WAYS: readonly { readonly what: string; readonly reading: (node: TalkingNode, session: string) => Reading }[] = [
  {
    what: 'receive and acknowledge',
    reading: ({ place }, session) => ({ kind: 'receive', ...place, session, wait: 60 }),
  },
  { what: 'stream inbox, and acknowledge', reading: ({ place }, session) => ({ kind: 'inbox', ...place, session }) },
];

export interface DeliveriesOptions {
  /** For each reader and round. */
  readonly messages: number;
  readonly peer: Comparison;
}

export async function deliveries(directory: string, { messages, peer }: DeliveriesOptions): Promise<readonly Figure[]> {
  const [ours, theirs] = [join(directory, 'yangent'), join(directory, 'peer')];
  for (const place of [ours, theirs]) mkdirSync(place, { recursive: true });
  const node = await startTalkingNode(ours, READERS);
  const other = await peer.start(theirs);
  try {
    const figures: Figure[] = [];
    for (const { what, reading } of WAYS) {
      const runs: number[] = [];
      const rates: number[] = [];
      for (let round = 1; round <= ROUNDS; round++) {
        const session = await node.open('group', READERS);
        runs.push(await perSecond(postsInto(node, session), reading(node, session), messages));
        const target = other?.target;
        if (target?.kind === 'mqtt' || target?.kind === 'xmpp') rates.push(await perSecond(target, target, messages));
      }
      figures.push({
        what: `messages to ${READERS.length} readers: ${what}`,
        ...{ value: median(runs), unit: 'deliveries/s', runs },
        ...beside(peer, other, rates),
      });
    }
    return figures;
  } finally {
    await Promise.all([node.stop(), other?.stop()]);
  }
}

/** From the first post until the last reader has the last message. */
async function perSecond(target: PostTarget, reading: Reading, messages: number): Promise<number> {
  const readers = new SteeredLoad('readers.ts', {
    ...{ reading, readers: READERS, messages },
  } satisfies ReadersOptions);
  await readers.next();
  const posts = new SteeredLoad('counted-posts.ts', {
    ...{ target, underWay: UNDER_WAY, count: messages },
  } satisfies CountedPostsOptions);
  await posts.next();
  posts.tell('post');
  const { begun } = await posts.next<Posted>();
  const { deliveries, at } = await readers.next<AllReceived>();
  await Promise.all([posts.end(), readers.end()]);
  return (deliveries * 1_000) / (at - begun);
}
