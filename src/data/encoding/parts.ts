/** Text made bit by bit, so that a long list is never one string, and no other client waits until it is written. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Data } from '../tree.js';
import type { FurtherEntries } from './further-entries.js';

/** Characters that make a part; what is small is never cut, so that a part can be longer. */
const PART = 32 * 1024;
/** Milliseconds of work on one text before others get their turn. */
const FAIR_SHARE = 5;

/** Gathers text until there is a part of it. */
export class Gatherer {
  /** What is written and not taken yet. */
  text = '';

  get isFull(): boolean {
    return this.text.length >= PART;
  }
  take(): string {
    const { text } = this;
    this.text = '';
    return text;
  }
}

/** Entries that a list may have, and values a leaf-list, to be written in one go. */
const FEW_ENTRIES = 4;
const FEW_VALUES = 64;

/** Whether a node with all below it is little enough to be written in one go. */
export function isSmall(data: Data): boolean {
  switch (data.kind) {
    case 'leaf':
    case 'any':
      return true;
    case 'leaf-list':
      return data.entries.size <= FEW_VALUES;
    case 'container':
      return areSmall(data.children);
    case 'list':
      if (data.entries.size > FEW_ENTRIES) return false;
      for (const entry of data.entries) if (!areSmall(entry.children)) return false;
      return true;
  }
}

/** The same of all children of a parent. */
export function areSmall(children: ReadonlyMap<string, Data>): boolean {
  for (const data of children.values()) if (!isSmall(data)) return false;
  return true;
}

/**
 * What parts make together: one text where there is but one, else one after the other as they are asked for, others having
 * their turn between them.
 *
 * @param further what the parts go on with once it is fetched
 */
export function inTurns(parts: IteratorObject<string>, further?: FurtherEntries): string | AsyncIterable<string> {
  const first = parts.next();
  if (first.done) return '';
  if (further?.isWanted) return paced(parts, further, [first.value]);
  const second = parts.next();
  return second.done ? first.value : paced(parts, further, [first.value, second.value]);
}

/** The parts as they are asked for, others having their turn between them. */
async function* paced(
  parts: Iterable<string>,
  further: FurtherEntries | undefined,
  begun: readonly string[],
): AsyncGenerator<string, void, void> {
  yield* begun;
  if (further?.isWanted) await further.fetch();
  let sharedUntil = performance.now() + FAIR_SHARE;
  for (const part of parts) {
    if (part !== '') yield part;
    if (further?.isWanted) await further.fetch();
    if (performance.now() < sharedUntil) continue;
    await nextTurn();
    sharedUntil = performance.now() + FAIR_SHARE;
  }
}
