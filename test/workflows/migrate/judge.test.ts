/** The rules that stand in the way of a migration: each refuses, and lets pass. */
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { Images } from '../../../src/workflows/migrate/images.js';
import { type Change, judge } from '../../../src/workflows/migrate/judge.js';
import { planMigration } from '../../../src/workflows/migrate/plan.js';
import { readGraph } from '../../../src/workflows/revision/graph.js';
import type { Renamed } from '../../../src/workflows/run/migrations.js';
import { type Plan, planOf } from '../../../src/workflows/run/plan.js';
import type { RunRecord, StepRecord } from '../../../src/workflows/run/record.js';
import { nodeSchema } from '../../support/faces.js';

type Members = Readonly<Record<string, unknown>>;

const plan = (digest: string, dag: Members): Plan =>
  planOf(digest, readGraph(nodeSchema, JSON.stringify({ version: '1.0', ...dag })));
const task = (name: string, more: Members = {}) => ({ name, task: { skill: 'do', agent: 'worker' }, ...more });
const none = (name: string, ...output: readonly string[]) => ({
  ...{ name, type: 'yangent-workflows:none' },
  output: output.map((each) => ({ name: each, value: '1' })),
});
const edge = (from: string, to: string, more: Members = {}) => ({ from, to, ...more });

function step(node: string, state: StepRecord['state'], more: Partial<StepRecord> = {}): StepRecord {
  const run = '01a21eca-d13c-7000-8f34-b9c2a8d4eb92';
  return { run, node, item: 0, generation: 1, state, rank: 0, since: '2026-03-02T09:00:00Z', detail: {}, ...more };
}

const done = (node: string) => step(node, 'completed', { output: 'sha-256:00', detail: { tasks: ['1'] } });

interface Case {
  readonly from: Members;
  readonly to: Members;
  readonly steps: readonly StepRecord[];
  readonly map?: readonly Renamed[];
  readonly more?: Partial<Change>;
}

async function judged({ from, to, steps, map = [], more = {} }: Case): Promise<readonly string[]> {
  const after = plan('b', to);
  const change = { from: plan('a', from), to: after, images: new Images(map, after.graph), steps };
  const findings = await judge({
    ...change,
    renamed: [],
    gates: { asked: new Map(), passed: new Map() },
    inputFault: undefined,
    isUnsealed: false,
    ...more,
  });
  return findings.map(({ severity, code, path }) => `${severity} ${code} ${path}`);
}

const AB = { node: [task('a'), task('b')], edge: [edge('a', 'b')] };
const ran = [done('a'), step('b', 'executing', { work: '2' })];

describe('a migration is refused', () => {
  it.each<[string, Case, string]>([
    [
      'a step that was executed and has no node',
      { from: AB, to: { node: [task('b')] }, steps: ran },
      "error migrate-image node[name='a']",
    ],
    [
      'a step that was executed before a rollback and has no node',
      { from: AB, to: { node: [task('a')] }, steps: [done('a'), step('b', 'pending', { generation: 2 })] },
      "error migrate-image node[name='b']",
    ],
    [
      'a step whose node is the image of another',
      { from: { node: AB.node }, to: { node: AB.node }, steps: ran, map: [{ from: 'a', to: 'b' }] },
      "error migrate-image node[name='b']",
    ],
    [
      'a new predecessor of a step that has begun',
      { from: AB, to: { node: [...AB.node, task('c')], edge: [...AB.edge, edge('c', 'b')] }, steps: ran },
      "error migrate-predecessor edge[from='c'][to='b']",
    ],
    [
      'a step that was executed and has no node, without the edge from that which may be its image',
      { from: AB, to: { node: [task('z'), task('b')], edge: [edge('z', 'b')] }, steps: ran },
      "error migrate-image node[name='a']",
    ],
    [
      'another type of a step that has begun',
      { from: { node: [task('a')] }, to: { node: [none('a')] }, steps: [step('a', 'executing', { work: '1' })] },
      "error migrate-kind node[name='a']/type",
    ],
    [
      'a for-each in place of one task',
      {
        from: { node: [task('a')] },
        to: { node: [task('a', { 'for-each': { items: '[1]' } })] },
        steps: [step('a', 'executing', { work: '1' })],
      },
      "error migrate-kind node[name='a']/type",
    ],
    [
      'a step of finally that was none',
      {
        from: { node: [task('a'), task('b')] },
        to: { node: [task('a'), task('b')], execution: { finally: ['a'] } },
        steps: [step('a', 'executing', { work: '1' })],
      },
      "error migrate-kind node[name='a']/type",
    ],
    [
      'another schema of an output that a later step reads',
      {
        from: { node: [task('a', { 'output-schema': '{"type":"object"}' }), task('b')], edge: [edge('a', 'b')] },
        to: { node: [task('a', { 'output-schema': '{"type":"array"}' }), task('b')], edge: [edge('a', 'b')] },
        steps: [done('a')],
      },
      "error migrate-output node[name='a']/output-schema",
    ],
    [
      'other members of an output that the run reads',
      {
        from: { node: [none('a', 'x')], output: [{ name: 'o', value: 'steps.a.output.x' }] },
        to: { node: [none('a', 'y')], output: [{ name: 'o', value: 'steps.a.output.y' }] },
        steps: [done('a')],
      },
      "error migrate-output node[name='a']/output-schema",
    ],
    [
      'a gate that vanishes with its node',
      {
        from: AB,
        to: { node: [task('a')] },
        steps: [done('a'), step('b', 'awaiting-approval')],
        more: { gates: { asked: new Map([['b', { asked: ['oversight'], wanted: [] }]]), passed: new Map() } },
      },
      "error migrate-gate node[name='b']",
    ],
    [
      'a gate that the node has no more',
      {
        from: AB,
        to: AB,
        steps: [done('a'), step('b', 'awaiting-approval')],
        more: { gates: { asked: new Map([['b', { asked: ['oversight'], wanted: ['guard:x'] }]]), passed: new Map() } },
      },
      "error migrate-gate node[name='b']",
    ],
    [
      'a new node with the name that tasks of another have',
      {
        from: AB,
        to: { node: [task('z'), task('a'), task('b')], edge: [edge('z', 'b')] },
        steps: ran,
        map: [{ from: 'a', to: 'z' }],
        more: { renamed: [{ from: 'a', to: 'z' }] },
      },
      "error migrate-name node[name='a']",
    ],
    [
      'an input of the run that does not fit',
      { from: AB, to: AB, steps: ran, more: { inputFault: 'it has no site' } },
      'error migrate-input input-schema',
    ],
    [
      'a graph whose values are sealed, where those of the run are in clear',
      { from: AB, to: AB, steps: ran, more: { isUnsealed: true } },
      'error migrate-seal execution',
    ],
  ])('%s', async (_, given, finding) => {
    expect((await judged(given)).filter((each) => each.startsWith('error'))).toEqual([finding]);
  });

  it('for a map of names that the graphs lack, and of two to one', async () => {
    const map = [
      { from: 'x', to: 'a' },
      { from: 'a', to: 'y' },
      { from: 'b', to: 'a' },
    ];
    expect(await judged({ from: AB, to: AB, steps: [], map })).toEqual([
      "error migrate-map node[name='x']",
      "error migrate-map node[name='y']",
      "error migrate-map node[name='a']",
    ]);
  });
});

describe('a migration is allowed', () => {
  it.each<[string, Case]>([
    [
      'to drop and to change what has not begun',
      {
        from: AB,
        to: { node: [task('a'), none('c')], edge: [edge('a', 'c')] },
        steps: [done('a'), step('b', 'ready')],
      },
    ],
    [
      'to put a step before one that is only ready, or waits for persons',
      {
        from: AB,
        to: { node: [...AB.node, task('c')], edge: [edge('a', 'c'), edge('c', 'b')] },
        steps: [done('a'), step('b', 'awaiting-approval')],
        more: {
          gates: { asked: new Map([['b', { asked: ['oversight'], wanted: ['oversight'] }]]), passed: new Map() },
        },
      },
    ],
    [
      'to rename a step that has begun',
      {
        from: AB,
        to: { node: [task('z'), task('b')], edge: [edge('z', 'b')] },
        steps: ran,
        map: [{ from: 'a', to: 'z' }],
      },
    ],
    [
      'to write a schema otherwise',
      {
        from: {
          node: [task('a', { 'output-schema': '{"type":"object","title":"x"}' }), task('b')],
          edge: [edge('a', 'b')],
        },
        to: {
          node: [task('a', { 'output-schema': '{ "title": "x", "type": "object" }' }), task('b')],
          edge: [edge('a', 'b')],
        },
        steps: [done('a')],
      },
    ],
    [
      'to change the schema of an output that all have read',
      {
        from: { node: [task('a', { 'output-schema': '{"type":"object"}' }), task('b')], edge: [edge('a', 'b')] },
        to: { node: [task('a', { 'output-schema': '{"type":"array"}' }), task('b')], edge: [edge('a', 'b')] },
        steps: ran,
      },
    ],
  ])('%s', async (_, given) => {
    expect((await judged(given)).filter((each) => each.startsWith('error'))).toEqual([]);
  });

  it('with a warning for what comes too late', async () => {
    const to = { ...AB, node: [task('a', { risk: 'high' }), task('b')] };
    expect(await judged({ from: AB, to, steps: ran })).toEqual(["warning migrate-begun node[name='a']"]);
  });
});

const names = ['a', 'b', 'c', 'd'];
const states: readonly StepRecord['state'][] = [
  'pending',
  'ready',
  'awaiting-approval',
  'executing',
  'completed',
  'failed',
  'skipped',
];

test('the same graph stands in the way of no run, and changes none of its steps', async () => {
  const edges = fc.uniqueArray(fc.tuple(fc.nat(3), fc.nat(3)), { selector: String });
  await fc.assert(
    fc.asyncProperty(
      edges,
      fc.array(fc.constantFrom(...states), { minLength: 4, maxLength: 4 }),
      async (pairs, chosen) => {
        const dag = {
          node: names.map((name) => task(name)),
          edge: pairs.filter(([from, to]) => from < to).map(([from, to]) => edge(names[from] ?? '', names[to] ?? '')),
        };
        const steps = chosen.map((state, index) => step(names[index] ?? '', state));
        expect(await judged({ from: dag, to: dag, steps })).toEqual([]);
        const [from, to] = [plan('a', dag), plan('a', dag)];
        const run = { progress: {} } as RunRecord;
        const planned = planMigration({ run, from, to, images: new Images([], to.graph), steps });
        expect(planned).toMatchObject({ map: [], gone: [], readyGone: 0 });
        expect([planned.changed.size, planned.repooled.size]).toEqual([0, 0]);
      },
    ),
  );
});
