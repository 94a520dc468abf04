import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Attempt } from '../../../src/tasks/executors/attempt.js';
import { type HostedAgent, TaskFailure } from '../../../src/tasks/index.js';
import {
  agentEntry,
  cleanUp,
  configure,
  type Fixture,
  openFixture,
  PROMPT,
  temporaryDirectory,
  type User,
} from '../fixture.js';

let node: Fixture;
let alice: User;

beforeEach(async () => {
  node = await openFixture();
  alice = node.as('alice');
  await configure(
    node,
    agentEntry('noc', ['alice']),
    agentEntry('bot', ['bob'], { execution: { kind: 'hosted', 'max-concurrent-tasks': 2 } }),
  );
});
afterEach(() => node.close());
afterAll(cleanUp);

const task = { from: 'noc', to: 'bot', content: PROMPT };

function assignSync(more: Record<string, unknown> = {}) {
  return alice.rpc('yangent-tasks:assign', { ...task, async: false, ...more });
}

/** A promise and what settles it. */
function gate<T = void>(): { readonly opened: Promise<T>; open(value: T): void } {
  let open: (value: T) => void = () => {};
  const opened = new Promise<T>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

async function stateBecomes(id: string, state: string): Promise<void> {
  await expect.poll(async () => (await alice.task(id)).state, { interval: 5, timeout: 5_000 }).toBe(state);
}

describe('a hosted agent', () => {
  it.each([
    [undefined, 'completed', 3],
    [2, 'failed', 2],
    [1, 'failed', 1],
  ])('is asked again after an error, max-attempts %s: %s', async (attempts, state, calls) => {
    let called = 0;
    node.tasks.host({
      id: 'bot',
      skills: {
        work: async () => {
          called += 1;
          if (called < 3) throw new Error('the device does not answer');
          return 'done';
        },
      },
    });
    const policy = attempts === undefined ? {} : { policy: { 'max-attempts': attempts } };
    expect(await assignSync(policy)).toMatchObject({ state });
    expect(called).toBe(calls);
  });

  it('reports progress and delivers artifacts of every form', async () => {
    node.tasks.host({
      id: 'bot',
      skills: {
        work: async (_task, run) => {
          await run.progress(40, 'checked optics');
          await run.deliver({ name: 'early', value: 'half' });
          return {
            note: 'all done',
            artifacts: [
              { name: 'facts', data: { loss: 3 } },
              { name: 'list', data: [1, 2] },
            ],
          };
        },
      },
    });
    const answer = await assignSync();
    expect(answer.artifact).toEqual([
      { name: 'early', value: 'half' },
      { name: 'facts', data: { loss: 3 } },
      { name: 'list', value: '[1,2]', 'media-type': 'application/json' },
    ]);
    const { event } = await alice.task(answer.id);
    expect(event).toContainEqual(expect.objectContaining({ percent: 40, note: 'checked optics', by: 'bot' }));
  });

  it('says why a skill failed, and tries again where that may help', async () => {
    let calls = 0;
    node.tasks.host({
      id: 'bot',
      skills: {
        flaky: async () => {
          calls++;
          if (calls < 3) throw new TaskFailure('unreachable', 'no route', { recovery: ['retry'] });
          return 'finally';
        },
        broken: async () => {
          throw new Error('wires crossed');
        },
      },
    });
    expect(await assignSync({ type: 'flaky' })).toMatchObject({ state: 'completed', artifact: [{ value: 'finally' }] });
    expect(calls).toBe(3);
    expect(await assignSync({ type: 'broken' })).toMatchObject({
      state: 'failed',
      error: { code: 'internal', message: 'wires crossed' },
    });
  });

  it('is given the skill that the task names, or that its words fit', async () => {
    const skill = (name: string) => async () => name;
    node.tasks.host({
      id: 'bot',
      skills: { 'diagnose-link': skill('diagnose-link'), 'restart-router': skill('restart-router') },
    });
    expect((await assignSync({ type: 'restart-router' })).artifact[0].value).toBe('restart-router');
    expect((await assignSync({ content: '##task description please restart the router' })).artifact[0].value).toBe(
      'restart-router',
    );
    expect((await assignSync({ content: '##task description why is the link down' })).artifact[0].value).toBe(
      'diagnose-link',
    );
    expect(await assignSync({ content: '##task description brew coffee' })).toMatchObject({
      state: 'rejected',
      error: { code: 'lack-of-skills' },
    });
  });

  it('executes no more at once than configured', async () => {
    const release = gate();
    let now = 0;
    let most = 0;
    node.tasks.host({
      id: 'bot',
      skills: {
        work: async () => {
          most = Math.max(most, ++now);
          await release.opened;
          now--;
        },
      },
    });
    const answers = [1, 2, 3, 4, 5].map(() => assignSync());
    await expect.poll(() => now, { interval: 5 }).toBe(2);
    release.open();
    expect((await Promise.all(answers)).map(({ state }) => state)).toEqual(Array(5).fill('completed'));
    expect(most).toBe(2);
  });

  it('is told when its task is canceled, and what it does afterwards counts no more', async () => {
    const started = gate();
    const ended = gate<unknown>();
    node.tasks.host({
      id: 'bot',
      skills: {
        work: async (_task, run) => {
          started.open();
          await new Promise((resolve) => run.signal.addEventListener('abort', resolve));
          ended.open(run.signal.reason);
          return 'too late';
        },
      },
    });
    const { id } = await alice.rpc('yangent-tasks:assign', task);
    await started.opened;
    await alice.onTask(id, 'cancel');
    expect(String(await ended.opened)).toContain('canceled');
    expect((await alice.task(id)).state).toBe('canceled');
  });

  it('asks for input and proposes, round by round, until the assigner is satisfied', async () => {
    node.tasks.host({
      id: 'bot',
      skills: {
        work: async (_task, run) => {
          const { content } = await run.requestInput('which window?');
          let proposal = `${content} at 02:00`;
          for (;;) {
            const { satisfied, counter } = await run.propose(proposal);
            if (satisfied) return proposal;
            proposal = counter ?? proposal;
          }
        },
      },
    });
    const asked = await assignSync();
    expect(asked.state).toBe('input-required');
    await alice.onTask(asked.id, 'provide-input', { content: 'tonight' });
    const rounds = async () => (await alice.task(asked.id)).negotiation ?? [];
    await expect.poll(async () => (await rounds()).length, { interval: 5 }).toBe(1);
    const speak = (input: Record<string, unknown>) =>
      alice.rpc('yangent-tasks:negotiate', { from: 'noc', id: asked.id, type: 'FULFILLMENT', ...input });
    expect(await speak({ verdict: 'countered', counter: 'tonight at 03:00' })).toMatchObject({
      round: 3,
      by: 'bot',
      content: ['tonight at 03:00'],
    });
    expect(await speak({ verdict: 'countered', counter: 'tonight at 04:00' })).toMatchObject({ round: 5, by: 'bot' });
    await speak({ verdict: 'satisfied', wait: 0 });
    await stateBecomes(asked.id, 'completed');
    expect((await rounds()).map(({ by }: { by: string }) => by)).toEqual(['bot', 'noc', 'bot', 'noc', 'bot', 'noc']);
    expect((await alice.task(asked.id)).artifact[0].value).toBe('tonight at 04:00');
  });

  it('is interrupted by stop-all and goes on after resume-all', async () => {
    let attempts = 0;
    const started = gate();
    node.tasks.host({
      id: 'bot',
      skills: {
        work: async (_task, run) => {
          if (++attempts > 1) return 'done';
          started.open();
          return new Promise((_resolve, reject) =>
            run.signal.addEventListener('abort', () => reject(run.signal.reason)),
          );
        },
      },
    });
    const { id } = await alice.rpc('yangent-tasks:assign', task);
    await started.opened;
    const operator = node.as('olga', { groups: ['operator'] });
    await operator.rpc('yangent-tasks:stop-all');
    expect((await alice.task(id)).state).toBe('suspended');
    await operator.rpc('yangent-tasks:resume-all');
    await stateBecomes(id, 'completed');
    expect((await alice.task(id)).attempt).toBe(2);
  });
});

describe('a skill that ends before it is told that its task was', () => {
  const operator = () => node.as('olga', { groups: ['operator'] });
  it.each([
    ['suspended', (id: string) => alice.onTask(id, 'suspend'), (id: string) => alice.onTask(id, 'resume')],
    ['stopped', () => operator().rpc('yangent-tasks:stop-all'), () => operator().rpc('yangent-tasks:resume-all')],
  ])('%s is called again', async (_name, stop, goOn) => {
    const started = gate();
    const finish = gate();
    const over = gate();
    let calls = 0;
    const work = async () => {
      calls += 1;
      started.open();
      await finish.opened;
      return `done ${calls}`;
    };
    node.tasks.host({ id: 'bot', skills: { work } });
    const { id } = await alice.rpc('yangent-tasks:assign', { ...task, policy: { 'max-attempts': 1 } });
    await started.opened;

    // The attempt has not been told of the stop when the skill ends.
    const interrupt = vi.spyOn(Attempt.prototype, 'interrupt').mockImplementation(() => {});
    await stop(id);
    interrupt.mockImplementation((reason) => reason === 'the attempt is over' && over.open());
    finish.open();
    await over.opened;
    interrupt.mockRestore();
    expect((await alice.task(id)).state).toBe('suspended');
    await goOn(id);
    await stateBecomes(id, 'completed');
    expect(await alice.task(id)).toMatchObject({ attempt: 2, artifact: [{ value: 'done 2' }] });
  });
});

describe('after a restart', () => {
  it('a task goes on, and the steps it finished are not repeated', async () => {
    await node.close();
    const directory = temporaryDirectory();
    let paid = 0;
    const started = gate();
    const agent = (finish: boolean): HostedAgent => ({
      id: 'bot',
      skills: {
        work: async (_task, run) => {
          const receipt = await run.step('pay', async () => `receipt ${++paid}`);
          const { content } = await run.requestInput('when?');
          if (!finish) {
            started.open();
            await new Promise((_resolve, reject) =>
              run.signal.addEventListener('abort', () => reject(run.signal.reason)),
            );
          }
          return `${receipt}, ${content}`;
        },
      },
    });
    node = await openFixture({ directory });
    alice = node.as('alice');
    await configure(node, agentEntry('noc', ['alice']), agentEntry('bot', ['bob'], { execution: { kind: 'hosted' } }));
    node.tasks.host(agent(false));
    const waits = await assignSync();
    await alice.onTask(waits.id, 'provide-input', { content: 'now' });
    await started.opened;
    const asks = await assignSync();
    expect(asks.state).toBe('input-required');
    await node.close();

    node = await openFixture({ directory, prepare: ({ tasks }) => void tasks.host(agent(true)) });
    alice = node.as('alice');
    await stateBecomes(waits.id, 'completed');
    expect(await alice.task(waits.id)).toMatchObject({ attempt: 2, artifact: [{ value: 'receipt 1, now' }] });
    await alice.onTask(asks.id, 'provide-input', { content: 'later' });
    await stateBecomes(asks.id, 'completed');
    expect((await alice.task(asks.id)).artifact[0].value).toBe('receipt 2, later');
    expect(paid).toBe(2);
  });

  it('a task whose policy says so has failed', async () => {
    await node.close();
    const directory = temporaryDirectory();
    const started = gate();
    node = await openFixture({ directory });
    alice = node.as('alice');
    await configure(node, agentEntry('noc', ['alice']), agentEntry('bot', ['bob'], { execution: { kind: 'hosted' } }));
    node.tasks.host({
      id: 'bot',
      skills: {
        work: (_task, run) => {
          started.open();
          return new Promise((_resolve, reject) =>
            run.signal.addEventListener('abort', () => reject(run.signal.reason)),
          );
        },
      },
    });
    const { id } = await alice.rpc('yangent-tasks:assign', { ...task, policy: { 'on-restart': 'fail' } });
    await started.opened;
    await node.close();
    node = await openFixture({ directory });
    alice = node.as('alice');
    expect(await alice.task(id)).toMatchObject({ state: 'failed', error: { code: 'executor-lost' } });
  });
});
