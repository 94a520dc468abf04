import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { agentEntry, cleanUp, configure, type Fixture, openFixture, PROMPT, type User } from './fixture.js';

let node: Fixture;
let alice: User;
let carol: User;

beforeEach(async () => {
  node = await openFixture();
  await configure(
    node,
    agentEntry('noc', ['alice']),
    agentEntry('crew', ['carol']),
    agentEntry('bot', ['bob'], { execution: { kind: 'hosted' } }),
  );
  alice = node.as('alice');
  carol = node.as('carol');
});
afterEach(() => node.close());
afterAll(cleanUp);

async function assign(to: string, more: Record<string, unknown> = {}): Promise<string> {
  return (await alice.rpc('yangent-tasks:assign', { from: 'noc', to, content: PROMPT, ...more })).id;
}

const resource = [
  { name: 'van', value: '7' },
  { name: 'ladder', value: 'call ann@acme.example' },
];
const quality = [
  { name: 'loss', value: '0.2 dB' },
  { name: 'seen-by', value: 'ann@acme.example' },
];

describe('the estimate of an executor', () => {
  it('comes with the claim, is replaced by reports, and stays through other signs of life', async () => {
    const id = await assign('crew');
    await carol.onTask(id, 'claim', { estimate: 3_600, resource });
    expect((await alice.task(id)).executor).toMatchObject({ agent: 'crew', estimate: 3_600, resource });
    await carol.onTask(id, 'report-progress', { attempt: 1, percent: 50, estimate: 1_200 });
    await carol.onTask(id, 'report-progress', { attempt: 1, percent: 60 });
    await carol.onTask(id, 'heartbeat', { attempt: 1 });
    expect((await alice.task(id)).executor).toMatchObject({ estimate: 1_200, resource });
  });

  it('ends with the attempt', async () => {
    const id = await assign('crew');
    await carol.onTask(id, 'claim', { estimate: 60, resource });
    await carol.onTask(id, 'release', { attempt: 1 });
    await carol.onTask(id, 'claim');
    const { executor } = await alice.task(id);
    expect(executor.claimed).toBeDefined();
    expect([executor.estimate, executor.resource]).toEqual([undefined, undefined]);
  });

  it('comes from a skill with its progress, in whole seconds', async () => {
    let go: () => void = () => {};
    const seen = new Promise<void>((resolve) => {
      go = resolve;
    });
    node.tasks.host({
      id: 'bot',
      skills: {
        work: async (_task, run) => {
          await run.progress(10, 'begun', { estimate: 12.3 });
          await seen;
        },
      },
    });
    const id = await assign('bot');
    await expect.poll(async () => (await alice.task(id)).executor?.estimate, { interval: 5 }).toBe(13);
    go();
    await expect.poll(async () => (await alice.task(id)).state, { interval: 5 }).toBe('completed');
  });
});

describe('the quality of a result', () => {
  it('is shown with the result that the executor or a skill delivers', async () => {
    const id = await assign('crew');
    await carol.onTask(id, 'claim');
    await carol.onTask(id, 'complete', { attempt: 1, quality });
    expect(await alice.task(id)).toMatchObject({ state: 'completed', quality });
    node.tasks.host({ id: 'bot', skills: { work: async () => ({ quality: { accuracy: 0.9 } }) } });
    const hosted = await assign('bot', { async: false });
    expect((await alice.task(hosted)).quality).toEqual([{ name: 'accuracy', value: '0.9' }]);
  });

  it('is gone with a result that the assigner refused', async () => {
    const id = await assign('crew', { verification: { wanted: true } });
    await carol.onTask(id, 'claim');
    await carol.onTask(id, 'complete', { attempt: 1, quality });
    expect(await alice.task(id)).toMatchObject({ state: 'verifying', quality });
    await alice.onTask(id, 'verify', { verdict: 'rejected', comment: 'measure again' });
    expect((await alice.task(id)).quality).toBeUndefined();
  });
});

it('resources and quality go through the sharing policies', async () => {
  const policy = { name: 'no-mail', from: ['crew'], to: ['noc'], action: 'redact', redact: ['email'] };
  await node.as('admin', { groups: ['admin', 'operator'] }).edit({ 'yangent-contexts:sharing-policy': [policy] });
  const id = await assign('crew');
  await carol.onTask(id, 'claim', { resource });
  expect((await alice.task(id)).executor.resource[1]).toEqual({ name: 'ladder', value: 'call [redacted]' });
  await carol.onTask(id, 'complete', { attempt: 1, quality });
  expect(await alice.task(id)).toMatchObject({
    quality: [quality[0], { name: 'seen-by', value: '[redacted]' }],
    redacted: ['email'],
  });
});
