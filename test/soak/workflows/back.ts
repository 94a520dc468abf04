/** A run that fails at its end and is undone: agents clean up, compensations run in reverse, a sub-workflow goes back as well. */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type AgentDefinition, defineAgent, TaskFailure } from '../../../src/index.js';
import type { Life } from './crash.js';
import { brokenChain } from './journal.js';

export const BACK_CHILD = fileURLToPath(new URL('./back.child.ts', import.meta.url));

const task = (name: string, skill = 'effect') => ({
  name,
  task: { skill, agent: 'undoer' },
  retry: { 'max-attempts': 1 },
  compensation: { skill: 'effect' },
});

export const BACK_INNER = { name: 'back-inner', version: '1.0', node: [task('deep')] };

export const BACK = {
  name: 'back',
  version: '1.0',
  execution: { 'on-failure': 'compensate' },
  node: [
    task('a'),
    task('b'),
    task('c'),
    { name: 'sub', type: 'yangent-workflows:workflow', workflow: { definition: 'back-inner' } },
    task('bad', 'bad'),
  ],
  edge: [
    ...['b', 'c', 'sub'].map((to) => ({ from: 'a', to })),
    ...['b', 'c', 'sub'].map((from) => ({ from, to: 'bad' })),
  ],
};

const DONE = ['a', 'b', 'c', 'deep'];
const EXPECTED: readonly string[] = [
  ...DONE.map((node) => `${node};g=1`),
  ...DONE.map((node) => `${node};g=1;compensate`),
  ...[...DONE, 'bad'].map((node) => `${node};g=1;rollback`),
];

/** Makes the agent: each effect is a line of the file, with the key of its task. */
export function undoer(file: string): AgentDefinition {
  const effect = async ({ key }: { readonly key: string }) => {
    appendFileSync(file, `${key}\n`);
    return undefined;
  };
  return defineAgent({
    id: 'undoer',
    profile: { name: 'undoer', description: 'has effects', version: '1.0.0', provider: 'test' },
    skills: {
      effect,
      bad: async () => {
        throw new TaskFailure('broken', 'it is broken');
      },
    },
    rollback: effect,
  });
}

/** Says what is wrong with the run that was undone; undefined: nothing. */
export function faultOfBack(directory: string, { run }: Life): string | undefined {
  if (run.state !== 'rolled-back') return `the run is ${run.state}`;
  const wrong = run.step.filter(({ state }) => state !== 'yangent-workflows:rolled-back');
  if (wrong.length > 0) return `steps ended otherwise: ${JSON.stringify(wrong)}`;
  const file = `${directory}/effects`;
  const keys = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
  const places = [...new Set(keys.map((key) => key.slice(key.lastIndexOf('/') + 1)))].sort();
  if (new Set(keys).size !== places.length) return `an effect has two keys: ${keys.join(' ')}`;
  if (JSON.stringify(places) !== JSON.stringify([...EXPECTED].sort())) return `effects: ${places.join(' ')}`;
  const order = (text: string) => keys.findIndex((key) => key.endsWith(text));
  if (['b', 'c'].some((node) => order(`/${node};g=1;compensate`) > order('/a;g=1;compensate')))
    return `"a" was undone before what is behind it: ${keys.join(' ')}`;
  return brokenChain(run);
}
