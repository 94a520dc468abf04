/** Troubles of the row: nodes are killed, and links are cut for a while. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Random } from '../../fuzz/random.js';
import type { Answers } from './answers.js';
import type { KilledRow } from './nodes.js';
import { PLACES } from './row.js';
import type { Traffic } from './traffic.js';

interface Kind {
  /** How often it comes among the others. */
  readonly weight: number;
  /** Number of nodes that are killed at once. */
  readonly kills: number;
  /** Number of links that are cut before, and mended when the nodes are there again. */
  readonly cuts: number;
}

const KINDS: readonly Kind[] = [
  { weight: 10, kills: 1, cuts: 0 },
  { weight: 3, kills: 2, cuts: 0 },
  { weight: 1, kills: 3, cuts: 0 },
  { weight: 3, kills: 0, cuts: 1 },
  { weight: 1, kills: 0, cuts: 2 },
  { weight: 2, kills: 1, cuts: 1 },
];
const ALL: readonly Kind[] = KINDS.flatMap((kind) => Array.from({ length: kind.weight }, () => kind));

/** Messages that are answered before the next thing happens, at most. */
const SENDS = 60;
/** Milliseconds within which it then comes, and in which it comes at the latest. */
const SOON = 60;
const LATEST = 10_000;

/** Lets the traffic go on for a while, kills nodes or cuts links, and lets all be there again. */
export async function disturb(
  { nodes, links }: KilledRow,
  traffic: Traffic,
  answers: Answers,
  random: Random,
): Promise<void> {
  const { kills, cuts } = random.pick(ALL);
  const victims = pickSome(PLACES, kills, random);
  const severed = pickSome(links, cuts, random);
  traffic.talk();
  await goOn(answers, random);
  if (severed.length > 0) {
    for (const link of severed)
      if (random.chance(0.5)) link.sever();
      else link.silence();
    await goOn(answers, random);
  }
  await Promise.all(
    victims.map(async (place) => {
      await nodes[place].end('SIGKILL');
      await traffic.ended(place);
      await nodes[place].start();
      traffic.begin(place);
    }),
  );
  if (severed.length > 0 && victims.length > 0) await goOn(answers, random);
  for (const link of severed) link.mend();
  answers.counts.kills += victims.length;
  answers.counts.cuts += severed.length;
}

function pickSome<T>(items: readonly T[], count: number, random: Random): readonly T[] {
  const left = [...items];
  return Array.from({ length: count }, () => {
    const item = random.pick(left);
    left.splice(left.indexOf(item), 1);
    return item;
  });
}

async function goOn(answers: Answers, random: Random): Promise<void> {
  const late = delay(LATEST);
  await Promise.race([answers.reaches(answers.total + 1 + random.below(SENDS)), late]);
  await delay(random.below(SOON));
}
