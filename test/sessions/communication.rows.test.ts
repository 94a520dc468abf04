/** Rows of the framework for agent networks about modes of communication, sessions and routing; teams that their needs form. */
import { expect, it } from 'vitest';
import { type Plain, register } from '../rows/agents-rig.js';
import { texts, useSessionsRig } from './sessions-rig.js';

const { rig, call, act, open, group, say, receive, drain, read } = useSessionsRig();
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;

it('ANF-9-a: two agents have a session of their own, three are a group', async () => {
  const { output } = await call('alice', 'send', { from: 'noc', to: ['ip'], content: 'we two' });
  expect(await read('bob', output.session)).toMatchObject({
    kind: 'direct',
    member: [{ agent: 'ip' }, { agent: 'noc' }],
  });
  const three = await group('ip', 'optics');
  expect(await read('bob', three)).toMatchObject({
    kind: 'group',
    member: [{ agent: 'ip' }, { agent: 'noc' }, { agent: 'optics' }],
  });
});

it('ANF-9.2-a ANF-12.1-c: a group grows while it talks, and a message to it reaches all that wait at once, under one number', async () => {
  await Promise.all([drain('ip'), drain('optics')]);
  const session = await group('ip');
  await act('alice', session, 'invite', { agent: 'noc', member: [{ agent: 'optics' }] });
  await Promise.all([drain('ip'), drain('optics')]);
  const waiting = [receive('ip', { session, wait: 30 }), receive('optics', { session, wait: 30 })];
  const { output } = await say('noc', session, 'to all of you');
  const got = await Promise.all(waiting);
  for (const { message } of got)
    expect(message).toMatchObject([{ content: 'to all of you', sequence: output.sequence, session }]);
});

it('ANF-1.2-a ANF-1.2-b ANF-1.2-c ANF-1.2-d: agents are found by the side on which they are, and talk with those of each side', async () => {
  const skill = (tag: string) => ({ skill: [{ 'skill-name': 'talk', 'skill-tags': [tag] }] });
  for (const [name, user, side] of [
    ['phone', 'alice', 'terminal-side'],
    ['watch', 'bob', 'terminal-side'],
    ['core', 'carol', 'network-side'],
    ['edge', 'alice', 'network-side'],
  ] as const)
    await register(rig, user, name, { profile: { skills: skill(side) } });
  const at = async (tag: string) => {
    const { output } = await rig.operation('alice', 'yangent-agents:discover', { tag: [tag] });
    return output.match.map(({ id }: Plain) => id).sort();
  };
  expect([await at('terminal-side'), await at('network-side')]).toEqual([
    ['phone', 'watch'],
    ['core', 'edge'],
  ]);
  for (const [from, to, user] of [
    ['phone', 'watch', 'bob'],
    ['phone', 'core', 'carol'],
    ['edge', 'core', 'carol'],
  ] as const) {
    const { output } = await call('alice', 'send', { from, to: [to], content: `${from} to ${to}` });
    const given = await call(user, 'receive', { agent: to, session: output.session });
    expect(texts(given.output)).toEqual([`${from} to ${to}`]);
  }
});

it('ANF-11-a ANF-12.1-b: after discovery a message goes to the identifier that was found, and the node finds its agent', async () => {
  const { output } = await rig.operation('alice', 'yangent-agents:discover', { name: 'optics' });
  const to = output.match[0].id;
  const sent = await call('alice', 'send', { from: 'noc', to: [to], content: 'found you' });
  expect(sent.output.session).toMatch(UUID);
  expect(texts(await receive('optics', { session: sent.output.session }))).toContain('found you');
});

it('ANF-12.2-a: an agent is looked for by what it can do, and the message goes to the identifier found', async () => {
  await register(rig, 'carol', 'spectrum', {
    profile: { skills: { skill: [{ 'skill-name': 'measure-spectrum', 'skill-description': 'Measures wavelengths' }] } },
  });
  const discover = { text: 'measures wavelengths' };
  const found = await rig.operation('alice', 'yangent-peers:resolve', { discover });
  expect(found).toMatchObject({ status: 200, output: { agent: 'spectrum' } });
  const sent = await call('alice', 'send', { from: 'noc', to: [found.output.agent], content: 'measure, please' });
  const given = await call('carol', 'receive', { agent: 'spectrum', session: sent.output.session });
  expect(texts(given.output)).toEqual(['measure, please']);
});

it('ANF-11.1-b: the node keeps the state of each agent that is registered', async () => {
  await register(rig, 'bob', 'watched');
  const state = async () => {
    const { body } = await rig.http('bob', 'GET', '/restconf/data/yangent-agents:agents/agent=watched/status');
    return JSON.parse(body)['yangent-agents:status'];
  };
  const agent = (name: string, input: Plain) =>
    rig.http('bob', 'POST', `/restconf/data/yangent-agents:agents/agent=watched/${name}`, {
      'yangent-agents:input': input,
    });
  expect(await state()).toMatchObject({ state: 'online' });
  expect((await agent('renew', { load: '12.5', lease: 1 })).status).toBeLessThan(300);
  expect(await state()).toMatchObject({ state: 'online', load: '12.5', 'lease-expires': expect.any(String) });
  await expect.poll(async () => (await state()).state, { timeout: 20_000 }).toBe('offline');
  expect((await agent('renew', { lease: 3600 })).status).toBeLessThan(300);
  expect(await state()).toMatchObject({ state: 'online', 'last-seen': expect.any(String) });
});

it('ANF-11.1-c: a session is established for those that may: not for another user, nor with an agent that takes none', async () => {
  const ask = { from: 'noc', kind: 'group', member: [{ agent: 'ip' }] };
  expect(await call('carol', 'open', ask)).toMatchObject({ status: 403, output: { 'error-tag': 'access-denied' } });
  await register(rig, 'bob', 'alone');
  await rig.http('admin', 'PATCH', '/restconf/data/yangent-agents:agents/agent=alone', {
    'yangent-agents:agent': [{ id: 'alone', execution: { accepts: { sessions: 'none' } } }],
  });
  expect(await call('alice', 'open', { ...ask, member: [{ agent: 'alone' }] })).toMatchObject({
    output: { 'error-app-tag': 'not-accepted' },
  });
  expect(await call('alice', 'open', ask)).toMatchObject({ status: 200, output: { state: 'open' } });
});

it('ANF-3.1-c ANF-8.1-g ANF-11.1-d ANF-11.1-e: a session has one identifier, which its tasks bear, and a table of its agents', async () => {
  const shared = await rig.operation('alice', 'yangent-contexts:share', {
    ...{ id: 'of-r1', from: 'noc', to: 'ip', type: 'conversation', content: 'R1 was upgraded on Monday.' },
  });
  expect(shared.status).toBe(200);
  const session = await group('ip', 'optics');
  expect(session).toMatch(UUID);
  const order = (taskId: string, to: string, more: Plain = {}) =>
    say('noc', session, `do ${taskId}`, {
      ...{ type: 'yangent-sessions:task-assignment', 'next-speaker': [to], task: { 'task-id': taskId, ...more } },
    });
  for (const answer of [
    await order('alone', 'optics'),
    await order('one', 'ip', { context: ['of-r1'] }),
    await order('two', 'ip', { context: ['of-r1'] }),
  ])
    expect(answer).toMatchObject({ status: 200 });
  const table = await read('alice', session);
  expect(table).toMatchObject({
    coordinator: 'noc',
    member: [
      { agent: 'ip', role: 'speaker' },
      { agent: 'noc', role: 'coordinator' },
      { agent: 'optics', role: 'speaker' },
    ],
  });
  const tasks = await Promise.all(
    table.task.map(async ({ id }: Plain) => {
      const { body } = await rig.http('alice', 'GET', `/restconf/data/yangent-tasks:tasks/task=${id}`);
      return JSON.parse(body)['yangent-tasks:task'][0];
    }),
  );
  expect(tasks.map((task) => [task['task-id'], task.to, task.thread, task.context]).sort()).toEqual([
    ['alone', 'optics', session, undefined],
    ['one', 'ip', session, ['of-r1']],
    ['two', 'ip', session, ['of-r1']],
  ]);
});

it('MAG-4.1-d: a team is formed of the agents that its task needs, and says which need none meets', async () => {
  await register(rig, 'carol', 'battery', { profile: { description: 'Watches batteries of base stations' } });
  const need = [
    { id: 'power', text: 'watches batteries' },
    { id: 'other', name: 'no such agent' },
  ];
  const formed = await call('alice', 'open', { from: 'noc', kind: 'team', goal: 'power of BS-1', need });
  expect(formed).toMatchObject({
    status: 200,
    output: { unmet: ['other'], member: expect.arrayContaining([{ agent: 'battery', state: 'joined' }]) },
  });
});

it('IOA-4.4-f IOA-5-e: a coordinator decides from what was said who joins, who speaks next, and in which state', async () => {
  await register(rig, 'carol', 'splicer', { profile: { description: 'Repairs cut fibres of cables' } });
  const { output } = await call('alice', 'open', {
    ...{ from: 'noc', kind: 'team', goal: 'R1-R2 is down', member: [{ agent: 'ip' }] },
    first: { content: 'what is needed?', 'next-speaker': ['ip'] },
  });
  const session = output.id;
  await say('ip', session, 'repairs of a cut fibre');
  const past = await call('alice', 'history', { agent: 'noc', session, from: 'ip', limit: 1 });
  const [text] = texts(past.output);
  const found = await rig.operation('alice', 'yangent-agents:discover', { text, limit: 1 });
  const [{ id }] = found.output.match;
  expect(id).toBe('splicer');
  await act('alice', session, 'invite', { agent: 'noc', member: [{ agent: id }] });
  expect(await act('alice', session, 'grant-floor', { agent: 'noc', 'next-speaker': [id] })).toMatchObject({
    status: 204,
  });
  expect(await read('alice', session)).toMatchObject({ state: 'discussion', floor: { holder: ['splicer'] } });
  await call('carol', 'send', { from: 'splicer', session, content: 'I can', 'next-speaker': ['noc'] });
  const task = { type: 'yangent-sessions:task-assignment', 'next-speaker': [id], task: { 'task-id': 'splice' } };
  await say('noc', session, 'do it', { ...task, mode: 'asynchronous' });
  const lead = { agent: 'noc', state: 'synchronous-task-assignment' };
  expect(await act('alice', session, 'grant-floor', lead)).toMatchObject({ status: 204 });
  expect(await read('alice', session)).toMatchObject({ state: 'synchronous-task-assignment' });
});

it('IOA-5-f: a member that comes late is told in short what was said', async () => {
  const session = await open('group', { goal: 'mend R1', qos: { history: 'summary' }, member: [{ agent: 'ip' }] });
  for (let number = 1; number <= 8; number += 1) await say('noc', session, `step ${number} ${'x'.repeat(2_000)}`);
  await drain('optics');
  await act('alice', session, 'invite', { agent: 'noc', member: [{ agent: 'optics' }] });
  const [summary] = (await receive('optics', { session })).message.filter(
    ({ type }: Plain) => type === 'yangent-sessions:summary',
  );
  expect(summary.content).toMatch(/^Goal: mend R1\nLast messages:/);
  expect(summary.content).toContain('noc: step 8 x');
  expect(summary.content).not.toContain('step 3 ');
  expect(summary.content.length).toBeLessThan(3_000);
  const past = await call('carol', 'history', { agent: 'optics', session, limit: 100 });
  expect(texts(past.output)).toEqual([summary.content]);
});

it('IOA-E-b: a state takes what its table says from those that it names, and goes on when nobody speaks in time', async () => {
  const { output } = await call('alice', 'open', {
    ...{ from: 'noc', kind: 'team', goal: 'x', member: [{ agent: 'ip' }], 'turn-taking': { 'speaker-timeout': 1 } },
    first: { content: 'your turn', 'next-speaker': ['ip'] },
  });
  const session = output.id;
  expect(await say('optics', session, 'I am not in')).toMatchObject({ output: { 'error-tag': 'data-missing' } });
  expect(await say('ip', session, 'the end', { type: 'yangent-sessions:conclusion' })).toMatchObject({
    status: 412,
    output: { 'error-app-tag': 'bad-transition' },
  });
  await expect.poll(async () => (await read('alice', session)).floor?.holder, { timeout: 20_000 }).toEqual(['noc']);
  const { output: past } = await call('alice', 'history', { agent: 'noc', session, limit: 100 });
  const [back] = past.message.filter(({ floor }: Plain) => floor?.reason === 'timeout');
  expect(back).toMatchObject({ type: 'yangent-sessions:floor', floor: { state: 'discussion', holder: ['noc'] } });
});
