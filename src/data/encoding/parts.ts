/** Text made in parts, so that a long list is never one string, and other clients need not wait for it. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Data } from '../tree.js';
import type { FurtherEntries } from './further-entries.js';

/** Minimum length of a part, in characters. Small nodes are not split, so a part may be longer. */
const PART = 32 * 1024;
/** Milliseconds of work on one text before other work runs. */
const FAIR_SHARE = 5;

/** Collects text until it is long enough for a part. */
export class Gatherer {
  /** Text that is written but not taken yet. */
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

/** Maximum entries of a list, and values of a leaf-list, that are written at once. */
const FEW_ENTRIES = 4;
const FEW_VALUES = 64;

/** True when a node with its descendants is small enough to be written at once. */
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

/** True when all children are small. */
export function areSmall(children: ReadonlyMap<string, Data>): boolean {
  for (const data of children.values()) if (!isSmall(data)) return false;
  return true;
}

/**
 * Returns the text of the parts: a string when there is only one part, else an iterable that makes each part on demand
 * and lets other work run between them.
 *
 * @param further the entries that follow, fetched between parts
 */
export function inTurns(parts: IteratorObject<string>, further?: FurtherEntries): string | AsyncIterable<string> {
  const first = parts.next();
  if (first.done) return '';
  if (further?.isWanted) return paced(parts, further, [first.value]);
  const second = parts.next();
  return second.done ? first.value : paced(parts, further, [first.value, second.value]);
}

/** Yields the parts on demand and lets other work run between them. */
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
