import { createHash } from 'node:crypto';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { agentEntry, cleanUp, configure, type Fixture, openFixture, type User } from './fixture.js';

let node: Fixture;
let alice: User;
let carol: User;

beforeEach(async () => {
  node = await openFixture();
  alice = node.as('alice');
  carol = node.as('carol');
  await configure(node, agentEntry('noc', ['alice']), agentEntry('crew', ['carol']));
});
afterEach(() => node.close());
afterAll(cleanUp);

const EXPECTED = [
  { name: 'report', format: 'application/json', modality: 'text' },
  { name: 'photo', required: false },
  { name: 'log' },
];
const assign = async (verification: Record<string, boolean>): Promise<string> => {
  const input = { from: 'noc', to: 'crew', type: 'x', 'expected-artifact': EXPECTED, verification };
  const { id } = await alice.rpc('yangent-tasks:assign', input);
  await carol.onTask(id, 'claim');
  return id;
};
const sha256 = (text: string) => `sha-256:${createHash('sha256').update(text).digest('hex')}`;
const GOOD = [
  {
    name: 'report',
    'media-type': 'application/json; charset=utf-8',
    modality: 'text',
    value: '{}',
    digest: sha256('{}'),
  },
  { name: 'log', value: 'x' },
];

describe('a result', () => {
  it('is held against the expected artifacts, and the assigner sees what it lacks', async () => {
    const id = await assign({ wanted: true });
    const artifact = [{ name: 'report', 'media-type': 'text/plain', value: 'fine' }];
    expect(await carol.onTask(id, 'complete', { artifact })).toEqual({ state: 'verifying' });
    expect((await alice.task(id)).verification.finding).toEqual([
      { artifact: 'report', problem: 'format' },
      { artifact: 'log', problem: 'missing' },
    ]);
  });

  it.each([
    [{ modality: 'image' }, 'modality'],
    [{ digest: sha256('else') }, 'digest'],
  ])('with %j has the finding %s', async (wrong, problem) => {
    const id = await assign({ wanted: true });
    await carol.onTask(id, 'complete', { artifact: [{ ...GOOD[0], ...wrong }, GOOD[1]] });
    expect((await alice.task(id)).verification.finding).toEqual([{ artifact: 'report', problem }]);
  });

  it('is judged by the node where the assigner wants that: refused until it is as expected', async () => {
    const id = await assign({ automatic: true });
    expect(await carol.onTask(id, 'complete', { artifact: [GOOD[1]] })).toEqual({ state: 'accepted' });
    expect(await carol.task(id)).toMatchObject({
      'state-reason': 'the result is not as expected: report: missing',
      error: { code: 'verification-failed' },
      verification: { verdict: 'rejected' },
    });
    await carol.onTask(id, 'claim');
    expect(await carol.onTask(id, 'complete', { artifact: GOOD })).toEqual({ state: 'completed' });
    expect((await alice.task(id)).verification.finding).toBeUndefined();
  });
});
