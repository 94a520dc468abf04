import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { toValue, validate } from '../../src/data/index.js';
import { agentView, type Caller, nodeView, type View } from '../../src/server/index.js';
import { agentEntry, cleanUp, configure, type Fixture, openFixture, type Plain } from './fixture.js';

let node: Fixture;

beforeEach(async () => {
  node = await openFixture();
  await configure(node, agentEntry('noc', ['alice']), agentEntry('crew', ['carol']));
});
afterEach(() => node.close());
afterAll(cleanUp);

/** All task notifications so far that the user's subscription gives, checked against the models. */
async function heard(user: string, view: View = nodeView): Promise<{ name: string; value: Plain }[]> {
  const caller: Caller = {
    principal: { name: user, groups: [] },
    view,
    session: 0,
    protocol: 'local',
    signal: new AbortController().signal,
  };
  const ending = new AbortController();
  const found: { name: string; value: Plain }[] = [];
  for await (const [item] of node.server.subscribe(caller, {
    stream: 'NETCONF',
    startTime: '2000-01-01T00:00:00Z',
    signal: ending.signal,
  })) {
    if (item?.kind !== 'event') break;
    validate(item.notification, { schema: node.server.schema(view), type: 'notification' });
    found.push({ name: item.node.qname, value: toValue(item.notification) });
  }
  ending.abort();
  return found.filter(({ name }) => name !== 'yangent-agents:agent-changed');
}

async function work(): Promise<string> {
  const alice = node.as('alice');
  const carol = node.as('carol');
  const { id } = await alice.rpc('yangent-tasks:assign', {
    from: 'noc',
    to: 'crew',
    'task-id': 't1',
    content: '##task description mend it',
  });
  await carol.onTask(id, 'claim');
  await carol.onTask(id, 'report-progress', { percent: 50, note: 'half way' });
  await carol.onTask(id, 'request-input', { required: 'which door?' });
  await alice.onTask(id, 'provide-input', { content: 'red' });
  await carol.onTask(id, 'complete', {
    artifact: [
      { name: 'a', value: 'x' },
      { name: 'b', url: 'https://x.example/' },
    ],
  });
  return id;
}

describe('notifications of a task', () => {
  it('tell every change, in both models, numbered without a gap', async () => {
    const id = await work();
    const events = await heard('alice');
    for (const name of ['yangent-tasks:task-changed', 'irtf-agent:condition-notifications']) {
      const mine = events.filter((event) => event.name === name);
      const sequence = mine.map(({ value }) => value.sequence ?? value['yangent-tasks:sequence']);
      expect(sequence).toEqual(['1', '2', '3', '4', '5', '6', '7']);
    }
    const changed = events.filter((event) => event.name === 'yangent-tasks:task-changed').map(({ value }) => value);
    expect(changed.map(({ state }) => state)).toEqual([
      'submitted',
      'accepted',
      'running',
      'running',
      'input-required',
      'running',
      'completed',
    ]);
    expect(changed[3]).toMatchObject({ id, 'task-id': 't1', from: 'noc', to: 'crew', progress: 50, note: 'half way' });
  });

  it('carry a prompt with a target object always, and the result at the end', async () => {
    await work();
    const conditions = (await heard('alice'))
      .filter(({ name }) => name === 'irtf-agent:condition-notifications')
      .map(({ value }) => value);
    expect(conditions[0]).toMatchObject({
      'task-sendFrom': 'crew',
      'task-sendTo': 'noc',
      commuType: 'taskResultNotify',
      'task-id': 't1',
      'input-required': [
        {
          required: '##target object <object>t1</object> ##task description <description>mend it</description>',
          status: 'create',
          'task-async': true,
        },
      ],
    });
    // Where the draft has no leaf, the environment tells how far the task is.
    expect(conditions[3]['input-required'][0]).toMatchObject({
      status: 'processing',
      required:
        '##target object <object>t1</object> ##task description <description>mend it</description> ##environmental infomation <environmentInput>half way</environmentInput>',
    });
    expect(conditions[4]['input-required'][0]).toMatchObject({
      status: 'blocking',
      required: expect.stringContaining('which door?'),
    });
    expect(conditions[6]).toMatchObject({ 'yangent-tasks:state': 'completed', 'yangent-tasks:progress': 100 });
    expect(JSON.parse(conditions[6]['yangent-tasks:result'])).toEqual([
      { name: 'a', value: 'x' },
      { name: 'b', url: 'https://x.example/' },
    ]);
  });

  it('reach both sides, on the node and on their own endpoints, and nobody else', async () => {
    await work();
    await configure(node, agentEntry('other', ['alice', 'mallory']));
    expect(await heard('carol')).toHaveLength(14);
    expect(await heard('alice', agentView('crew'))).toHaveLength(14);
    expect(await heard('alice', agentView('other'))).toEqual([]);
    expect(await heard('mallory')).toEqual([]);
    expect(await heard('mallory', agentView('crew'))).toEqual([]);
  });

  it('belong to the change: what is refused tells nothing', async () => {
    const id = await work();
    const before = (await heard('alice')).length;
    await expect(node.as('alice').onTask(id, 'cancel')).rejects.toMatchObject({ appTag: 'bad-transition' });
    expect(await heard('alice')).toHaveLength(before);
  });
});

describe('the stored task and its replayed events', () => {
  it('agree on every state passed through', async () => {
    const id = await work();
    const { event, state } = await node.as('alice').task(id);
    const replayed = (await heard('alice'))
      .filter(({ name }) => name === 'yangent-tasks:task-changed')
      .map(({ value }) => value.state);
    expect(event.map((each: { state: string }) => each.state)).toEqual(replayed);
    expect(state).toBe(replayed.at(-1));
  });
});
