/** Tasks that were running when the process of the node died. */
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { agentEntry, cleanUp, configure, type Fixture, openFixture } from '../fixture.js';

let node: Fixture;
afterEach(() => node.close());
afterAll(cleanUp);

/** A skill that ends with its task only. */
const work = {
  id: 'bot',
  skills: {
    work: (_task: unknown, { signal }: { signal: AbortSignal }) =>
      new Promise<undefined>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  },
};

/** Opens the node, again when it was there; `died` when no process has stopped its tasks before. */
async function open({ died = false } = {}): Promise<void> {
  const again = node ? { directory: node.directory } : {};
  node = await openFixture({
    ...again,
    prepare: async ({ tasks, store }) => {
      tasks.host(work);
      if (died) await store.transact((tx) => tx.change('delete from task_clean_stop', []));
    },
  });
}

async function task(): Promise<string> {
  await configure(node, agentEntry('noc', ['alice']), agentEntry('bot', ['bob'], { execution: { kind: 'hosted' } }));
  const { id } = await node.as('alice').rpc('yangent-tasks:assign', { from: 'noc', to: 'bot', type: 'work' });
  return id;
}

const seen = (id: string) => node.as('alice').task(id);

describe('tasks that were running when the process ended', () => {
  it('are begun again after two deaths, and fail after the third', async () => {
    await open();
    const id = await task();
    for (let death = 1; death <= 2; death++) {
      await node.close();
      await open({ died: true });
      await expect.poll(() => seen(id), { interval: 5 }).toMatchObject({ state: 'running', attempt: death + 1 });
    }
    await node.close();
    await open({ died: true });
    expect(await seen(id)).toMatchObject({
      state: 'failed',
      attempt: 3,
      error: { code: 'internal', message: 'the node died three times while it ran; it is not begun again' },
    });
  });

  it('are begun again however often the node is stopped in order', async () => {
    await open();
    const id = await task();
    for (let stop = 1; stop <= 4; stop++) {
      await node.close();
      await open();
      await expect.poll(() => seen(id), { interval: 5 }).toMatchObject({ state: 'running', attempt: stop + 1 });
    }
  });
});
