/** Many expressions that take long hold the node no longer than a few. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WorkflowRig } from '../rig.js';

let rig: WorkflowRig;
beforeAll(async () => {
  rig = await WorkflowRig.start();
});
afterAll(() => rig.stop());

const HEAVY = 'input.l.all(x, input.l.all(y, x * y >= 0))';
const input = { l: Array.from({ length: 170 }, (_, at) => at) };
const none = (name: string, more: object = {}) => ({ name, type: 'yangent-workflows:none', ...more });
const names = Array.from({ length: 240 }, (_, at) => `n${at}`);

/** Runs a graph. Returns how the run ended, and the longest time in which nothing else could run. */
async function longest(dag: object) {
  let last = performance.now();
  let worst = 0;
  const timer = setInterval(() => {
    const now = performance.now();
    worst = Math.max(worst, now - last);
    last = now;
  }, 5);
  const { state, 'state-reason': reason } = await rig.start(dag, { input, wait: 60 });
  clearInterval(timer);
  return { end: [state, reason], worst };
}

it.each([
  ['conditions of nodes', { node: names.map((name) => none(name, { condition: HEAVY })) }],
  ['outputs of one node', { node: [none('a', { output: names.map((name) => ({ name, value: HEAVY })) })] }],
  [
    'conditions of edges',
    {
      node: [none('a'), ...names.map((name) => none(name))],
      edge: names.map((to) => ({ from: 'a', to, condition: HEAVY })),
    },
  ],
])('%s', async (_, dag) => {
  const { end, worst } = await longest(dag);
  expect(end).toEqual(['completed', undefined]);
  expect(worst).toBeLessThan(700);
});
