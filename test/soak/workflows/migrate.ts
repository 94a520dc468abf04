/** A run that is migrated while it waits: a step that has ended gets another name, one that has not begun changes, one goes, one comes. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isObject } from '../../../src/index.js';
import type { Life, ReferenceRun } from './crash.js';
import { brokenChain } from './journal.js';

export const MIGRATE_CHILD = fileURLToPath(new URL('./migrate.child.ts', import.meta.url));

const task = (name: string, more: object = {}) => ({
  ...{ name, task: { skill: 'effect', agent: 'doer' }, retry: { 'max-attempts': 1 } },
  ...more,
});
const go = { name: 'go', type: 'yangent-workflows:wait', wait: { signal: { name: 'go' } } };
const follows = (from: string, to: string) => ({ from, to, type: 'yangent-workflows:control' });

export const FIRST = {
  ...{ name: 'moved', version: '1.0', node: [task('a'), go, task('b'), task('gone')] },
  edge: [follows('a', 'b'), follows('go', 'b'), follows('b', 'gone')],
};
export const SECOND = {
  ...{ name: 'moved', version: '2.0' },
  node: [task('first'), go, task('b', { estimate: 5 }), task('last')],
  edge: [follows('first', 'b'), follows('go', 'b'), follows('b', 'last')],
};
export const MAP = [{ from: 'a', to: 'first' }];

/** The task of the renamed step has its name of then. */
const EFFECTS = ['a;g=1', 'b;g=1', 'last;g=1'];

/** Says what is wrong with the run that was migrated; undefined: nothing. */
export function faultOfMigrated(directory: string, { run }: Life): string | undefined {
  const { state, revision, step, event } = run as ReferenceRun & { readonly revision?: number };
  if (state !== 'completed' || revision !== 2) return `the run is ${state} in revision ${revision}`;
  const ended = step.filter((each) => each.state === 'yangent-workflows:completed').map(({ node }) => node);
  if (ended.join() !== 'b,first,go,last' || step.length !== ended.length) return `steps: ${JSON.stringify(step)}`;
  const migrations = event.flatMap(({ data }) => (isObject(data) && data.action === 'migrate' ? [data] : []));
  if (migrations.length !== 1) return `it was migrated ${migrations.length} times`;
  const file = `${directory}/effects`;
  const keys = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
  const places = [...new Set(keys)].map((key) => key.slice(key.lastIndexOf('/') + 1)).sort();
  if (places.join() !== EFFECTS.join()) return `effects: ${keys.join(' ')}`;
  return brokenChain({ ...run, digest: String(migrations[0]?.from) });
}
