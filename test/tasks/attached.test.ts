import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { agentEntry, cleanUp, configure, type Fixture, openFixture, type Plain, PROMPT, type User } from './fixture.js';

let node: Fixture;
let alice: User;
let carol: User;

beforeEach(async () => {
  node = await openFixture({ settings: { lease: 60 } });
  await configure(
    node,
    agentEntry('noc', ['alice']),
    agentEntry('crew', ['carol'], { execution: { 'max-concurrent-tasks': 2 } }),
  );
  alice = node.as('alice');
  carol = node.as('carol');
});
afterEach(() => node.close());
afterAll(cleanUp);

async function assign(more: Record<string, unknown> = {}): Promise<string> {
  return (await alice.rpc('yangent-tasks:assign', { from: 'noc', to: 'crew', content: PROMPT, ...more })).id;
}

describe('an attached agent', () => {
  it('claims, reports, delivers, and the assigner sees all of it', async () => {
    const id = await assign();
    const claimed = await carol.onTask(id, 'claim');
    expect(claimed).toMatchObject({ state: 'running', attempt: 1, 'lease-expires': expect.any(String) });
    await carol.onTask(id, 'report-progress', {
      attempt: 1,
      percent: 40,
      note: 'on site',
      checkpoint: 'arrived',
      artifact: [{ name: 'photo', url: 'https://crew.example/1.jpg' }],
    });
    expect(await alice.task(id)).toMatchObject({
      state: 'running',
      progress: { percent: 40, note: 'on site', checkpoint: ['arrived'] },
      artifact: [{ name: 'photo' }],
    });
    expect(
      await carol.onTask(id, 'complete', { attempt: 1, artifact: [{ name: 'report', value: 'fibre replaced' }] }),
    ).toEqual({ state: 'completed' });
    expect(await alice.task(id)).toMatchObject({
      state: 'completed',
      progress: { percent: 100 },
      artifact: [{ name: 'photo' }, { name: 'report' }],
    });
  });

  it('gets the most urgent task first, and no more at once than it takes', async () => {
    const low = await assign({ priority: 1 });
    const high = await assign({ priority: 7 });
    await assign({ priority: 3 });
    const { task } = await carol.rpc('yangent-tasks:claim-next', { agent: 'crew', max: 10 });
    expect(task).toHaveLength(2);
    expect(task.map((each: Plain) => each.id)).toContain(high);
    expect(task.map((each: Plain) => each.id)).not.toContain(low);
    expect(await carol.rpc('yangent-tasks:claim-next', { agent: 'crew' })).toEqual({});
  });

  it('can wait for a task', async () => {
    const waiting = carol.rpc('yangent-tasks:claim-next', { agent: 'crew', wait: 20 });
    const id = await assign();
    expect((await waiting).task).toMatchObject([{ id, state: 'running', attempt: 1 }]);
  });

  it('asks for input and goes on when it is given', async () => {
    const id = await assign();
    await carol.onTask(id, 'claim');
    await carol.onTask(id, 'request-input', { attempt: 1, required: 'which door?' });
    expect(await alice.task(id)).toMatchObject({
      state: 'input-required',
      'input-request': { required: 'which door?' },
    });
    await expect(alice.onTask(id, 'provide-input', {})).rejects.toMatchObject({ tag: 'missing-element' });
    expect(await alice.onTask(id, 'provide-input', { content: 'the red one' })).toEqual({ state: 'running' });
    expect(await carol.task(id)).toMatchObject({
      'provided-input': [{ sequence: 1, content: 'the red one', by: 'alice' }],
    });
  });

  it('loses the task when its lease ends, and its late report is refused', async () => {
    const id = await assign();
    await carol.onTask(id, 'claim');
    node.clock.now += 50_000;
    await carol.onTask(id, 'heartbeat', { attempt: 1 });
    node.clock.now += 50_000;
    await node.tasks.sweep();
    expect((await alice.task(id)).state).toBe('running');
    node.clock.now += 20_000;
    await node.tasks.sweep();
    expect(await alice.task(id)).toMatchObject({ state: 'accepted', error: { code: 'executor-lost' } });
    expect(await carol.onTask(id, 'claim')).toMatchObject({ attempt: 2 });
    await expect(carol.onTask(id, 'complete', { attempt: 1 })).rejects.toMatchObject({ appTag: 'stale-attempt' });
    expect(await carol.onTask(id, 'complete', { attempt: 2 })).toEqual({ state: 'completed' });
  });

  it('is given up after as many lost attempts as the policy allows', async () => {
    const id = await assign({ policy: { 'max-attempts': 2 } });
    for (let attempt = 1; attempt <= 2; attempt++) {
      await carol.onTask(id, 'claim', { lease: 1 });
      node.clock.now += 2_000;
      await node.tasks.sweep();
    }
    expect(await alice.task(id)).toMatchObject({ state: 'failed', error: { code: 'executor-lost' } });
  });

  it('may say more in an error than the node keeps', async () => {
    const id = await assign();
    await carol.onTask(id, 'claim');
    const [message, diagnostic] = ['m'.repeat(5_000_000), '\u{1f600}'.repeat(100_000)];
    expect(await carol.onTask(id, 'fail', { code: 'internal', message, diagnostic })).toEqual({ state: 'failed' });
    const { error, 'state-reason': reason } = await alice.task(id);
    expect(error).toEqual({
      code: 'internal',
      message: expect.stringMatching(/^m+… \[cut; the text had 5000000 characters\]$/),
      diagnostic: expect.stringMatching(/^(\u{1f600})+… \[cut; the text had 200000 characters\]$/u),
    });
    expect(String(error?.message)).toHaveLength(4_096);
    expect(reason).toBe(error?.message);
  });

  it('tries again where it says so, else has failed', async () => {
    const id = await assign();
    await carol.onTask(id, 'claim');
    const error = { code: 'unreachable', message: 'the site is closed' };
    expect(await carol.onTask(id, 'fail', { ...error, recovery: ['retry'] })).toEqual({ state: 'accepted' });
    await carol.onTask(id, 'claim');
    expect(await carol.onTask(id, 'fail', error)).toEqual({ state: 'failed' });
    expect(await alice.task(id)).toMatchObject({ 'state-reason': 'the site is closed', error });
  });

  it('hands a task back', async () => {
    const id = await assign();
    await carol.onTask(id, 'claim');
    expect(await carol.onTask(id, 'release', { reason: 'shift ends' })).toEqual({ state: 'accepted' });
  });

  it('has its result judged where the assigner wants that', async () => {
    const id = await assign({ verification: { wanted: true } });
    await carol.onTask(id, 'claim');
    expect(await carol.onTask(id, 'complete', { artifact: [{ name: 'r', value: 'done' }] })).toEqual({
      state: 'verifying',
    });
    expect(await alice.onTask(id, 'verify', { verdict: 'rejected', comment: 'no photo' })).toEqual({
      state: 'accepted',
    });
    await carol.onTask(id, 'claim');
    await carol.onTask(id, 'complete', { artifact: [{ name: 'photo', url: 'https://crew.example/2.jpg' }] });
    expect(await alice.onTask(id, 'verify', { verdict: 'accepted' })).toEqual({ state: 'completed' });
  });

  it('does the executor side, and the assigner the other', async () => {
    const id = await assign();
    await expect(alice.onTask(id, 'claim')).rejects.toMatchObject({ tag: 'access-denied' });
    await expect(carol.onTask(id, 'cancel')).rejects.toMatchObject({ tag: 'access-denied' });
    await expect(carol.onTask(id, 'complete')).rejects.toMatchObject({ appTag: 'bad-transition' });
  });
});

describe('steering a task', () => {
  it('cancels once and for all', async () => {
    const id = await assign();
    expect(await alice.onTask(id, 'cancel', { reason: 'false alarm' })).toEqual({ state: 'canceled' });
    expect(await alice.onTask(id, 'cancel')).toEqual({ state: 'canceled' });
    expect(await alice.task(id)).toMatchObject({ 'state-reason': 'false alarm' });
    await expect(carol.onTask(id, 'claim')).rejects.toMatchObject({ appTag: 'bad-transition' });
  });

  it('suspends and resumes, by the assigner or an operator', async () => {
    const id = await assign();
    const operator = node.as('olga', { groups: ['operator'] });
    expect(await operator.onTask(id, 'suspend', { reason: 'freeze' })).toEqual({ state: 'suspended' });
    expect(await alice.onTask(id, 'resume')).toEqual({ state: 'accepted' });
  });

  it('changes the terms while it is not final', async () => {
    const id = await assign({ term: [{ term: 'BTS', explanation: 'base station' }] });
    await alice.onTask(id, 'update', {
      priority: 6,
      objective: 'restore',
      term: [{ term: 'OLT', explanation: 'line terminal' }],
    });
    const task = await carol.task(id);
    expect(task).toMatchObject({ priority: 6, objective: 'restore' });
    expect(task.term).toHaveLength(2);
  });

  it('fails at its deadline', async () => {
    const id = await assign({ deadline: new Date(node.clock.now + 10_000).toISOString() });
    node.clock.now += 11_000;
    await node.tasks.sweep();
    expect(await alice.task(id)).toMatchObject({ state: 'failed', error: { code: 'deadline-exceeded' } });
  });

  it('halts everything and lets it go on', async () => {
    const [running, waiting] = [await assign(), await assign()];
    await carol.onTask(running, 'claim');
    await expect(alice.rpc('yangent-tasks:stop-all')).rejects.toMatchObject({ tag: 'access-denied' });
    const operator = node.as('olga', { groups: ['operator'] });
    expect(await operator.rpc('yangent-tasks:stop-all', { reason: 'drill' })).toMatchObject({ tasks: 1 });
    expect(await operator.read('/yangent-tasks:tasks/halt')).toMatchObject({ reason: 'drill', by: 'olga' });
    expect(node.tasks.halted()).toBe('drill');
    expect((await alice.task(running)).state).toBe('suspended');
    await expect(carol.onTask(waiting, 'claim')).rejects.toMatchObject({ appTag: 'halted' });
    expect(await carol.rpc('yangent-tasks:claim-next', { agent: 'crew' })).toEqual({});
    expect(await operator.rpc('yangent-tasks:resume-all')).toMatchObject({ tasks: 1 });
    expect((await alice.task(running)).state).toBe('accepted');
    expect((await carol.rpc('yangent-tasks:claim-next', { agent: 'crew', max: 5 })).task).toHaveLength(2);
  });
});
