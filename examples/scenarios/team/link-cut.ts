/** The link between university and library is cut in the middle of the work, and mended when both sides have gone on without it. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Account, Entry, Link } from '../stage/index.js';

const NAME = 'link university–library';
/** Milliseconds for which it is cut at least. */
const SHORTEST = 1000;
const SEARCHES = 2;

interface CutOptions {
  readonly account: Account;
  readonly signal: AbortSignal;
}

/** Cuts the link when all searches have begun. @throws the reason of the signal */
export async function cutWhileSearching(link: Link, { account, signal }: CutOptions): Promise<void> {
  let begun = 0;
  await account.until((entry) => isBegun(entry) && ++begun === SEARCHES, signal);
  link.cut();
  account.tell({ from: NAME, act: 'cuts', about: 'link', text: 'both sides go on' });
}

/** Mends it when both sides have gone on. Returns the milliseconds for which it was cut. @throws the reason of the signal */
export async function mendAfterwards(link: Link, { account, signal }: CutOptions): Promise<number> {
  const begun = performance.now();
  const until = (fits: (entry: Entry) => boolean) => account.until(fits, signal);
  await Promise.all([
    pause(SHORTEST, undefined, { signal }),
    until(({ from, act, about }) => from === 'academic-writer' && act === 'says' && about === 'search'),
    until(({ from, act }) => from === 'google-scholar' && act === 'forms'),
  ]);
  const time = performance.now() - begun;
  const text = `after ${(time / 1000).toFixed(1)} s: what waited is sent`;
  account.tell({ from: NAME, act: 'mends', about: 'link', text });
  link.mend();
  return time;
}

function isBegun({ act, about }: Entry): boolean {
  return act === 'reports' && about === 'search';
}
