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
    const { faults: ended, waits, served } = judge(report);
    const faults = [...ended, ...memoryFaults(report)];
    const { deaths, refused, seconds, memory } = report;
    const [third, last] = memory.lastQuarters;
    tell(
      `${agents} agents, ${amount} tasks in ${Math.round(seconds)} s (${Math.round(amount / seconds)}/s): ` +
        `${deaths} deaths, ${refused} late results refused`,
    );
    for (const [what, { median, longestLow }] of [
      ['waits', waits],
      ['waits without the times in which the agent was dead', served],
    ] as const)
      tell(
        `${what}: median ${median} ms, longest of the least urgent ${longestLow} ms (${ratio(longestLow, median)} times)`,
      );
    tell(
      `memory of the node: ${Math.round(memory.most)} MB at most, ${Math.round(third)} MB in the third quarter, ${Math.round(last)} MB in the last`,
    );
    const wrong =
      served.longestLow > WAIT_BOUND * served.median
        ? [...faults, `a task waited more than ${WAIT_BOUND} times the median for an agent that was there`]
        : faults;
    for (const fault of wrong.slice(0, FAULTS_SHOWN)) tell(fault);
    if (wrong.length > 0) tell(`${wrong.length} faults; the data are kept in ${directory}`);
    else rmSync(directory, { recursive: true, force: true });
    return wrong.length === 0;
  },
};

function ratio(longest: number, median: number): string {
  return (longest / Math.max(1, median)).toFixed(1);
}
