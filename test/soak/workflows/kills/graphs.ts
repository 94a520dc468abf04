/** The graphs of the runs under kills, and how each must end. */
const task = (name: string, more: object = {}, skill = 'effect') => ({
  name,
  task: { skill, agent: 'worker' },
  retry: { 'max-attempts': 3, delay: 0, jitter: false },
  ...more,
});
const edges = (...names: readonly string[]) => names.slice(1).map((to, index) => ({ from: names[index] ?? '', to }));
const wait = (name: string, wait: object) => ({ name, type: 'yangent-workflows:wait', wait });
const bad = (more: object = {}) => task('bad', { retry: { 'max-attempts': 1 }, ...more }, 'bad');

type StepEnd = 'completed' | 'failed' | 'canceled' | 'skipped';

export interface Kind {
  readonly dag: object;
  readonly state: 'completed' | 'failed' | 'canceled';
  /** The end of each step, by NODE or NODE.ITEM. */
  readonly steps: Readonly<Record<string, StepEnd>>;
  /** The steps with an effect in the world. */
  readonly effects: readonly string[];
  /** Done to each of its runs. */
  readonly hand?: 'signal' | 'cancel' | 'pause';
}

const all = (state: StepEnd, ...names: readonly string[]) => Object.fromEntries(names.map((name) => [name, state]));

export const POOL = { name: 'narrow', slots: 3 };

const WIDE = ['w1', 'w2', 'w3', 'w4'];
/** More steps than one transaction makes ready when the step before them ends. */
const MANY = Array.from({ length: 1_200 }, (_, index) => `m${index}`);
const ITEMS = ['each.1', 'each.2', 'each.3', 'each.4'];

export const KINDS: Readonly<Record<string, Kind>> = {
  fan: {
    dag: {
      node: [task('begin'), ...WIDE.map((name) => task(name)), task('end')],
      edge: WIDE.flatMap((name) => edges('begin', name, 'end')),
    },
    state: 'completed',
    steps: all('completed', 'begin', ...WIDE, 'end'),
    effects: ['begin', ...WIDE, 'end'],
  },
  flaky: {
    dag: { node: [task('flaky', {}, 'flaky'), task('after')], edge: edges('flaky', 'after') },
    state: 'completed',
    steps: all('completed', 'flaky', 'after'),
    effects: ['flaky', 'after'],
  },
  time: {
    dag: { node: [wait('pause', { seconds: 2 }), task('after')], edge: edges('pause', 'after') },
    state: 'completed',
    steps: all('completed', 'pause', 'after'),
    effects: ['after'],
  },
  call: {
    dag: {
      node: [{ name: 'call', type: 'yangent-workflows:workflow', workflow: { definition: 'called' } }, task('after')],
      edge: edges('call', 'after'),
    },
    state: 'completed',
    steps: all('completed', 'call', 'after'),
    effects: ['after'],
  },
  repair: {
    dag: {
      node: [bad(), task('repair'), task('never')],
      edge: [{ from: 'bad', to: 'repair', on: ['failure'] }, ...edges('bad', 'never')],
    },
    state: 'completed',
    steps: { bad: 'failed', repair: 'completed', never: 'skipped' },
    effects: ['repair'],
  },
  fatal: {
    dag: { node: [task('first'), bad(), task('never')], edge: edges('first', 'bad', 'never') },
    state: 'failed',
    steps: { first: 'completed', bad: 'failed', never: 'skipped' },
    effects: ['first'],
  },
  called: { dag: { node: [task('deep')] }, state: 'completed', steps: all('completed', 'deep'), effects: ['deep'] },
  items: {
    dag: {
      node: [task('each', { 'for-each': { items: '[1, 2, 3, 4]', 'max-parallel': 2 } }), task('after')],
      edge: edges('each', 'after'),
    },
    state: 'completed',
    steps: all('completed', 'each', ...ITEMS, 'after'),
    effects: [...ITEMS, 'after'],
  },
  pool: {
    dag: { node: [task('one', { pool: [POOL.name] }), task('two', { pool: [POOL.name] })] },
    state: 'completed',
    steps: all('completed', 'one', 'two'),
    effects: ['one', 'two'],
  },
  signal: {
    dag: { node: [wait('go', { signal: { name: 'go' } }), task('after')], edge: edges('go', 'after') },
    state: 'completed',
    steps: all('completed', 'go', 'after'),
    effects: ['after'],
    hand: 'signal',
  },
  cancel: {
    dag: {
      node: [task('first'), wait('never', { signal: { name: 'never' } }), task('after')],
      edge: edges('first', 'never', 'after'),
    },
    state: 'canceled',
    steps: { first: 'completed', never: 'canceled', after: 'canceled' },
    effects: ['first'],
    hand: 'cancel',
  },
  many: {
    dag: {
      node: [task('begin'), ...MANY.map((name) => ({ name, type: 'yangent-workflows:none' })), task('end')],
      edge: MANY.flatMap((name) => edges('begin', name, 'end')),
    },
    state: 'completed',
    steps: all('completed', 'begin', ...MANY, 'end'),
    effects: ['begin', 'end'],
  },
  pause: {
    dag: { node: [task('one'), task('two'), task('three')], edge: edges('one', 'two', 'three') },
    state: 'completed',
    steps: all('completed', 'one', 'two', 'three'),
    effects: ['one', 'two', 'three'],
    hand: 'pause',
  },
};

/** Runs of `called` are started by those of `call` only. */
const NAMES = Object.keys(KINDS).filter((name) => name !== 'called');

/** Returns the name of the kind of a run. @param number of the run, from 0 */
export function kindOf(number: number): string {
  return NAMES[number % NAMES.length] ?? '';
}
