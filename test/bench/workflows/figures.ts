/** What is measured of each system. */
import { type Figure, median } from '../figure.js';
import { type LoadTime, measure } from '../load/measure.js';
import type { RunningSystem } from './system.js';

const TIME: LoadTime = { warmUp: 4_000, measured: 8_000 };
const AT_ONCE = [20, 1];
const STEPS = 1_000;
const WARM_UPS = 3;
const RUNS = 7;

/** @param name of the system. @throws Error when a run fails */
export async function figuresOf(name: string, system: RunningSystem): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  for (const atOnce of AT_ONCE) figures.push(await chains(name, system, atOnce));
  return [...figures, await fanOuts(name, system)];
}

async function chains(name: string, system: RunningSystem, atOnce: number): Promise<Figure> {
  const clients = Array.from({ length: atOnce }, () => ({ request: () => system.runChain() }));
  const { perSecond, p50, p99 } = await measure(clients, TIME);
  return { what: `${name}: workflows of three steps, ${atOnce} at once`, value: perSecond, unit: '/s', p50, p99 };
}

/** One run at a time. */
async function fanOuts(name: string, system: RunningSystem): Promise<Figure> {
  const rates: number[] = [];
  for (let run = 0; run < WARM_UPS + RUNS; run++) {
    const begun = performance.now();
    await system.runFanOut(STEPS);
    rates.push((STEPS * 1_000) / (performance.now() - begun));
  }
  const runs = rates.slice(WARM_UPS);
  const what = `${name}: ${STEPS.toLocaleString('en')} steps side by side, then a join`;
  return { what, value: median(runs), unit: 'steps/s', runs };
}
