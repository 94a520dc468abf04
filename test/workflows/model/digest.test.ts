/** The digest of a graph is that of what it says, however it is written. */
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compileModels } from '../../../src/node/modules.js';
import { contentOf } from '../../../src/workflows/model/digest.js';
import { definitionNode } from '../../../src/workflows/northbound/config.js';

const { nodeSchema } = compileModels({ yang: [], features: new Map(), pluginModules: [] });
const schema = definitionNode({ schema: nodeSchema.root });

const GRAPH = {
  version: '1.0',
  description: 'é "q"',
  node: [
    {
      name: 'a',
      task: { skill: 'do' },
      input: [
        { name: 'k', value: '2.5' },
        { name: 'z', value: '1' },
      ],
      retry: { 'max-attempts': 7, never: ['broken', 'overloaded'] },
      estimate: 5,
    },
    { name: 'b', type: 'yangent-workflows:wait', wait: { seconds: 1 } },
  ],
  edge: [{ from: 'a', to: 'b', on: ['failure', 'success'] }],
  execution: { finally: ['b', 'a'] },
};
const TEXT =
  '{"description":"é \\"q\\"","edge":[{"from":"a","on":["failure","success"],"to":"b"}],"execution":{"finally":["b","a"]},"node":[' +
  '{"estimate":5,"input":[{"name":"k","value":"2.5"},{"name":"z","value":"1"}],"name":"a","retry":{"max-attempts":7,' +
  '"never":["broken","overloaded"]},"task":{"skill":"do"}},' +
  '{"name":"b","type":"yangent-workflows:wait","wait":{"seconds":1}}],"version":"1.0"}';

/** Lists whose order is part of the graph. */
const ORDERED: ReadonlySet<string> = new Set(['finally', 'input']);

/** Writes the same in another way: members, and lists whose order says nothing, in another order. */
const otherwise = (value: unknown, at = ''): fc.Arbitrary<unknown> => {
  if (Array.isArray(value)) {
    const entries = fc.tuple(...value.map((each) => otherwise(each)));
    return ORDERED.has(at) ? entries : entries.chain((all) => fc.shuffledSubarray(all, { minLength: all.length }));
  }
  if (typeof value !== 'object' || value === null) return fc.constant(value);
  const members = Object.entries(value).map(([name, each]) =>
    otherwise(each, name).map((made) => [name, made] as const),
  );
  return fc
    .tuple(...members)
    .chain((all) => fc.shuffledSubarray(all, { minLength: all.length }))
    .map((all) => Object.fromEntries(all));
};

it('is of the canonical text, without what is no part of the graph', () => {
  const content = contentOf(schema, { ...GRAPH, name: 'x', enabled: true, coordinator: 'c', 'runner-group': ['g'] });
  expect(content.text).toBe(TEXT);
  expect(content.digest).toBe(`sha-256:${createHash('sha256').update(TEXT).digest('hex')}`);
});

it('does not depend on the order in which it is written', () => {
  fc.assert(fc.property(otherwise(GRAPH), (graph) => contentOf(schema, graph).text === TEXT));
});

it('does not depend on values that are the default, nor on the names of modules', () => {
  const [a, b] = GRAPH.node;
  const node = [{ ...a, join: 'all', 'on-failure': 'fail', task: { skill: 'do', executors: 1 } }, b];
  expect(
    contentOf(schema, { ...GRAPH, node, execution: { ...GRAPH.execution, 'on-failure': 'fail', priority: 3 } }).text,
  ).toBe(TEXT);
  const { version, ...rest } = GRAPH;
  expect(contentOf(schema, { ...rest, 'yangent-workflows:version': version }).text).toBe(TEXT);
});
