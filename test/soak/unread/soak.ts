/** Unread answers and stalled message-bodies beside ordinary work, for as long as is asked. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import build from '../../support/build.js';
import { median } from '../memory.js';
import type { Soak } from '../soak.js';
import { type Round, Unread } from './unread.js';

/** Megabytes by which unread answers and stalled bodies may make a node grow. */
export const MOST_GROWN = 200;
/** How many times slower the others may be meanwhile, where they are slow enough to be measured. */
export const SLOWER = 2;
/** Milliseconds below which a request is quick in any case: a machine under test has other work, too. */
const QUICK = 100;
/** The same of a soak, which has the machine for itself. */
const QUICK_ALONE = 10;

/** What a round shows that must not be. */
export function faultsOf({ grown, alone, beside, back }: Round, quick = QUICK): string[] {
  const faults: string[] = [];
  if (grown > MOST_GROWN) faults.push(`the node grew by ${Math.round(grown)} MB`);
  for (const [kind, { median: milliseconds }] of beside) {
    const before = alone.get(kind)?.median ?? 0;
    if (milliseconds > Math.max(quick, SLOWER * before))
      faults.push(`another user's ${kind} took ${milliseconds.toFixed(1)} ms, alone ${before.toFixed(1)} ms`);
  }
  if (back !== 200) faults.push(`who had left answers unread got ${back} afterwards`);
  return faults;
}

/** Unread event streams of every other round. */
const STREAMS = 1_000;

/** How long the other user's requests took: alone, beside the hoarder, the longest beside it. */
function waitsText({ alone, beside }: Round): string {
  const kinds = [...beside].map(([kind, { median: milliseconds, longest }]) => {
    const before = alone.get(kind)?.median ?? 0;
    return `${kind} ${before.toFixed(1)} -> ${milliseconds.toFixed(1)} ms (longest ${longest.toFixed(0)})`;
  });
  return kinds.join(', ');
}

export const unreadSoak: Soak = {
  about:
    'a thousand unread answers of 40 MB, stalled bodies or unread event streams of one user: memory stays, others are served',
  unit: 'minutes',
  amount: 60,
  async run({ amount, tell }) {
    tell('building');
    build();
    const directory = mkdtempSync(join(tmpdir(), 'yangent-soak-'));
    const until = Date.now() + amount * 60_000;
    const unread = await Unread.start({
      ...{ directory, tasks: 200, characters: 200_000 },
      ...{ answers: 1_000, bodies: 200, connections: 10 },
    });
    const rounds: Round[] = [];
    const faults: string[] = [];
    try {
      do {
        const round = await (rounds.length % 2 === 0 ? unread.round() : unread.streams(STREAMS));
        rounds.push(round);
        faults.push(...faultsOf(round, QUICK_ALONE));
        tell(`round ${rounds.length}: grown by ${Math.round(round.grown)} MB; another user's ${waitsText(round)}`);
      } while (Date.now() < until);
    } finally {
      await unread.stop();
      rmSync(directory, { recursive: true, force: true });
    }
    tell(`${rounds.length} rounds; median growth ${Math.round(median(rounds.map(({ grown }) => grown)))} MB`);
    for (const fault of faults) tell(fault);
    return faults.length === 0;
  },
};
