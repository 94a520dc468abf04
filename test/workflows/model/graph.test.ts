/** The index of the edges of a graph. */
import { expect, it } from 'vitest';
import type { DagEdge } from '../../../src/workflows/model/dag.js';
import { Graph } from '../../../src/workflows/model/graph.js';

const WIDTH = 500;

it('finds an edge without going through those of its nodes', () => {
  let looks = 0;
  const edge = (from: string, to: string): DagEdge => ({
    ...{ type: 'yangent-workflows:data', on: ['success'], counts: true, to },
    get from() {
      looks++;
      return from;
    },
  });
  const many = Array.from({ length: WIDTH }, (_, index) => `n${index}`);
  const graph = new Graph({
    node: [],
    edge: [...many.map((name) => edge('one', name)), ...many.map((name) => edge(name, 'other')), edge('one', 'other')],
  });
  expect(graph.edge('one', 'other')).toMatchObject({ to: 'other' });
  expect(graph.edge('other', 'one')).toBeUndefined();
  looks = 0;
  for (const name of many) expect(graph.edge('one', name)?.to).toBe(name);
  for (const name of many) expect(graph.edge(name, 'other')?.to).toBe('other');
  expect(looks).toBe(0);
});
