/** Data that go with a task to the node of its agent, and data of its results that come back. */
import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Peer, PeerTask } from '../../src/peers/index.js';
import { errorIn, Https } from '../support/http.js';
import { until } from '../until.js';
import { Porter } from './remote-porter.js';
import { passwordOf, profile, RemoteRig, reached, user, WAYS } from './remote-rig.js';

let rig: RemoteRig;
/** Gives tasks as the agent ops, and is no administrator. */
let ann: Https;
let ops: Peer;
let eve: Https;
let porter: Porter;
let admin: Https;
beforeAll(async () => {
  rig = await RemoteRig.start();
  await rig.near.node.edit({
    'yangent-access:access': { user: ['ann', 'eve'].map((name) => user(name)['yangent-access:access'].user[0]) },
    'yangent-agents:agents': { agent: [{ id: 'ops', owner: ['ann'], profile: profile('ops') }] },
  });
  ops = await rig.peerOf(rig.near, { user: 'ann', password: passwordOf('ann'), as: 'ops' });
  ann = new Https(rig.near, 'ann', passwordOf('ann'));
  eve = new Https(rig.near, 'eve', passwordOf('eve'));
  porter = new Porter(rig.far);
  admin = new Https(rig.near);
});
afterEach(async () => {
  rig.mend();
  await admin.send('DELETE', '/restconf/data/yangent-contexts:sharing-policy=all');
});
afterAll(async () => {
  for (const user of [ann, eve, porter, admin]) user?.close();
  await rig?.stop();
});

const bytes = () => randomBytes(1 << 20).toString('hex');
const order = { description: 'measure the fibre' };

async function keep(id: string, entry: object): Promise<void> {
  const body = JSON.stringify({ 'irtf-agent:data-params': [{ id, ...entry }] });
  expect(await ann.send('PUT', `/restconf/data/irtf-agent:data-params=${id}`, { body })).toMatchObject({ status: 201 });
}
async function upload(id: string, body: string, headers: Record<string, string> = {}): Promise<void> {
  const sent = await ann.send('PUT', `/data/${id}`, { body, type: 'image/png', headers });
  expect(sent).toMatchObject({ status: 201 });
}
const policy = (entry: object) =>
  rig.near.node.edit({ 'yangent-contexts:sharing-policy': [{ name: 'all', action: 'deny', ...entry }] });
const failed = async (task: PeerTask) => (await reached(task, 'failed')).error;

describe.each(WAYS)('an agent on another node over %s', (way) => {
  const to = `${way}-porter`;

  it('reads the text, the address and the bytes that its task refers to, and what it made is read by the assigner', async () => {
    const [note, link, map, made] = [`${way}-note`, `${way}-link`, `${way}-map`, `${way}-spectrum`];
    const picture = bytes();
    await keep(note, { dataType: 'text', description: 'a note', format: 'text/plain', data: 'R1 is dark — see map' });
    await keep(link, { dataType: 'video', url: 'https://video.example/r1' });
    await upload(map, picture);
    const task = await ops.assign({ ...order, to, 'data-param': [note, link, map] });
    const given = await porter.claim(task);
    const ids = [note, link, map].map((id) => `${task.id}.given.${id}`);
    expect(given['data-param']).toEqual(ids);
    expect(await porter.entry(ids[0]!)).toEqual({
      id: ids[0],
      dataType: 'text',
      description: 'a note',
      format: 'text/plain',
      data: 'R1 is dark — see map',
    });
    expect(await porter.entry(ids[1]!)).toEqual({ id: ids[1], dataType: 'video', url: 'https://video.example/r1' });
    expect(await porter.send('GET', `/data/${ids[2]}`)).toMatchObject({
      status: 200,
      headers: { 'content-type': 'image/png', 'upload-complete': '?1' },
      body: picture,
    });

    const spectrum = bytes();
    await porter.send('PUT', `/data/${made}`, { body: spectrum, type: 'audio/wav' });
    await porter.act(given, 'complete', {
      artifact: [
        { name: 'heard', modality: 'audio', 'data-param': made },
        { name: 'seen', 'data-param': ids[2] },
      ],
    });
    const { artifact } = await task.result();
    const here = `${task.id}.made.${made}`;
    // What was given is known here by its own name.
    expect(artifact).toEqual([
      { name: 'heard', modality: 'audio', 'data-param': here },
      { name: 'seen', 'data-param': map },
    ]);
    expect(await ann.send('GET', `/data/${here}`)).toMatchObject({
      status: 200,
      headers: { 'content-type': 'audio/wav', 'upload-complete': '?1' },
      body: spectrum,
    });
    expect(await eve.send('GET', `/data/${here}`)).toMatchObject({ status: 404 });
  });

  it('reads a text that is longer than a message may be', async () => {
    const id = `${way}-long`;
    const text = 'ä'.repeat(3 << 20);
    await keep(id, { dataType: 'text', data: text });
    const task = await ops.assign({ ...order, to, 'data-param': [id] });
    const given = await porter.claim(task);
    const { status, headers, body } = await porter.send('GET', `/data/${given['data-param']?.[0]}`);
    expect({ status, type: headers['content-type'], same: body === text }).toEqual({
      ...{ status: 200, type: 'text/plain; charset=utf-8', same: true },
    });
    await task.cancel();
  });

  it('has one copy of the data, however many attempts its task needs', async () => {
    const id = `${way}-again`;
    await upload(id, bytes());
    const task = await ops.assign({ ...order, to, 'data-param': [id], verification: { wanted: true } });
    const first = await porter.claim(task);
    const copy = await porter.param(`${task.id}.given.${id}`);
    await porter.act(first, 'complete', {});
    await reached(task, 'verifying');
    await task.verify('rejected', 'once more');
    const second = await porter.claim(task);
    expect(second.id).not.toBe(first.id);
    expect(second['data-param']).toEqual(first['data-param']);
    expect(await porter.param(`${task.id}.given.${id}`)).toEqual(copy);
    await task.cancel();
  });

  it('gets data that come with an answer or with a change of the task', async () => {
    const [answer, more] = [`${way}-answer`, `${way}-more`];
    await upload(answer, 'the answer');
    await keep(more, { dataType: 'text', data: 'and more' });
    const task = await ops.assign({ ...order, to });
    const given = await porter.claim(task);
    await porter.act(given, 'request-input', { required: 'which map?' });
    await reached(task, 'input-required');
    await task.provideInput({ content: 'this one', 'data-param': [answer] });
    const asked = await until(
      () => porter.task(given.id),
      ({ state }) => state === 'running',
    );
    expect(asked['provided-input']).toMatchObject([
      { content: 'this one', 'data-param': [`${task.id}.given.${answer}`] },
    ]);
    expect((await porter.send('GET', `/data/${task.id}.given.${answer}`)).body).toBe('the answer');
    await task.update({ 'data-param': [more] });
    await until(
      () => porter.task(given.id),
      (now) => now['data-param']?.includes(`${task.id}.given.${more}`) === true,
    );
    expect(await porter.entry(`${task.id}.given.${more}`)).toMatchObject({ data: 'and more' });
    await task.cancel();
  });

  it('shows data of an intermediate result while it goes on', async () => {
    const task = await ops.assign({ ...order, to });
    const given = await porter.claim(task);
    const id = `${way}-draft`;
    await porter.send('PUT', `/data/${id}`, { body: 'first sight', type: 'text/plain' });
    await porter.act(given, 'report-progress', { percent: 10, artifact: [{ name: 'draft', 'data-param': id }] });
    const { artifact } = await until(
      () => task.view(),
      (now) => now.artifact !== undefined,
    );
    expect(artifact).toEqual([{ name: 'draft', 'data-param': `${task.id}.made.${id}` }]);
    expect((await ann.send('GET', `/data/${task.id}.made.${id}`)).body).toBe('first sight');
    await task.cancel();
  });

  it('is not given data that a policy keeps back, not even when it was made after the assignment', async () => {
    const id = `${way}-secret`;
    await upload(id, 'what nobody may see');
    rig.cuts[way].sever();
    const task = await ops.assign({ ...order, to, 'data-param': [id] });
    await reached(task, 'running');
    await policy({ to: [to], action: 'redact', redact: ['email'] });
    rig.cuts[way].mend();
    expect(await failed(task)).toMatchObject({
      code: 'access-denied',
      message: expect.stringContaining('sharing policy "all" removes information'),
    });
    expect(await rig.counterparts(task)).toEqual([]);
    const there = await rig.far.node.read('/yangent-contexts:data');
    expect(JSON.stringify(there)).not.toContain(task.id);
  });

  it('does not get data that still arrive: its task fails and says so', async () => {
    const id = `${way}-half`;
    await upload(id, 'half', { 'upload-complete': '?0' });
    const task = await ops.assign({ ...order, to, 'data-param': [id] });
    expect(await failed(task)).toMatchObject({
      code: 'invalid-input',
      message: expect.stringContaining(`data "${id}" still arrives`),
    });
    expect(await rig.counterparts(task)).toEqual([]);
  });

  it('that refers to data which cannot be read there has no result', async () => {
    const task = await ops.assign({ ...order, to });
    const given = await porter.claim(task);
    const id = `${way}-short`;
    await porter.send('PUT', `/data/${id}`, { body: 'half', headers: { 'upload-complete': '?0' } });
    await porter.act(given, 'complete', { artifact: [{ name: 'heard', 'data-param': id }] });
    const error = await failed(task);
    expect(error).toMatchObject({ code: 'unreachable', recovery: ['retry', 'escalate'] });
    expect(error?.message).toContain(`artifact "heard" refers to data "${id}", which is not complete on `);
  });
});

describe('an agent on another node', () => {
  it('over NETCONF needs to be told where bytes go, and its task says so', async () => {
    const { remote, ...execution } = rig.execution('NETCONF', { agent: 'porter' });
    const { 'data-target': _, ...without } = { 'data-target': '', ...remote };
    await rig.near.node.edit({
      'yangent-agents:agents': {
        agent: [{ id: 'blind', profile: profile('blind'), execution: { ...execution, remote: without } }],
      },
    });
    await upload('for-blind', 'bytes');
    const task = await ops.assign({ ...order, to: 'blind', 'data-param': ['for-blind'] });
    expect(await failed(task)).toMatchObject({
      code: 'unreachable',
      message: expect.stringContaining('give execution/remote/data-target'),
    });
  });

  it('is not given data with an answer that a policy keeps back', async () => {
    await upload('kept', 'what nobody may see');
    const task = await ops.assign({ ...order, to: 'RESTCONF-porter' });
    const given = await porter.claim(task);
    await porter.act(given, 'request-input', { required: 'which map?' });
    await reached(task, 'input-required');
    await policy({ to: ['RESTCONF-porter'], action: 'redact', redact: ['email'] });
    const refused = await ann.send('POST', `/restconf/data/yangent-tasks:tasks/task=${task.id}/provide-input`, {
      body: JSON.stringify({ 'yangent-tasks:input': { 'data-param': ['kept'] } }),
    });
    expect(refused.status).toBe(403);
    expect(errorIn(refused)).toMatchObject({ 'error-tag': 'access-denied' });
    await task.cancel();
  });
});
