/** Rotations of the key that signs the log, and checkpoints that a client keeps. */
import { setTimeout as delay } from 'node:timers/promises';
import { outputIn } from './clients.js';
import type { Traffic } from './traffic.js';

/** Milliseconds between two checkpoints. */
const PAUSE = 20;

export const checkpoints: Traffic = async ({ clients }, { log }) => {
  for (;;) {
    const { checkpoint } = outputIn(await clients.rpc('admin', 'yangent-audit:checkpoint', {}));
    if (typeof checkpoint === 'string') log.keep(checkpoint);
    await delay(PAUSE);
  }
};

/** Rotates the key once in the life of a node, in every tenth or so. */
export const rotations: Traffic = async ({ clients }, { random, journal }) => {
  if (!random.chance(0.1)) return;
  await delay(random.below(200));
  const path = '/data/yangent-keys:keys/active=audit/rotate';
  const { status, body } = await clients.send('admin', 'POST', path, { 'yangent-keys:input': {} });
  if (status >= 300) journal.faults.push(`rotate: ${status} ${body}`);
};
