/** Checks of a graph: each fault with its place, and what would be right. */
import { describe, expect, it } from 'vitest';
import { checkCalls, checkDag, type Surroundings } from '../../../src/workflows/check/index.js';
import type { Dag, DagEdge, DagNode } from '../../../src/workflows/model/dag.js';

const EXECUTION: Dag['execution'] = {
  timeout: 604_800,
  'max-parallel': 64,
  priority: 3,
  'status-interval': 60,
  'on-failure': 'fail',
  others: 'cancel',
};
type Task = NonNullable<DagNode['task']>;
const task = (name: string, more: Partial<DagNode> = {}, does: Partial<Task> = {}): DagNode => ({
  ...{ name, type: 'yangent-workflows:task', join: 'all', 'on-failure': 'fail', ...more },
  task: { skill: 'fix', executors: 1, negotiate: false, verify: false, ...does },
});
const edge = (from: string, to: string, more: Partial<DagEdge> = {}): DagEdge => ({
  ...{ from, to, type: 'yangent-workflows:data', on: ['success'], counts: true, ...more },
});
const dag = (node: readonly DagNode[], edges: readonly DagEdge[] = [], more: Partial<Dag> = {}): Dag => ({
  ...{ version: '1', execution: EXECUTION, node, edge: edges, ...more },
});
const object = (properties: object, more: object = {}) => JSON.stringify({ type: 'object', properties, ...more });
const SITE = object(
  {
    site: { type: 'string' },
    count: { type: 'integer' },
    links: { type: 'array', items: { $ref: '#/$defs/link' } },
  },
  { $defs: { link: { type: 'object', properties: { id: { type: 'string' }, up: { type: 'boolean' } } } } },
);
const skill = {
  input: object({ site: { type: 'string' } }, { required: ['site'], additionalProperties: false }),
  output: object({ done: { type: 'boolean' } }),
};
const node: Surroundings = {
  skillsOf: (agent) => (agent === 'noc' ? new Map([['fix', skill]]) : undefined),
  isSkill: (name) => name === 'fix',
  definition: () => undefined,
};
const found = (graph: Dag, isDraft = false) =>
  checkDag(graph, node, isDraft).map(({ severity, code, path, message }) => `${severity} ${code} ${path}: ${message}`);

/** A node `b` behind `a`, of a run with an input. */
const behind = (more: Partial<DagNode>, one: Partial<DagEdge> = {}, does: Partial<Task> = {}) =>
  found(dag([task('a'), task('b', more, does)], [edge('a', 'b', one)], { 'input-schema': SITE }));
const input = (value: string) => ({ input: [{ name: 'x', value }] });
const AT = "error %s node[name='b']/input[name='x']/value: ";

describe('a graph', () => {
  it('without faults has no finding', () => {
    expect(behind(input('input.links.filter(x, x.up).map(x, x.id)'))).toEqual([]);
    expect(behind({ condition: 'steps.a.state == "completed" && input.count > 3' })).toEqual([]);
  });

  it('has no circle, not even as a draft', () => {
    const circle = dag(
      [task('find'), task('fix'), task('test')],
      [edge('find', 'fix'), edge('fix', 'test'), edge('test', 'find')],
    );
    const finding = "error dag-cycle node[name='find']: the edges lead in a circle: find -> fix -> test -> find";
    expect(found(circle)).toEqual([finding]);
    expect(found(circle, true)).toEqual([finding]);
    expect(found(dag([task('a')], [edge('a', 'a')]))).toEqual([
      "error dag-cycle node[name='a']: the edges lead in a circle: a -> a",
    ]);
  });

  it.each([
    ['dag-edge-missing', 'steps.c.output', 'there is no node "c"'],
    [
      'dag-expression',
      'inpt.site',
      `there is no variable "inpt" here (did you mean 'input'?); there are: input, run, steps`,
    ],
    ['dag-expression', 'steps', 'steps is read by node and member: steps.NAME.output, or steps["NAME"].output'],
    ['dag-expression', 'steps.a.result', 'a step has no "result"; it has: state, output, error, quality'],
    ['dag-type-mismatch', 'input.nosuch', 'input has no member "nosuch" by its schema; it has: site, count, links'],
    ['dag-type-mismatch', 'input.links.map(x, x.name)', 'x has no member "name" by its schema; it has: id, up'],
    ['dag-type-mismatch', 'input.site + 1', 'no such overload: string + int'],
  ])('is told %s of %s', (code, value, message) => {
    expect(behind(input(value))).toEqual([AT.replace('%s', code) + message]);
  });

  it('reads only steps from which an edge leads, and only what it shares', () => {
    expect(behind(input('steps.a.output'), { type: 'yangent-workflows:control' })).toEqual([
      `${AT.replace('%s', 'dag-edge-missing')}the edge from "a" to "b" carries control only; give it the type data`,
    ]);
    expect(behind(input('steps.a.output.site.name'), { share: ['/site'] })).toEqual([]);
    expect(behind(input('steps.a.output.other'), { share: ['/site'] })).toEqual([
      `${AT.replace('%s', 'dag-edge-missing')}the edge from "a" to "b" shares only /site; read within these, or share more`,
    ]);
    expect(found(dag([task('a'), task('b', input('steps.a.output'))]))).toEqual([
      `${AT.replace('%s', 'dag-edge-missing')}no edge leads from "a" to "b"; add { from: a, to: b }`,
    ]);
  });

  it('gives a skill what its schema asks for', () => {
    const lacks = found(dag([task('a', { input: [{ name: 'port', value: '1' }] }, { agent: 'noc' })]));
    expect(lacks).toEqual([
      `error dag-type-mismatch node[name='a']/input[name='port']: the schema has no member "port"; it has: site`,
      `error dag-type-mismatch node[name='a']/input: the schema requires a member "site"; add it`,
    ]);
    expect(found(dag([task('a', { input: [{ name: 'site', value: '3' }] }, { agent: 'noc' })]))).toEqual([
      `error dag-type-mismatch node[name='a']/input[name='site']/value: the value is of type int; expected string`,
    ]);
  });

  it('names agents and skills that are there', () => {
    expect(found(dag([task('a', {}, { agent: 'nobody' }), task('b', {}, { skill: 'mend' })]))).toEqual([
      `error dag-unknown-agent node[name='a']/task/agent: there is no agent "nobody"`,
      `error dag-unknown-skill node[name='b']/task/skill: no agent has the skill "mend"`,
    ]);
  });

  it.each([
    ['dag-join', { join: 'quorum', quorum: 2 }, {}, '/join: the quorum is 2, but only 1 edges that count lead to "b"'],
    [
      'dag-bounds',
      {},
      { executors: 3, agree: 1 },
      '/task/agree: 1 is not more than half of the 3 executors, and not more than all',
    ],
    ['dag-bounds', {}, { skill: undefined }, '/task: nothing says who does the task: name a skill or an agent'],
    [
      'dag-bounds',
      {},
      { 'other-agent-than': ['b'] },
      `/task/other-agent-than[.='b']: "b" need not be before "b"; add edges that lead from it`,
    ],
    [
      'dag-schema',
      { 'output-schema': '[]' },
      {},
      '/output-schema: it is no JSON Schema that can be used: it is not an object',
    ],
    [
      'dag-schema',
      { 'on-failure': 'default', 'default-output': '{' },
      {},
      '/default-output: it is no JSON text; a text is written "like this"',
    ],
  ] as const)('is told %s of %j', (code, more, does, message) => {
    expect(behind(more, {}, does)).toEqual([`error ${code} node[name='b']${message}`]);
  });

  it('has nothing behind the nodes that are executed finally', () => {
    const graph = dag([task('a'), task('end')], [edge('end', 'a')], { execution: { ...EXECUTION, finally: ['end'] } });
    expect(found(graph)).toEqual([
      `error dag-bounds edge[from='end'][to='a']: "end" is executed finally, so that nothing but such nodes follows it`,
    ]);
  });

  it('of 1,000 nodes and 3,000 edges is checked within a tenth of a second', () => {
    const nodes = Array.from({ length: 1_000 }, (_, at) => {
      const value = at > 0 ? `steps.n${at - 1}.output.done ? "a${at}" : input.site` : 'input.site';
      return task(`n${at}`, { condition: 'input.site == "x"', input: [{ name: 'site', value }] }, { agent: 'noc' });
    });
    const edges = Array.from({ length: 3_000 }, (_, at) => [Math.floor(at / 3), 1 + (at % 3)] as const)
      .filter(([from, by]) => from + by < 1_000)
      .map(([from, by]) => edge(`n${from}`, `n${from + by}`));
    const graph = dag(nodes, edges, { 'input-schema': SITE });
    expect(found(graph)).toEqual([]);
    const times = Array.from({ length: 5 }, () => {
      const begun = performance.now();
      checkDag(graph, node);
      return performance.now() - begun;
    });
    expect(Math.min(...times)).toBeLessThan(100);
  });
});

describe('definitions', () => {
  const runs = (definition: string): DagNode => ({
    ...{ name: 'sub', type: 'yangent-workflows:workflow', join: 'all', 'on-failure': 'fail' },
    workflow: { definition, attempts: 1 },
  });

  it('do not run one another in a circle', () => {
    const circle = checkCalls(
      new Map([
        ['a', dag([runs('b')])],
        ['b', dag([runs('c')])],
        ['c', dag([runs('a')])],
      ]),
    );
    expect([...circle]).toEqual([
      [
        'c',
        {
          severity: 'error',
          code: 'dag-cycle',
          path: "node[name='sub']/workflow/definition",
          message: 'workflows run one another: a -> b -> c -> a',
        },
      ],
    ]);
  });

  it('do not run one another deeper than 16', () => {
    const chain = new Map(Array.from({ length: 20 }, (_, at) => [`w${at}`, dag([runs(`w${at + 1}`)])]));
    expect([...checkCalls(chain).values()].map(({ code }) => code)).toContain('dag-depth');
  });
});
