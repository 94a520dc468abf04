/** The agent of the runs under kills: each effect is on the disk, with the key of its task, before its skill returns. */
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { type AgentDefinition, defineAgent, TaskFailure } from '../../../../src/index.js';

/** A line of the file of effects: an attempt at an effect, or an effect that took place. */
export interface Effect {
  readonly what: 'try' | 'accept';
  readonly task: string;
  readonly key: string;
  readonly attempt: number;
}

/** Milliseconds of the work of a skill. */
const SHORTEST = 40;
const LONGEST = 220;

export function readEffects(file: string): readonly Effect[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line): Effect => JSON.parse(line));
}

/** Makes the agent. It is the foreign system as well: an effect whose key it has seen takes place no second time. */
export function worker(file: string): AgentDefinition {
  const accepted = new Set(readEffects(file).flatMap(({ what, key }) => (what === 'accept' ? [key] : [])));
  const handle = openSync(file, 'a');
  process.on('exit', () => closeSync(handle));
  const note = (effect: Effect) => {
    writeSync(handle, `${JSON.stringify(effect)}\n`);
    fsyncSync(handle);
  };
  const effect = async ({ id: task, key, attempt }: Omit<Effect, 'what' | 'task'> & { readonly id: string }) => {
    note({ what: 'try', task, key, attempt });
    await setTimeout(SHORTEST + Math.random() * (LONGEST - SHORTEST));
    if (!accepted.has(key)) note({ what: 'accept', task, key, attempt });
    accepted.add(key);
    process.stdout.write('effect\n');
    return { artifacts: [{ name: 'effect', data: { key } }] };
  };
  return defineAgent({
    id: 'worker',
    profile: { name: 'worker', description: 'has effects', version: '1.0.0', provider: 'test' },
    skills: {
      effect,
      flaky: async (task) => {
        if (task.attempt < 3) throw new Error('not yet');
        return effect(task);
      },
      bad: async () => {
        throw new TaskFailure('broken', 'it is broken');
      },
    },
  });
}
