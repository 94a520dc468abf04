/** Checks of a graph: each fault with its place, and what would be right. */
import { describe, expect, it } from 'vitest';
import { checkCalls, checkDag, type Surroundings } from '../../../src/workflows/check/index.js';
import type { Dag, DagEdge, DagNode } from '../../../src/workflows/model/dag.js';

const EXECUTION: Dag['execution'] = {
  timeout: 604_800,
  'max-parallel': 64,
  priority: 3,
  assurance: 'standard',
  'max-rollbacks': 3,
  'status-interval': 60,
  'on-failure': 'fail',
  others: 'cancel',
};
type Task = NonNullable<DagNode['task']>;
const task = (name: string, more: Partial<DagNode> = {}, does: Partial<Task> = {}): DagNode => ({
  ...{ name, type: 'yangent-workflows:task', join: 'all', 'on-failure': 'fail', risk: 'low', ...more },
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
const deep = (open: string, inner: string, close: string, times: number) =>
  open.repeat(times) + inner + close.repeat(times);
const skill = {
  input: object({ site: { type: 'string' } }, { required: ['site'], additionalProperties: false }),
  output: object({ done: { type: 'boolean' } }),
};
const node: Surroundings = {
  isForeign: () => false,
  skillsOf: (agent) => (agent === 'noc' ? new Map([['fix', skill]]) : undefined),
  isSkill: (name) => name === 'fix',
  capabilityFault: () => undefined,
  definition: () => undefined,
};
const found = (graph: Dag, isDraft = false) =>
  checkDag(graph, node, isDraft).then((findings) =>
    findings.map(({ severity, code, path, message }) => `${severity} ${code} ${path}: ${message}`),
  );

/** A node `b` behind `a`, of a run with an input. */
const behind = (more: Partial<DagNode>, one: Partial<DagEdge> = {}, does: Partial<Task> = {}) =>
  found(dag([task('a'), task('b', more, does)], [edge('a', 'b', one)], { 'input-schema': SITE }));
const input = (value: string) => ({ input: [{ name: 'x', value }] });
const AT = "error %s node[name='b']/input[name='x']/value: ";

describe('a graph', () => {
  it('without faults has no finding', async () => {
    expect(await behind(input('input.links.filter(x, x.up).map(x, x.id)'))).toEqual([]);
    expect(await behind({ condition: 'steps.a.state == "completed" && input.count > 3' })).toEqual([]);
  });

  it('has schemas that are not too long together', async () => {
    const long = (at: string) => object({ [at]: { description: 'x'.repeat(6_000) } });
    const graph = (schema: (at: number) => string) =>
      found(dag(Array.from({ length: 100 }, (_, at) => task(`n${at}`, { 'output-schema': schema(at) }))));
    expect(await graph((at) => long(`a${at}`))).toEqual([
      expect.stringMatching(/^error dag-bounds node: the different schemas have 60\d{4} characters together; at most/),
    ]);
    expect(await graph(() => long('a'))).toEqual([]);
  });

  it('has no circle, not even as a draft', async () => {
    const circle = dag(
      [task('find'), task('fix'), task('test')],
      [edge('find', 'fix'), edge('fix', 'test'), edge('test', 'find')],
    );
    const finding = "error dag-cycle node[name='find']: the edges lead in a circle: find -> fix -> test -> find";
    expect(await found(circle)).toEqual([finding]);
    expect(await found(circle, true)).toEqual([finding]);
    expect(await found(dag([task('a')], [edge('a', 'a')]))).toEqual([
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
  ])('is told %s of %s', async (code, value, message) => {
    expect(await behind(input(value))).toEqual([AT.replace('%s', code) + message]);
  });

  it('reads only steps from which an edge leads, and only what it shares', async () => {
    expect(await behind(input('steps.a.output'), { type: 'yangent-workflows:control' })).toEqual([
      `${AT.replace('%s', 'dag-edge-missing')}the edge from "a" to "b" carries control only; give it the type data`,
    ]);
    expect(await behind(input('steps.a.output.site.name'), { share: ['/site'] })).toEqual([]);
    expect(await behind(input('steps.a.output.other'), { share: ['/site'] })).toEqual([
      `${AT.replace('%s', 'dag-edge-missing')}the edge from "a" to "b" shares only /site; read within these, or share more`,
    ]);
    expect(await found(dag([task('a'), task('b', input('steps.a.output'))]))).toEqual([
      `${AT.replace('%s', 'dag-edge-missing')}no edge leads from "a" to "b"; add { from: a, to: b }`,
    ]);
  });

  it('gives a skill what its schema asks for', async () => {
    const lacks = await found(dag([task('a', { input: [{ name: 'port', value: '1' }] }, { agent: 'noc' })]));
    expect(lacks).toEqual([
      `error dag-type-mismatch node[name='a']/input[name='port']: the schema has no member "port"; it has: site`,
      `error dag-type-mismatch node[name='a']/input: the schema requires a member "site"; add it`,
    ]);
    expect(await found(dag([task('a', { input: [{ name: 'site', value: '3' }] }, { agent: 'noc' })]))).toEqual([
      `error dag-type-mismatch node[name='a']/input[name='site']/value: the value is of type int; expected string`,
    ]);
  });

  it('takes a skill whose schema has a type of no JSON value, as an older version of an agent may', async () => {
    const odd: Surroundings = {
      ...node,
      skillsOf: () => new Map([['fix', { input: object({ site: { type: 'constructor' } }) }]]),
    };
    const graph = dag([task('a', { input: [{ name: 'site', value: '"x"' }] }, { agent: 'noc' })]);
    expect(await checkDag(graph, odd)).toEqual([]);
  });

  it('names agents and skills that are there', async () => {
    expect(await found(dag([task('a', {}, { agent: 'nobody' }), task('b', {}, { skill: 'mend' })]))).toEqual([
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
    [
      'dag-bounds',
      { repeat: { until: 'round > 3', delay: 10, max: 100 } },
      { executors: 2 },
      '/task/executors: a node with repeat has one executor; put a node with several into a workflow, and repeat that one',
    ],
    [
      'dag-bounds',
      {},
      { executors: 2, negotiate: true },
      '/task/executors: a node with negotiate asks one executor after the other; use executors or negotiate',
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
    [
      'dag-schema',
      { 'output-schema': deep('{"allOf":[', '{}', ']}', 500) },
      {},
      '/output-schema: it is no JSON Schema that can be used: objects and lists stand in it more than 100 deep',
    ],
    [
      'dag-schema',
      { 'on-failure': 'default', 'default-output': deep('[', '1', ']', 20_000) },
      {},
      '/default-output: objects and lists stand in it more than 100 deep',
    ],
  ] as const)('is told %s of %j', async (code, more, does, message) => {
    expect(await behind(more, {}, does)).toEqual([`error ${code} node[name='b']${message}`]);
  });

  it.each(['same-agent-as', 'other-agent-than'] as const)('names in %s only nodes before a node', async (leaf) => {
    const graph = (other: string) =>
      found(
        dag(
          [task('a'), task('b'), task('c', {}, { [leaf]: [other] }), task('d')],
          [edge('a', 'b'), edge('b', 'c'), edge('c', 'd')],
        ),
      );
    expect(await Promise.all([graph('a'), graph('b')])).toEqual([[], []]);
    for (const other of ['c', 'd'])
      expect(await graph(other)).toEqual([
        `error dag-bounds node[name='c']/task/${leaf}[.='${other}']: "${other}" need not be before "c"; add edges that lead from it`,
      ]);
  });

  it('has nothing behind the nodes that are executed finally', async () => {
    const graph = dag([task('a'), task('end')], [edge('end', 'a')], { execution: { ...EXECUTION, finally: ['end'] } });
    expect(await found(graph)).toEqual([
      `error dag-bounds edge[from='end'][to='a']: "end" is executed finally, so that nothing but such nodes follows it`,
    ]);
  });
});

describe('an output that may be missing', () => {
  const OUT = 'steps.a.output.x';
  const right =
    'ask first, with steps.a.state == "completed" or has(steps.a.output.NAME), or read steps.a.output.?NAME';
  const warning = (path: string, why: string, name = 'a') =>
    `warning dag-no-output ${path}: "${name}" may have no output here, since ${why}; ${right.replaceAll('steps.a', `steps.${name}`)}`;
  const AT_B = "node[name='b']/input[name='x']/value";
  const AT_END = "output[name='x']/value";
  const CONDITION = 'the condition of "a" may be false';
  const FAILURE = '"a" may fail, and the run goes on';
  const LATE = '"a" may not have ended by then';
  /** The output of the run. */
  const end = (value = OUT) => ({ output: [{ name: 'x', value }] });
  const dealt = { 'on-failure': 'continue' } as const;
  const doubtful = { condition: 'run.generation == 1' };
  const skippedA = task('a', doubtful);

  it.each<[string, Dag, readonly string[]]>([
    ['of a node with a condition', dag([skippedA], [], end()), [warning(AT_END, CONDITION)]],
    [
      'behind such a node',
      dag([skippedA, task('b')], [edge('a', 'b')], end('steps.b.output.x')),
      [warning(AT_END, CONDITION, 'b')],
    ],
    ['of a node whose failure is passed over', dag([task('a', dealt)], [], end()), [warning(AT_END, FAILURE)]],
    [
      'of a node whose failure another one deals with',
      dag([task('a'), task('b')], [edge('a', 'b', { on: ['failure'] })], end()),
      [warning(AT_END, FAILURE)],
    ],
    [
      'of a node that follows a failure',
      dag([task('a'), task('b')], [edge('a', 'b', { on: ['failure'] })], end('steps.b.output.x')),
      [warning(AT_END, '"a" may not fail', 'b')],
    ],
    [
      'behind the condition of an edge',
      dag([task('a'), task('b')], [edge('a', 'b', { condition: 'true' })], end('steps.b.output.x')),
      [warning(AT_END, 'the condition of the edge from "a" to "b" may be false', 'b')],
    ],
    [
      'of a node that is executed finally',
      dag([task('a')], [], { ...end(), execution: { ...EXECUTION, finally: ['a'] } }),
      [warning(AT_END, '"a" is executed finally, and may fail')],
    ],
    [
      'by a node that goes on after the failure',
      dag([task('a', dealt), task('b', input(OUT))], [edge('a', 'b')]),
      [warning(AT_B, FAILURE)],
    ],
    [
      'by a node that follows a skipped one as well',
      dag([skippedA, task('b', input(OUT))], [edge('a', 'b', { on: ['success', 'skipped'] })]),
      [warning(AT_B, CONDITION)],
    ],
    [
      'by a node that needs only one of several',
      dag([skippedA, task('c'), task('b', { ...input(OUT), join: 'any' })], [edge('a', 'b'), edge('c', 'b')]),
      [warning(AT_B, CONDITION)],
    ],
    [
      'by a node that begins with the first of several',
      dag([task('a'), task('c'), task('b', { ...input(OUT), join: 'first' })], [edge('a', 'b'), edge('c', 'b')]),
      [warning(AT_B, LATE)],
    ],
    [
      'by a node that does not wait for it',
      dag([task('a'), task('b', input(OUT))], [edge('a', 'b', { counts: false })]),
      [warning(AT_B, LATE)],
    ],
    [
      'by a node that is executed finally',
      dag([task('a'), task('b', input(OUT))], [edge('a', 'b')], { execution: { ...EXECUTION, finally: ['b'] } }),
      [warning(AT_B, '"b" is executed finally, whatever happened before')],
    ],
    [
      'by the condition of an edge',
      dag([task('a', dealt), task('b')], [edge('a', 'b', { condition: `${OUT} == 1` })]),
      [warning("edge[from='a'][to='b']/condition", FAILURE)],
    ],
  ])('is warned of: %s', async (_, graph, findings) => {
    expect(await found(graph)).toEqual(findings);
  });

  it.each<[string, Dag]>([
    ['the reader follows its success', dag([skippedA, task('b', input(OUT))], [edge('a', 'b')])],
    [
      'it is read behind a node that follows its success',
      dag(
        [skippedA, task('c'), task('b', input(OUT))],
        [edge('a', 'c'), edge('c', 'b'), edge('a', 'b', { counts: false })],
      ),
    ],
    [
      'what skips it skips its reader as well',
      dag(
        [task('c', doubtful), task('a'), task('b', { ...input(OUT), join: 'any' })],
        [edge('c', 'a'), edge('a', 'b'), edge('c', 'b')],
      ),
    ],
    ['its failure ends the run', dag([task('a')], [], end())],
    [
      'another output stands for its failure',
      dag([task('a', { 'on-failure': 'default', 'default-output': '{}' })], [], end()),
    ],
    [
      'one of two ways leads to it in any case',
      dag(
        [task('c'), task('d'), task('e'), task('a', { join: 'any' })],
        [
          edge('c', 'd', { condition: 'steps.c.output.up' }),
          edge('c', 'e', { condition: '!steps.c.output.up' }),
          edge('d', 'a'),
          edge('e', 'a'),
        ],
        end(),
      ),
    ],
    [
      'a failure leads to it as well as a success',
      dag(
        [task('c'), task('d'), task('e'), task('a', { join: 'any' })],
        [edge('c', 'd'), edge('c', 'e', { on: ['failure'] }), edge('d', 'a'), edge('e', 'a')],
        end(),
      ),
    ],
    [
      'the condition of its edge asks',
      dag([task('a', dealt), task('b', input(OUT))], [edge('a', 'b', { condition: 'steps.a.state == "completed"' })]),
    ],
    [
      'the condition of the reader asks',
      dag([task('a', dealt), task('b', { ...input(OUT), condition: 'steps.a.output != null' })], [edge('a', 'b')]),
    ],
  ])('is no matter when %s', async (_, graph) => {
    expect(await found(graph)).toEqual([]);
  });

  it.each([
    'has(steps.a.output.x) ? steps.a.output.x : 0',
    'steps.a.state == "completed" ? steps.a.output.x : 0',
    'steps.a.output == null ? 0 : steps.a.output.x',
    'steps.a.output.?x.orValue(0)',
    'steps.a.output[?"x"].orValue(0)',
    'steps.a.error != null ? 0 : steps.a.output.x',
    // Null is the value of the member then.
    'steps.a.output',
    '[steps.a.output, 1]',
    '{"all": steps.a.output}',
    'input.x ? steps.a.output : 0',
    '[1].map(steps, steps)',
  ])('may be read as %s', async (value) => {
    expect(await found(dag([skippedA], [], end(value)))).toEqual([]);
  });

  it.each([
    'steps.a.output["x"]',
    'size(steps.a.output)',
    'steps.a.output.map(each, each.x)',
    '[1].map(each, steps.a.output.x)',
    '1 in steps.a.output',
    'has(steps.a.output) ? steps.a.output.x : 0',
    'steps.a.output ? 1 : 2',
  ])('is warned of in %s', async (value) => {
    expect(await found(dag([skippedA], [], end(value)))).toEqual([warning(AT_END, CONDITION)]);
  });

  it('is warned of where a schema wants another value than null', async () => {
    const schema = { 'output-schema': object({ x: { type: 'object' } }) };
    expect(await found(dag([skippedA], [], { ...end('steps.a.output'), ...schema }))).toEqual([
      warning(AT_END, CONDITION),
    ]);
  });
});

describe('definitions', () => {
  const runs = (definition: string): DagNode => ({
    ...{ name: 'sub', type: 'yangent-workflows:workflow', join: 'all', 'on-failure': 'fail', risk: 'low' },
    workflow: { definition, attempts: 1 },
  });

  it('do not run one another in a circle', async () => {
    const circle = checkCalls(
      new Map([
        ['a', dag([runs('b')])],
        ['b', dag([runs('c')])],
        ['c', dag([runs('a')])],
      ]),
    );
    // Any of its members may be the one that was changed.
    const code = 'dag-cycle';
    const path = "node[name='sub']/workflow/definition";
    expect([...circle].map(([name, finding]) => [name, finding.message])).toEqual([
      ['a', 'workflows run one another: a -> b -> c -> a'],
      ['b', 'workflows run one another: b -> c -> a -> b'],
      ['c', 'workflows run one another: c -> a -> b -> c'],
    ]);
    for (const finding of circle.values()) expect(finding).toMatchObject({ severity: 'error', code, path });
  });

  it('do not run one another deeper than 16', async () => {
    const chain = new Map(Array.from({ length: 20 }, (_, at) => [`w${at}`, dag([runs(`w${at + 1}`)])]));
    expect([...checkCalls(chain).values()].map(({ code }) => code)).toContain('dag-depth');
  });
});
