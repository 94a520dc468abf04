/** The use cases of task coordination (seed 000 §2, §3), played by agents of different users and domains. */
import { beforeAll, describe, expect, it } from 'vitest';
import { type Plain, register, TASKS_XML, type User, useAgentsRig } from './agents-rig.js';

const rig = useAgentsRig();

const skilled = (...names: string[]) => ({ skills: { skill: names.map((name) => ({ 'skill-name': name })) } });

beforeAll(async () => {
  await register(rig, 'alice', 'drone', {
    domain: 'surveillance',
    profile: skilled('surveillance'),
    registration: { service: [{ name: 'sensing service' }] },
  });
  for (const dog of ['dog-1', 'dog-2'])
    await register(rig, 'bob', dog, {
      domain: 'ground',
      profile: skilled('video-surveillance', 'transport', 'clear-obstacle'),
      registration: { service: [{ name: 'sensing service' }], location: { latitude: '48.1', longitude: '11.5' } },
    });
  await register(rig, 'carol', 'assistant', {
    domain: 'office',
    profile: skilled('write-report'),
    registration: { service: [{ name: 'AI service' }] },
  });
});

const assign = async (taskId: string, more: Plain): Promise<Plain> => {
  const { status, output } = await rig.operation('alice', 'yangent-tasks:assign', {
    from: 'drone',
    'task-id': taskId,
    ...more,
  });
  expect(status).toBe(200);
  return output;
};
const claim = (user: User, agent: string, max = 1) =>
  rig.netconf(user, `<claim-next xmlns="${TASKS_XML}"><agent>${agent}</agent><max>${max}</max></claim-next>`);
const claimed = (reply: string): string[] =>
  [...reply.matchAll(/<task-id>([^<]+)<\/task-id>/g)].map(([, id = '']) => id);
const complete = (user: User, id: string) =>
  rig.onTask(user, id, 'complete', { artifact: [{ name: 'result', modality: 'text', value: 'done' }] });
const taskOf = async (id: string): Promise<Plain> =>
  JSON.parse((await rig.http('alice', 'GET', `/restconf/data/yangent-tasks:tasks/task=${id}`)).body)[
    'yangent-tasks:task'
  ][0];
const finishAll = async (user: User, agent: string) => {
  const reply = await claim(user, agent, 100);
  for (const [, id = ''] of reply.matchAll(/<task [^>]*><id>([^<]+)<\/id>/g)) await complete(user, id);
  return claimed(reply);
};

describe('use cases', () => {
  it('CUI-2-a: many tasks at once, delegated by a drone to robot dogs by what they can do', async () => {
    const skills = ['video-surveillance', 'transport', 'clear-obstacle'];
    const wanted = Array.from({ length: 30 }, (_, n) => `many-${n}`);
    const answers = await Promise.all(
      wanted.map((id, n) => assign(id, { discover: { skill: [skills[n % 3]] }, objective: 'help' })),
    );
    expect(answers.every(({ state, to }) => state === 'accepted' && /^dog-[12]$/.test(to))).toBe(true);
    const done = [...(await finishAll('bob', 'dog-1')), ...(await finishAll('bob', 'dog-2'))];
    expect(done.sort()).toEqual([...wanted].sort());
  });

  it('CUI-2-b: the control signal passes the training data', async () => {
    await assign('training-data', { to: 'dog-1', objective: 'take the training data', priority: 0 });
    await assign('control-signal', { to: 'dog-1', objective: 'stop at once', priority: 7 });
    expect(claimed(await claim('bob', 'dog-1', 2))).toEqual(['control-signal', 'training-data']);
  });

  it('CUI-2-c: what one attempt could not do, the next one does', async () => {
    const { id } = await assign('weld', { to: 'dog-2', objective: 'weld the frame', policy: { 'max-attempts': 2 } });
    await claim('bob', 'dog-2');
    const fault = { code: 'arm-stuck', message: 'the arm is stuck', recovery: ['retry'] };
    expect((await rig.onTask('bob', id, 'fail', fault)).output).toMatchObject({ state: 'accepted' });
    expect(claimed(await claim('bob', 'dog-2'))).toEqual(['weld']);
    await complete('bob', id);
    expect(await taskOf(id)).toMatchObject({ state: 'completed', attempt: 2 });
  });

  it('CUI-2-d: agents of three domains do one task end to end', async () => {
    const whole = await assign('end-to-end', { to: 'drone', objective: 'find, fetch, report' });
    const fetch = await assign('fetch', {
      discover: { domain: 'ground', skill: ['transport'] },
      objective: 'fetch it',
      parent: whole.id,
    });
    await finishAll('bob', fetch.to);
    const report = await assign('report', { discover: { domain: 'office' }, objective: 'report it', parent: whole.id });
    expect(report.to).toBe('assistant');
    await finishAll('carol', 'assistant');
    await finishAll('alice', 'drone');
    for (const { id } of [fetch, report, whole]) expect(await taskOf(id)).toMatchObject({ state: 'completed' });
  });

  it('CUI-2-e: embodied agents are found by where they are, virtual ones by what they know', async () => {
    const find = async (query: Plain) =>
      (await rig.operation('alice', 'yangent-agents:discover', query)).output.match.map(({ id }: Plain) => id).sort();
    expect(
      await find({ service: ['sensing service'], near: { latitude: '48.1', longitude: '11.5', radius: 100 } }),
    ).toEqual(['dog-1', 'dog-2']);
    expect(await find({ service: ['AI service'] })).toEqual(['assistant']);
  });
});

describe('why tasks are coordinated', () => {
  it('CUI-3.1-a: a task takes several rounds', async () => {
    const { id } = await assign('rounds', { to: 'assistant', objective: 'write it' });
    await claim('carol', 'assistant');
    for (const question of ['Which language?', 'How long?']) {
      expect((await rig.onTask('carol', id, 'request-input', { required: question })).output).toMatchObject({
        state: 'input-required',
      });
      expect((await rig.onTask('alice', id, 'provide-input', { content: 'short, in English' })).output).toMatchObject({
        state: 'running',
      });
    }
    await complete('carol', id);
    expect((await taskOf(id)).event.map(({ state }: Plain) => state)).toEqual([
      'submitted',
      'accepted',
      'running',
      'input-required',
      'running',
      'input-required',
      'running',
      'completed',
    ]);
  });

  it('CUI-3.1-b: the steps of a plan are executed in order', async () => {
    const plan = ['plan-survey', 'plan-clear', 'plan-carry'];
    for (const step of plan) await assign(step, { to: 'dog-1', objective: step });
    const order: string[] = [];
    for (const _ of plan) order.push(...claimed(await claim('bob', 'dog-1')));
    expect(order).toEqual(plan);
  });

  it('CUI-3.1-c: context is shared once and referred to', async () => {
    await rig.operation('alice', 'yangent-contexts:share', {
      id: 'map',
      from: 'drone',
      to: 'dog-2',
      type: 'environment',
      content: 'the gate is open',
    });
    await assign('with-map', { to: 'dog-2', objective: 'go in', context: ['map'] });
    expect(await claim('bob', 'dog-2')).toContain('<context>map</context>');
    const { output } = await rig.operation('bob', 'yangent-contexts:fetch', { id: ['map'] });
    expect(output.item).toMatchObject([{ id: 'map', content: 'the gate is open' }]);
  });

  it('CUI-3.2-a: the use of an agent is seen, by its tasks and by what it says of itself', async () => {
    await register(rig, 'bob', 'busy', { execution: { 'max-concurrent-tasks': 4 } });
    const status = async () =>
      JSON.parse((await rig.http('carol', 'GET', '/restconf/data/yangent-agents:agents/agent=busy/status')).body)[
        'yangent-agents:status'
      ];
    for (const n of [1, 2]) await assign(`busy-${n}`, { to: 'busy', objective: 'x' });
    await claim('bob', 'busy');
    expect(await status()).toMatchObject({
      'running-tasks': 1,
      'queued-tasks': 1,
      load: '50.0',
      latency: expect.any(Number),
    });
    await rig.http('bob', 'POST', '/restconf/data/yangent-agents:agents/agent=busy/renew', {
      'yangent-agents:input': { lease: 60, load: '87.5' },
    });
    expect(await status()).toMatchObject({ load: '87.5' });
  });

  it('CUI-3.2-b: work goes to who has room', async () => {
    for (const name of ['room-1', 'room-2'])
      await register(rig, 'bob', name, { profile: skilled('compute'), execution: { 'max-concurrent-tasks': 2 } });
    const to: string[] = [];
    for (const n of [1, 2, 3, 4])
      to.push(
        (await assign(`compute-${n}`, { objective: 'x', discover: { skill: ['compute'], 'max-load': '99' } })).to,
      );
    expect(to).toEqual(['room-1', 'room-2', 'room-1', 'room-2']);
    const full = await rig.operation('alice', 'yangent-tasks:assign', {
      from: 'drone',
      'task-id': 'compute-5',
      objective: 'x',
      discover: { skill: ['compute'], 'max-load': '99' },
    });
    expect(full.output).toMatchObject({ 'error-tag': 'data-missing' });
  });

  it('CUI-3.3-a: priority, skill and quality of service decide together', async () => {
    const query = { skill: ['compute'], 'max-latency': 60_000 };
    const assigned = { from: 'drone', 'task-id': 'qos', objective: 'x', priority: 7, discover: query };
    expect((await rig.operation('alice', 'yangent-tasks:assign', assigned)).output).toMatchObject({
      'error-tag': 'data-missing',
    });
    await claim('bob', 'room-2', 2);
    expect((await rig.operation('alice', 'yangent-tasks:assign', assigned)).output).toMatchObject({
      to: 'room-2',
      state: 'accepted',
    });
  });

  it('CUI-3.3-b: the critical task is given out first, however many wait', async () => {
    for (const n of [1, 2, 3]) await assign(`usual-${n}`, { to: 'assistant', objective: 'x' });
    await assign('critical', { to: 'assistant', objective: 'x', priority: 7 });
    expect(claimed(await claim('carol', 'assistant'))).toEqual(['critical']);
  });

  it('CUI-3.4-a: a task is changed while it is executed, and its executor sees it', async () => {
    const { id } = await assign('changing', { to: 'assistant', objective: 'book a train', priority: 6 });
    // By its identifier: others wait in line, and which of them has waited long is a matter of milliseconds here.
    expect((await rig.onTask('carol', id, 'claim', {})).output).toMatchObject({ state: 'running' });
    expect((await rig.onTask('alice', id, 'update', { objective: 'book a flight' })).output).toMatchObject({
      state: 'running',
    });
    const seen = await rig.netconf('carol', `<query xmlns="${TASKS_XML}"><id>${id}</id></query>`);
    expect(seen).toContain('<objective>book a flight</objective>');
  });
});
