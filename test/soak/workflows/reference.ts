/** The run by which recovery is judged: fan-out, retry, wait, items, another workflow, and an edge for a failure. */
import { appendFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { type AgentDefinition, defineAgent, TaskFailure } from '../../../src/index.js';

const task = (name: string, skill = 'effect', more: object = {}) => ({
  name,
  task: { skill, agent: 'worker' },
  retry: { 'max-attempts': 3, delay: 0, jitter: false },
  ...more,
});

const WIDE = ['a', 'b', 'c', 'd', 'e', 'f'];

export const INNER = {
  name: 'inner',
  version: '1.0',
  node: [task('deep')],
  output: [{ name: 'deep', value: 'steps.deep.state' }],
};

export const REFERENCE = {
  name: 'reference',
  version: '1.0',
  node: [
    task('begin'),
    ...WIDE.map((name) => task(name)),
    task('flaky', 'flaky'),
    { name: 'pause', type: 'yangent-workflows:wait', wait: { until: 'input.at' } },
    { ...task('each'), 'for-each': { items: '[1, 2, 3]', 'max-parallel': 2 } },
    { name: 'inner', type: 'yangent-workflows:workflow', workflow: { definition: 'inner' } },
    task('bad', 'bad', { retry: { 'max-attempts': 1 } }),
    task('repair'),
    task('end', 'effect', { join: 'all' }),
  ],
  edge: [
    ...[...WIDE, 'flaky', 'pause', 'each', 'inner', 'bad'].map((to) => ({ from: 'begin', to })),
    { from: 'bad', to: 'repair', on: ['failure'] },
    ...[...WIDE, 'flaky', 'pause', 'each', 'inner', 'repair'].map((from) => ({ from, to: 'end' })),
  ],
  output: [{ name: 'deep', value: 'steps.inner.output.deep' }],
};

/** The effects of the reference run, by the steps that have them. */
export const EFFECTS: readonly string[] = [
  ...['begin', ...WIDE, 'flaky', 'each.1', 'each.2', 'each.3', 'deep', 'repair', 'end'],
];

/** Makes the agent: each effect is a line of the file, with the key of its task. */
export function worker(file: string): AgentDefinition {
  // Effects at different times make commits of their own.
  let turn = 0;
  const effect = async (key: string) => {
    await setTimeout(5 + (turn++ % EFFECTS.length) * 17);
    appendFileSync(file, `${key}\n`);
  };
  return defineAgent({
    id: 'worker',
    profile: { name: 'worker', description: 'has effects', version: '1.0.0', provider: 'test' },
    skills: {
      effect: async ({ key }) => effect(key),
      flaky: async ({ key, attempt }) => {
        if (attempt < 2) throw new Error('not yet');
        await effect(key);
      },
      bad: async () => {
        throw new TaskFailure('broken', 'it is broken');
      },
    },
  });
}
