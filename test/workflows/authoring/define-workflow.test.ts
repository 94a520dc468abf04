/** What `defineWorkflow` makes of a source. */
import { describe, expect, it } from 'vitest';
import { defineWorkflow, WorkflowError, type WorkflowSource } from '../../../src/index.js';
import { workflowsIn } from '../../../src/workflows/index.js';

const source = (nodes: WorkflowSource['nodes'], more: Partial<WorkflowSource> = {}): WorkflowSource => ({
  name: 'repair',
  version: '1.0',
  nodes,
  ...more,
});

const edgesOf = (nodes: WorkflowSource['nodes'], more: Partial<WorkflowSource> = {}) =>
  defineWorkflow(source(nodes, more)).edge;

describe('defineWorkflow', () => {
  it('takes lengths of time for seconds', () => {
    const { node, execution } = defineWorkflow(
      source(
        {
          rest: { wait: '5m' },
          soon: { wait: { seconds: '1d' } },
          poll: { task: 'poll', timeout: '2h', retry: { delay: '30s' }, repeat: { until: false, delay: '10s' } },
        },
        { execution: { timeout: '1h' } },
      ),
    );
    expect(node).toMatchObject([
      { wait: { seconds: 300 } },
      { wait: { seconds: 86_400 } },
      { timeout: { total: 7_200 }, retry: { delay: 30 }, repeat: { delay: 10 } },
    ]);
    expect(execution).toEqual({ timeout: 3_600 });
    expect(() => workflowsIn({ ...source({}), nodes: { rest: { wait: '5 minutes' } } })).toThrow(
      'node "rest": wait: expected seconds, as a number, or a length such as 30s, 15m, 2h or 1d, not "5 minutes"',
    );
  });

  it('tells the faults of all nodes at once', () => {
    const nodes = { one: { tusk: 'do' }, two: { wait: 'long' }, three: { task: 'do' } };
    expect(() => workflowsIn({ ...source({}), nodes })).toThrow(
      /^node "one": tusk: .*\nnode "two": wait: expected [^\n]*$/,
    );
  });

  it('makes the entry of the model from short forms', () => {
    const definition = defineWorkflow({
      name: 'repair',
      version: '1.0',
      'runner-group': 'noc',
      'input-schema': { type: 'object', required: ['site'] },
      execution: { finally: 'tell', timeout: 600 },
      output: { link: 'steps.find.output.fault.link' },
      nodes: {
        find: { task: 'find-fault', input: { site: 'input.site', depth: 3, deep: true, none: null } },
        mend: {
          task: { skill: 'mend', agent: 'field', 'same-agent-as': 'find', constraint: { window: '22:00' } },
          input: { link: 'steps.find.output.fault.link' },
          retry: { 'max-attempts': 4, factor: 1.5, on: 'busy' },
          timeout: 60,
          'on-failure': 'default',
          'default-output': { links: 0 },
          pool: 'crew',
        },
        go: { wait: { signal: 'go' }, after: 'mend' },
        rest: { wait: 30, after: ['go'] },
        call: { workflow: 'inner', after: 'rest' },
        each: { task: { skill: 'ping' }, 'for-each': 'steps.find.output.fault.links', input: { link: 'item' } },
        poll: { task: 'poll', repeat: 'output.n.up == true', after: 'call' },
        sum: { output: { all: 'steps.each.output' } },
        tell: { task: 'tell' },
      },
    });
    const control = (from: string, to: string) => ({ from, to, type: 'yangent-workflows:control' });
    const data = (from: string, to: string) => ({ from, to, type: 'yangent-workflows:data' });
    expect(definition).toEqual({
      name: 'repair',
      version: '1.0',
      'runner-group': ['noc'],
      'input-schema': '{"type":"object","required":["site"]}',
      execution: { finally: ['tell'], timeout: 600 },
      output: [{ name: 'link', value: 'steps.find.output.fault.link' }],
      node: [
        {
          name: 'find',
          type: 'yangent-workflows:task',
          task: { skill: 'find-fault' },
          input: [
            { name: 'site', value: 'input.site' },
            { name: 'depth', value: '3' },
            { name: 'deep', value: 'true' },
            { name: 'none', value: 'null' },
          ],
        },
        {
          name: 'mend',
          type: 'yangent-workflows:task',
          task: {
            skill: 'mend',
            agent: 'field',
            'same-agent-as': ['find'],
            constraint: [{ name: 'window', value: '22:00' }],
          },
          input: [{ name: 'link', value: 'steps.find.output.fault.link' }],
          retry: { 'max-attempts': 4, factor: '1.5', on: ['busy'] },
          timeout: { total: 60 },
          'on-failure': 'default',
          'default-output': '{"links":0}',
          pool: ['crew'],
        },
        { name: 'go', type: 'yangent-workflows:wait', wait: { signal: { name: 'go' } } },
        { name: 'rest', type: 'yangent-workflows:wait', wait: { seconds: 30 } },
        { name: 'call', type: 'yangent-workflows:workflow', workflow: { definition: 'inner' } },
        {
          name: 'each',
          type: 'yangent-workflows:task',
          task: { skill: 'ping' },
          'for-each': { items: 'steps.find.output.fault.links' },
          input: [{ name: 'link', value: 'item' }],
        },
        {
          name: 'poll',
          type: 'yangent-workflows:task',
          task: { skill: 'poll' },
          repeat: { until: 'output.n.up == true' },
        },
        { name: 'sum', type: 'yangent-workflows:none', output: [{ name: 'all', value: 'steps.each.output' }] },
        { name: 'tell', type: 'yangent-workflows:task', task: { skill: 'tell' } },
      ],
      edge: [
        data('find', 'mend'),
        control('mend', 'go'),
        control('go', 'rest'),
        control('rest', 'call'),
        data('find', 'each'),
        control('call', 'poll'),
        data('each', 'sum'),
      ],
    });
  });

  it('takes nodes as a list', () => {
    expect(defineWorkflow(source([{ name: 'a', task: 'do' }])).node).toEqual([
      { name: 'a', type: 'yangent-workflows:task', task: { skill: 'do' } },
    ]);
  });

  it.each(['input', 'condition', 'for-each', 'until', 'match'])('derives a data edge from %s', (place) => {
    const read = 'steps.a.output.x == 1';
    const nodes: Record<string, WorkflowSource['nodes']> = {
      input: { a: { task: 'do' }, b: { task: 'do', input: { x: `[${read}]` } } },
      condition: { a: { task: 'do' }, b: { task: 'do', condition: `"x" in input && ${read}` } },
      'for-each': { a: { task: 'do' }, b: { task: 'do', 'for-each': { items: 'steps["a"].output.x' } } },
      until: { a: { task: 'do' }, b: { wait: { until: 'steps.a.output.at' } } },
      match: { a: { task: 'do' }, b: { wait: { signal: { name: 'go', match: `event.x && ${read}` } } } },
    };
    expect(edgesOf(nodes[place] ?? {})).toEqual([{ from: 'a', to: 'b', type: 'yangent-workflows:data' }]);
  });

  it('joins the ends of `after` with the reads of the same step', () => {
    const nodes: WorkflowSource['nodes'] = {
      try: { task: 'do' },
      other: { task: 'do' },
      repair: {
        task: 'do',
        input: { code: 'steps.try.error.code' },
        after: { try: 'failure', other: { on: ['success', 'skipped'], counts: false } },
      },
    };
    expect(edgesOf(nodes)).toEqual([
      { from: 'try', to: 'repair', type: 'yangent-workflows:data', on: ['failure'] },
      { from: 'other', to: 'repair', type: 'yangent-workflows:control', on: ['success', 'skipped'], counts: false },
    ]);
  });

  it('lets a node of finally run however the steps ended that it reads', () => {
    const nodes: WorkflowSource['nodes'] = { a: { task: 'do' }, tell: { output: { state: 'steps.a.state' } } };
    expect(edgesOf(nodes, { execution: { finally: 'tell' } })).toEqual([
      { from: 'a', to: 'tell', type: 'yangent-workflows:data', counts: false },
    ]);
  });

  it('lets a given edge stand for the derived one', () => {
    const nodes: WorkflowSource['nodes'] = {
      a: { task: 'do' },
      b: { task: 'do', input: { x: 'steps.a.output.x' } },
    };
    expect(edgesOf(nodes, { edges: [{ from: 'a', to: 'b', on: 'skipped', share: '/x' }] })).toEqual([
      { from: 'a', to: 'b', on: ['skipped'], share: ['/x'] },
    ]);
  });
});

describe('a source that is wrong', () => {
  /** The sources are untyped, as those of files are. */
  const faultOf = (nodes: unknown, more: object = {}): WorkflowError => {
    try {
      workflowsIn({ name: 'w', version: '1', nodes, ...more });
    } catch (error) {
      if (error instanceof WorkflowError) return error;
      throw error;
    }
    throw new Error('nothing was wrong');
  };

  it.each([
    [
      { find: { task: 'a' }, mend: { task: 'b', input: { x: 'steps.fnd.output' } } },
      'node "mend": input.x: there is no node "fnd" (did you mean \'find\'?); the nodes are find, mend',
    ],
    [{ a: { task: 'x', condition: '1 +' } }, /^node "a": condition: "1 \+" is no expression: /],
    [
      { a: { task: 'x', inptu: {} } },
      /^node "a": inptu: a node has no such member \(did you mean 'input'\?\); it has /,
    ],
    [{ a: { task: { skil: 'x' } } }, /^node "a": task\.skil: a task has no such member \(did you mean 'skill'\?\)/],
    [{ a: { input: { x: '1' } } }, /^node "a": nothing says what it does; give it a task, /],
    [{ a: { task: 'x', wait: 3 } }, 'node "a": it has task and wait; a node does one of them'],
    [{ a: { type: 'tsk' } }, 'node "a": type: the types are task, workflow, approval, wait, none'],
    [{ a: { task: 'x', after: 'a' } }, /^node "a": after: "a" cannot follow itself/],
    [{ a: { task: 'x', after: [3] } }, 'node "a": after.0: expected the name of a node, not 3'],
    [{ a: { task: 'x', input: 'input.x' } }, 'node "a": input: expected an object by name, not "input.x"'],
    [{ a: { task: 'x', input: { x: ['y'] } } }, 'node "a": input.x: expected an expression as text, not a list'],
    [
      [
        { name: 'a', task: 'x' },
        { name: 'a', task: 'x' },
      ],
      'node "a": two nodes have this name; each needs its own',
    ],
    [[{ task: 'x' }], "nodes.0: a node of a list needs a name: { name: 'find', … }"],
    [{}, /^nodes: a workflow needs nodes/],
  ])('%j names the node and the place', (nodes, message) => {
    const fault = faultOf(nodes);
    if (typeof message === 'string') expect(fault.message).toBe(message);
    else expect(fault.message).toMatch(message);
  });

  it('gives the node and the path', () => {
    expect(faultOf({ a: { task: 'x', after: 'b' } })).toMatchObject({ node: 'a', path: ['nodes', 'a', 'after'] });
    expect(faultOf([{ name: 'a', task: 'x', after: 'b' }])).toMatchObject({ node: 'a', path: ['nodes', 0, 'after'] });
  });

  it('names places outside nodes', () => {
    const nodes = { a: { task: 'x' } };
    expect(faultOf(nodes, { version: 1 }).message).toBe(
      "version: expected a text in quotation marks, such as '1.0', not 1",
    );
    expect(faultOf(nodes, { output: { x: 'steps.b.output' } }).message).toMatch(/^output\.x: there is no node "b"/);
    expect(faultOf(nodes, { execution: { finally: ['b'] } }).message).toMatch(/^execution\.finally: there is no/);
    expect(faultOf(nodes, { edges: [{ from: 'a', to: 'b' }] }).message).toMatch(/^edges\.0\.to: there is no node "b"/);
    expect(() => workflowsIn('x')).toThrow(TypeError);
  });
});

describe('workflowsIn', () => {
  const entry = { name: 'a', version: '1', node: [{ name: 'n' }] };

  it('takes documents of the model, entries and modules', () => {
    const pool = [{ name: 'crew', slots: 1 }];
    const document = { 'yangent-workflows:workflows': { definition: [entry], pool } };
    expect(workflowsIn(document)).toEqual({ definition: [entry], pool, isSource: false });
    expect(workflowsIn({ 'yangent-workflows:definition': [entry] }).definition).toEqual([entry]);
    expect(workflowsIn(entry).definition).toEqual([entry]);
    expect(workflowsIn([entry, source({ a: { task: 'x' } })]).definition.map(({ name }) => name)).toEqual([
      'a',
      'repair',
    ]);
  });
});
