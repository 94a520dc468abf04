/** Ten thousand attached agents that die at random, at full length. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import build from '../../support/build.js';
import { memoryFaults, memoryLine } from '../memory.js';
import type { Soak } from '../soak.js';
import { runAgents } from './agents.js';
import { judge } from './verdict.js';

const TASKS_PER_AGENT = 10;
const FAULTS_SHOWN = 50;
/**
 * How many times the median wait of the tasks of its agent a task may wait at most: in turns of that agent, and in the time in
 * which it lived. While it is dead nothing is saturated, and each of its tasks waits.
 */
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
    const { faults: ended, turns, waits, served } = judge(report);
    const faults = [...ended, ...memoryFaults(report.memory)];
    const { deaths, refused, seconds, memory } = report;
    tell(
      `${agents} agents, ${amount} tasks in ${Math.round(seconds)} s (${Math.round(amount / seconds)}/s): ` +
        `${deaths} deaths, ${refused} late results refused`,
    );
    for (const [what, unit, { median, longestLow, ratio }] of [
      ['waits in line', 'turns', turns],
      ['waits in line', 'ms', waits],
      ['waits in line without the times in which the agent was dead', 'ms', served],
    ] as const)
      tell(
        `${what}: median ${median} ${unit}, longest of the least urgent ${longestLow} ${unit}, ` +
          `at most ${ratio.toFixed(1)} times the median of its agent`,
      );
    tell(memoryLine(memory));
    const unfair = Math.max(turns.ratio, served.ratio) > WAIT_BOUND;
    const wrong = unfair ? [...faults, `a task waited more than ${WAIT_BOUND} times the median of its agent`] : faults;
    for (const fault of wrong.slice(0, FAULTS_SHOWN)) tell(fault);
    if (wrong.length > 0) tell(`${wrong.length} faults; the data are kept in ${directory}`);
    else rmSync(directory, { recursive: true, force: true });
    return wrong.length === 0;
  },
};
