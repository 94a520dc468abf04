/** Ten thousand attached agents that die at random, at full length. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import build from '../../support/build.js';
import type { Soak } from '../soak.js';
import { runAgents } from './agents.js';
import { judge, memoryFaults } from './verdict.js';

const TASKS_PER_AGENT = 10;
const FAULTS_SHOWN = 50;
/** How many times the median wait a task that can wait may wait at most. */
export const WAIT_BOUND = 10;

export const agentsSoak: Soak = {
  about: 'attached agents die at random: every task ends once, none waits out of proportion, memory stays',
  unit: 'tasks',
  amount: 100_000,
  async run({ amount, seed, tell }) {
    tell('building');
    build();
    const directory = mkdtempSync(join(tmpdir(), 'yangent-soak-'));
    const agents = Math.ceil(amount / TASKS_PER_AGENT);
    const report = await runAgents({ agents, tasks: amount, directory, seed, onProgress: tell });
    const { faults: ended, medianWait, longestLowWait } = judge(report);
    const faults = [...ended, ...memoryFaults(report)];
    const { deaths, refused, seconds, memory } = report;
    const [third, last] = memory.lastQuarters;
    tell(
      `${agents} agents, ${amount} tasks in ${Math.round(seconds)} s (${Math.round(amount / seconds)}/s): ` +
        `${deaths} deaths, ${refused} late results refused`,
    );
    tell(`median wait ${medianWait} ms, longest wait of the least urgent ${longestLowWait} ms`);
    tell(
      `memory of the node: ${Math.round(memory.most)} MB at most, ${Math.round(third)} MB in the third quarter, ${Math.round(last)} MB in the last`,
    );
    const wrong =
      longestLowWait > WAIT_BOUND * medianWait
        ? [...faults, `a task waited more than ${WAIT_BOUND} times the median`]
        : faults;
    for (const fault of wrong.slice(0, FAULTS_SHOWN)) tell(fault);
    if (wrong.length > 0) tell(`${wrong.length} faults; the data are kept in ${directory}`);
    else rmSync(directory, { recursive: true, force: true });
    return wrong.length === 0;
  },
};
