/**
 * What the node says on the wire, byte for byte: the exchanges of `wire/` are played, each file to a node of its own, and what
 * differs from one run to the next is masked. `UPDATE_GOLDEN=1` writes the replies down instead of comparing them.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Receiver } from '../support/receiver.js';
import { releaseClock, stopClock } from './clock.js';
import { type Exchange, parseExchanges, writeExchanges } from './exchange.js';
import { Player } from './player.js';
import { FOLDER, startGoldenNode } from './rig.js';

const WIRE = join(FOLDER, 'wire');

describe.each(readdirSync(WIRE).sort())('%s', (name) => {
  it('the node answers as it is written', async () => {
    const file = join(WIRE, name);
    const text = readFileSync(file, 'utf8');
    const written = parseExchanges(text);
    const exchanges = await play(written.exchanges);
    const played = writeExchanges({ ...written, exchanges });
    if (process.env.UPDATE_GOLDEN) writeFileSync(file, played);
    else expect(played).toBe(text);
  });
});

async function play(written: readonly Exchange[]): Promise<Exchange[]> {
  stopClock();
  const receiver = await Receiver.start();
  const node = await startGoldenNode();
  const player = new Player(node, receiver);
  const exchanges: Exchange[] = [];
  try {
    for (const exchange of written) exchanges.push({ ...exchange, reply: await player.play(exchange) });
    return exchanges;
  } catch (error) {
    if (!process.env.UPDATE_GOLDEN) throw error;
    // What went well is written down; the rest is for the one who writes the file.
    process.emitWarning(error instanceof Error ? error : String(error));
    return [...exchanges, ...written.slice(exchanges.length)];
  } finally {
    player.close();
    await node.stop();
    await receiver.stop();
    releaseClock();
  }
}
