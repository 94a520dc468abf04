import { expect, it } from 'vitest';
import { inOrder } from '../../src/cli/workflow/graph-order.js';

const names = (nodes: string, edges: string) =>
  inOrder({
    node: nodes.split(' ').map((name) => ({ name })),
    edge: edges.split(' ').map((each) => ({ from: each.slice(0, 1), to: each.slice(1) })),
  })
    .map(({ name }) => name)
    .join(' ');

it('puts nodes behind those that they follow, and keeps a cycle', () => {
  expect(names('d c b a', 'ab bc cd')).toBe('a b c d');
  expect(names('a b c', 'ab')).toBe('a c b');
  expect(names('a b c', 'ab bc cb')).toBe('a b c');
});

it('takes a chain of ten thousand nodes in a moment', () => {
  const node = Array.from({ length: 10_000 }, (_, index) => ({ name: `n${index}` }));
  const edge = node.slice(1).map(({ name }, index) => ({ from: `n${index}`, to: name }));
  const begun = performance.now();
  expect(inOrder({ node: node.toReversed(), edge }).at(-1)?.name).toBe('n9999');
  expect(performance.now() - begun).toBeLessThan(2_000);
});
