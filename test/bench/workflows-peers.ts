/** Durable workflows, beside those of other systems: each in turn, on the same machine. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { flushes } from './disk.js';
import type { Bench, Figure } from './figure.js';
import { figuresOf } from './workflows/figures.js';
import { fetchPackages } from './workflows/packages.js';
import { SYSTEMS } from './workflows/systems.js';
import { within } from './workflows/within.js';

/** Milliseconds for a system to start or to stop, and to be measured. */
const TURN_LIMIT = 90_000;
const MEASURE_LIMIT = 240_000;

export const workflowsPeersBench: Bench = async (directory) => {
  await fetchPackages();
  const figures: Figure[] = [{ what: 'flushes of the disk', ...flushes(directory) }];
  for (const [index, { name, start }] of SYSTEMS.entries()) {
    const place = join(directory, String(index));
    mkdirSync(place);
    const system = await within(TURN_LIMIT, `the start of ${name}`, start(place));
    try {
      figures.push(...(await within(MEASURE_LIMIT, `the measuring of ${name}`, figuresOf(name, system))));
    } finally {
      await within(TURN_LIMIT, `the end of ${name}`, system.stop());
    }
  }
  return figures;
};
