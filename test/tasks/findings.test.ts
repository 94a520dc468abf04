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

  it('of another modality has that as its finding', async () => {
    const id = await assign({ wanted: true });
    await carol.onTask(id, 'complete', { artifact: [{ ...GOOD[0], modality: 'image' }, GOOD[1]] });
    expect((await alice.task(id)).verification.finding).toEqual([{ artifact: 'report', problem: 'modality' }]);
  });

  it.each([
    ['nobody judges', {}],
    ['the assigner judges', { wanted: true }],
    ['the node judges', { automatic: true }],
  ])('with a digest that is not its own is refused where %s', async (_, verification) => {
    const id = await assign(verification);
    const wrong = { ...GOOD[0], digest: sha256('else') };
    for (const action of ['complete', 'report-progress']) {
      await expect(carol.onTask(id, action, { artifact: [wrong, GOOD[1]] })).rejects.toMatchObject({
        tag: 'invalid-value',
        appTag: 'digest',
        message: expect.stringContaining(`"report" is not that of its content, which is ${GOOD[0]?.digest}`),
      });
    }
    expect(await carol.task(id)).toMatchObject({ state: 'running', attempt: 1 });
    const state = 'wanted' in verification ? 'verifying' : 'completed';
    expect(await carol.onTask(id, 'complete', { artifact: GOOD })).toEqual({ state });
  });

  it('in data has the digest of the data', async () => {
    const id = await assign({});
    await carol.edit({ 'irtf-agent:data-params': [{ id: 'log-1', dataType: 'text', data: 'all of it' }] });
    const delivered = (digest: string) => [GOOD[0], { name: 'log', 'data-param': 'log-1', digest }];
    await expect(carol.onTask(id, 'complete', { artifact: delivered(sha256('else')) })).rejects.toMatchObject({
      appTag: 'digest',
    });
    const done = await carol.onTask(id, 'complete', { artifact: delivered(sha256('all of it')) });
    expect(done).toEqual({ state: 'completed' });
  });

  it('of a skill inside the node fails the task', async () => {
    await configure(node, agentEntry('bot', ['carol'], { execution: { kind: 'hosted' } }));
    node.tasks.host({
      id: 'bot',
      skills: { work: async () => ({ artifacts: [{ name: 'a', value: 'x', digest: sha256('y') }] }) },
    });
    const input = { from: 'noc', to: 'bot', type: 'work', async: false, policy: { 'max-attempts': 1 } };
    const { state, error } = await alice.rpc('yangent-tasks:assign', input);
    expect({ state, message: error?.message }).toEqual({
      state: 'failed',
      message: expect.stringContaining('the digest of the artifact "a" is not that of its content'),
    });
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
