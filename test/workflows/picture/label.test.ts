import { expect, it } from 'vitest';
import { edgeTip, nodeLines, nodeTip, stateLine } from '../../../src/workflows/picture/label.js';
import { edge, node, task } from './graphs.js';

const work = { executors: 1, negotiate: false, verify: false };

it.each([
  ['an agent alone', task('n', 's', { task: { ...work, agent: 'core' } }), ['by core']],
  ['skill and agent', task('n', 's', { task: { ...work, skill: 'reset', agent: 'core' } }), ['reset by core']],
  [
    'a long skill and an agent',
    task('n', 's', { task: { ...work, skill: 'a-skill-with-a-very-long-name', agent: 'another-long-name' } }),
    ['a-skill-with-a-very-long-name', 'by another-long-name'],
  ],
  ['executors', task('n', 's', { task: { ...work, skill: 's', executors: 2 } }), ['s', '2 agents']],
  ['a time', node('n', 'wait', { wait: { seconds: 60 } }), ['wait 1 min']],
  ['an expression', node('n', 'wait', { wait: { until: 'input.at' } }), ['wait until input.at']],
  [
    'a notification',
    node('n', 'wait', { wait: { notification: { name: 'a:b', stream: 'NETCONF', match: 'event.up' } } }),
    ['wait for notification', 'a:b', 'with event.up'],
  ],
  ['a signal', node('n', 'wait', { wait: { signal: { name: 'go' } } }), ['wait for signal go']],
  ['nothing to do', node('n', 'none'), []],
  ['a quorum', node('n', 'none', { join: 'quorum', quorum: 2 }), ['join: 2 of 3']],
  ['the first', node('n', 'none', { join: 'first' }), ['join: first']],
  ['a default', node('n', 'none', { 'on-failure': 'default' }), ['if it fails: default output']],
])('a node with %s says so', (_, each, lines) => {
  expect(nodeLines(each, 3)).toEqual(lines);
});

it('the agent of a run stands in place of the one of the definition', () => {
  const each = task('n', 's', { task: { ...work, skill: 'reset', agent: 'core' } });
  expect(nodeLines(each, 0, { state: 'executing', agent: 'core-2' })).toEqual(['reset by core-2']);
});

it('a state comes with the attempt and the items where they tell something', () => {
  expect(stateLine({ state: 'ready', attempt: 1 })).toBe('ready');
  expect(stateLine({ state: 'executing', attempt: 3 })).toBe('executing, attempt 3');
  expect(stateLine({ state: 'failed', items: { done: 5, failed: 2, of: 9 } })).toBe('failed, 5 of 9 done, 2 failed');
});

it('texts too long for a label are shortened there, and whole where a reader points', () => {
  const condition = `input.name == "${'x'.repeat(60)}"`;
  const each = task('n', 's', { condition, pool: ['lab', 'van'] });
  expect(nodeLines(each, 0)).toEqual(['s', `if input.name == "${'x'.repeat(24)}…`]);
  expect(nodeTip(each)).toEqual(['n', `condition: ${condition}`, 'pools: lab, van']);
  expect(edgeTip(edge('a', 'b', { condition, share: ['/a', '/b/0'] }))).toEqual([
    'a → b',
    `condition: ${condition}`,
    'shares: /a, /b/0',
  ]);
  expect(edgeTip(edge('a', 'b'))).toEqual([]);
});
