/** yangent itself: each step is a whole task of an agent inside the node. */

import { defineAgent } from '../../../src/index.js';
import { type Node, startNode } from '../../../src/node/index.js';
import { CHAIN, expectSteps, type RunningSystem, type WorkflowSystem } from './system.js';

const task = (name: string) => ({ name, task: { skill: 'step', agent: 'worker' } });

/** Seconds for one run. */
const WAIT = 60;

export const yangent: WorkflowSystem = {
  name: 'yangent',
  start: async (directory) => {
    let steps = 0;
    const worker = defineAgent({
      id: 'worker',
      profile: { name: 'worker', description: 'does nothing', version: '1.0.0', provider: 'bench' },
      skills: {
        step: async () => {
          steps++;
          return { artifacts: [{ name: 'result', data: { of: 1 } }] };
        },
      },
    });
    const node = await startNode({
      data: directory,
      netconf: undefined,
      restconf: undefined,
      agents: [worker],
      logLevel: 'error',
    });
    await node.edit({
      'yangent-agents:agents': {
        agent: [{ id: 'worker', execution: { kind: 'hosted', 'max-concurrent-tasks': 100 } }],
      },
    });
    await define(node, 'chain', {
      node: Array.from({ length: CHAIN }, (_, index) => task(`s${index}`)),
      edge: Array.from({ length: CHAIN - 1 }, (_, index) => ({ from: `s${index}`, to: `s${index + 1}` })),
    });
    const fans = new Set<number>();
    const run = async (definition: string, expected: number) => {
      const answer = await node.invoke('yangent-workflows:start', { definition, wait: WAIT });
      if (stateOf(answer) !== 'completed') throw new Error(`a run of "${definition}" is ${stateOf(answer)}`);
      return expected;
    };
    return {
      runChain: async () => expectSteps(await run('chain', CHAIN), CHAIN),
      runFanOut: async (width) => {
        if (!fans.has(width)) await define(node, `fan${width}`, fanOut(width));
        fans.add(width);
        const before = steps;
        await run(`fan${width}`, width);
        expectSteps(steps - before, width);
      },
      stop: () => node.close(),
    } satisfies RunningSystem;
  },
};

function fanOut(width: number) {
  const names = Array.from({ length: width }, (_, index) => `s${index}`);
  const none = (name: string) => ({ name, type: 'yangent-workflows:none' });
  return {
    execution: { 'max-parallel': width },
    node: [none('begin'), ...names.map(task), none('join')],
    edge: names.flatMap((name) => [
      { from: 'begin', to: name },
      { from: name, to: 'join' },
    ]),
  };
}

async function define(node: Node, name: string, dag: object): Promise<void> {
  await node.edit({ 'yangent-workflows:workflows': { definition: [{ name, version: '1.0', ...dag }] } });
}

function stateOf(answer: unknown): string {
  return String((answer as { readonly state?: unknown }).state);
}
