/** Five hundred loops on a hundred devices, at full length. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import build from '../../support/build.js';
import { memoryFaults, memoryLine } from '../memory.js';
import type { Soak } from '../soak.js';
import { type LoopsReport, runLoops } from './loops.js';
import { judge, spreadOf } from './verdict.js';

const DEVICES = 100;
const PORTS = 5;
/** How many times the median a repair may take at most. */
const BOUND = 10;
const SHOWN = 50;

export const loopsSoak: Soak = {
  about: '500 loops on 100 devices in one node: each fault is repaired once, no loop starves, memory stays',
  unit: 'faults',
  amount: 10_000,
  async run({ amount, seed, tell }) {
    tell('building');
    build();
    const directory = mkdtempSync(join(tmpdir(), 'yangent-soak-'));
    const report = await runLoops({
      devices: DEVICES,
      ports: PORTS,
      faults: amount,
      directory,
      seed,
      onProgress: tell,
    });
    for (const line of told(report, amount)) tell(line);
    const wrong = [...judge(report, BOUND), ...memoryFaults(report.memory)];
    for (const fault of wrong.slice(0, SHOWN)) tell(fault);
    if (wrong.length > 0) tell(`${wrong.length} faults; the data are kept in ${directory}`);
    else rmSync(directory, { recursive: true, force: true });
    return wrong.length === 0;
  },
};

function told({ single, storm, memory, delays, startup, seconds }: LoopsReport, faults: number): readonly string[] {
  const times = (each: readonly number[]): string => {
    const { median, p99, longest } = spreadOf(each);
    return `median ${Math.round(median)} ms, p99 ${Math.round(p99)} ms, longest ${Math.round(longest)} ms`;
  };
  const late = spreadOf(delays);
  return [
    `${DEVICES * PORTS} loops on ${DEVICES} devices, started in ${Math.round(startup)} ms; ${Math.round(seconds)} s in all`,
    `${faults} ports switched off one by one, repaired after: ${times(single)}`,
    `all at once: ${times(storm)}`,
    `timers of the node late, the worst of each second: median ${Math.round(late.median)} ms, worst ${Math.round(late.longest)} ms`,
    memoryLine(memory),
  ];
}
