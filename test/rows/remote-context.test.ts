/** Context items that go with a task to the node of its agent, as policies let that agent have them. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Peer, PeerTask } from '../../src/peers/index.js';
import { Https } from '../support/http.js';
import { until } from '../until.js';
import { Porter } from './remote-porter.js';
import { passwordOf, profile, RemoteRig, reached, user, WAYS } from './remote-rig.js';

let rig: RemoteRig;
let ann: Https;
let ops: Peer;
let porter: Porter;
let admin: Https;
beforeAll(async () => {
  rig = await RemoteRig.start();
  await rig.near.node.edit({
    'yangent-access:access': { user: ['ann', 'eve'].map((name) => user(name)['yangent-access:access'].user[0]) },
    'yangent-agents:agents': {
      agent: [
        { id: 'ops', owner: ['ann'], profile: profile('ops') },
        { id: 'lure', owner: ['eve'], profile: profile('lure') },
      ],
    },
  });
  ops = await rig.peerOf(rig.near, { user: 'ann', password: passwordOf('ann'), as: 'ops' });
  ann = new Https(rig.near, 'ann', passwordOf('ann'));
  porter = new Porter(rig.far);
  admin = new Https(rig.near);
});
afterEach(async () => {
  await admin.send('DELETE', '/restconf/data/yangent-contexts:sharing-policy=all');
});
afterAll(async () => {
  for (const one of [ann, porter, admin]) one?.close();
  await rig?.stop();
});

const order = { description: 'measure the fibre' };

const share = (peer: Peer, item: { id: string; from: string } & Record<string, unknown>) =>
  peer.invoke('yangent-contexts:share', {
    to: 'noc',
    type: 'conversation',
    content: 'nothing new',
    ...item,
  } as never);
const policy = (entry: object) =>
  rig.near.node.edit({ 'yangent-contexts:sharing-policy': [{ name: 'all', action: 'deny', ...entry }] });
const failed = async (task: PeerTask) => (await reached(task, 'failed')).error;
const fetched = async (who: Https, input: object): Promise<readonly Record<string, unknown>[]> => {
  const body = JSON.stringify({ 'yangent-contexts:input': input });
  const answer = await who.send('POST', '/restconf/operations/yangent-contexts:fetch', { body });
  return JSON.parse(answer.body)['yangent-contexts:output'].item ?? [];
};

describe.each(WAYS)('an agent on another node over %s', (way) => {
  const to = `${way}-porter`;

  it('finds the items that its task refers to, without what a policy removes, and what was removed is recorded', async () => {
    const [said, plan] = [`${way}-said`, `${way}-plan`];
    await share(ops, { id: said, from: 'ops', content: 'ask ann@acme.example about R1' });
    const json = { encoding: 'json', 'media-type': 'application/json', type: 'plan' };
    await share(ops, { id: plan, from: 'ops', ...json, sensitivity: 'public', content: '{"who":"bob@acme.example"}' });
    await policy({ to: [to], action: 'redact', redact: ['email'] });
    const task = await ops.assign({ ...order, to, context: [said, plan] });
    const given = await porter.claim(task);
    const ids = [said, plan].map((id) => `${task.id}.given.${id}`);
    expect(given.context).toEqual(ids);
    const common = { from: 'broker', to: 'porter', task: given['task-id'], thread: given['task-id'] };
    expect(await fetched(porter, { task: given['task-id'] })).toEqual([
      expect.objectContaining({
        ...common,
        ...json,
        id: ids[1],
        sensitivity: 'public',
        content: '{"who":"[redacted]"}',
      }),
      expect.objectContaining({ ...common, id: ids[0], type: 'conversation', content: 'ask [redacted] about R1' }),
    ]);
    // The node that gave them knows what it gave.
    expect(await fetched(ann, { id: [`${ids[0]}.${to}`] })).toEqual([
      expect.objectContaining({
        ...{ from: 'ops', to, task: task.id },
        ...{ content: 'ask [redacted] about R1', redacted: ['email'] },
      }),
    ]);
    expect((await task.view()).redacted).toEqual(['email']);
    await task.cancel();
  });

  it('reads the data of such an item, and gets items that are added to its task', async () => {
    const [drawn, added] = [`${way}-drawn`, `${way}-added`];
    expect(await ann.send('PUT', `/data/${drawn}-map`, { body: 'a map', type: 'image/png' })).toMatchObject({
      status: 201,
    });
    await share(ops, { id: drawn, from: 'ops', content: 'see the map', 'data-param': [`${drawn}-map`] });
    const task = await ops.assign({ ...order, to, context: [drawn] });
    const given = await porter.claim(task);
    const map = `${task.id}.given.${drawn}-map`;
    expect(await fetched(porter, { id: given.context })).toEqual([
      expect.objectContaining({ content: 'see the map', 'data-param': [map] }),
    ]);
    expect(await porter.send('GET', `/data/${map}`)).toMatchObject({ status: 200, body: 'a map' });
    await share(ops, { id: added, from: 'ops', content: 'one more thing' });
    await task.update({ context: [added] });
    const now = await until(
      () => porter.task(given.id),
      ({ context = [] }) => context.length > 1,
    );
    expect(now.context).toEqual([drawn, added].map((id) => `${task.id}.given.${id}`));
    expect(await fetched(porter, { id: [`${task.id}.given.${added}`] })).toEqual([
      expect.objectContaining({ content: 'one more thing' }),
    ]);
    await task.cancel();
  });

  it('gets nothing that its assigner may not see, nothing secret, and nothing that a policy denies', async () => {
    const eve = await rig.peerOf(rig.near, { user: 'eve', password: passwordOf('eve'), as: 'lure' });
    const [foreign, secret, plain] = [`${way}-foreign`, `${way}-secret`, `${way}-plain`];
    await share(eve, { id: foreign, from: 'lure' });
    await share(ops, { id: secret, from: 'ops', sensitivity: 'secret' });
    await share(ops, { id: plain, from: 'ops' });
    const unknown = `there is no context item "${foreign}"`;
    await expect(ops.assign({ ...order, to, context: [foreign] })).rejects.toThrow(unknown);
    const told = await ops.assign({ ...order, to, context: [secret] });
    expect(await failed(told)).toMatchObject({
      code: 'access-denied',
      message: `context item "${secret}" is secret: it is for agents "ops" and "noc" only`,
    });
    const going = await ops.assign({ ...order, to });
    await porter.claim(going);
    await expect(going.update({ context: [foreign] })).rejects.toThrow(unknown);
    await going.update({ context: [secret] });
    const noted = await until(
      () => going.view(),
      ({ event = [] }) => event.some(({ note }) => note?.startsWith('the change does not reach') === true),
    );
    expect(noted.event?.at(-1)).toMatchObject({
      by: 'node',
      note: `the change does not reach agent "${to}": context item "${secret}" is secret: it is for agents "ops" and "noc" only`,
    });
    await going.suspend('first something else');
    expect((await rig.counterpart(going, 'suspended')).context).toBeUndefined();
    await going.cancel();
    await policy({ to: [to], type: ['conversation'] });
    const denied = await ops.assign({ ...order, to, context: [plain] });
    expect(await failed(denied)).toMatchObject({
      code: 'access-denied',
      message: expect.stringContaining('sharing policy "all" does not let agent "ops" share this'),
    });
    for (const task of [told, denied]) expect(await rig.counterparts(task)).toEqual([]);
    expect(JSON.stringify(await rig.far.node.read('/yangent-contexts:contexts'))).not.toContain('nothing new');
  });
});
