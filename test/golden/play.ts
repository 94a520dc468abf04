/** Plays a file of exchanges, or writes it. */
import { readFileSync, writeFileSync } from 'node:fs';
import { expect } from 'vitest';
import type { TestNode } from '../support/node.js';
import { Receiver } from '../support/receiver.js';
import { releaseClock, stopClock } from './clock.js';
import { type Exchange, parseExchanges, writeExchanges } from './exchange.js';
import type { Mask } from './masks.js';
import { Player } from './player.js';

export interface Played {
  /** Starts the node, once the clock stands. */
  readonly start: () => Promise<TestNode>;
  /** The time at which the clock stands. Default: `START` of `clock.ts`. */
  readonly at?: string;
  /** The values that are masked. Default: all that differ from run to run. */
  readonly masks?: readonly Mask[];
}

/** Plays a file and compares the replies with those in it; with `UPDATE_GOLDEN` writes the replies into it instead. */
export async function expectAsWritten(file: string, played: Played): Promise<void> {
  const text = readFileSync(file, 'utf8');
  const written = parseExchanges(text);
  const exchanges = await play(written.exchanges, played);
  const result = writeExchanges({ ...written, exchanges });
  if (process.env.UPDATE_GOLDEN) writeFileSync(file, result);
  else expect(result).toBe(text);
}

async function play(written: readonly Exchange[], { start, at, masks }: Played): Promise<readonly Exchange[]> {
  stopClock(at);
  const receiver = await Receiver.start();
  const node = await start();
  const player = new Player(node, receiver, masks);
  const exchanges: Exchange[] = [];
  try {
    for (const exchange of written) exchanges.push({ ...exchange, reply: await player.play(exchange) });
    return exchanges;
  } catch (error) {
    if (!process.env.UPDATE_GOLDEN) throw error;
    // The replies so far are written down, so that the author of the file sees them.
    process.emitWarning(error instanceof Error ? error : String(error));
    return [...exchanges, ...written.slice(exchanges.length)];
  } finally {
    player.close();
    await node.stop();
    await receiver.stop();
    releaseClock();
  }
}
