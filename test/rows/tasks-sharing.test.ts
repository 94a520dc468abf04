/** What a sharing policy removes does not reach the other side by any text of a task or of a negotiation (CUI-4.1-o, CUI-4.3-h). */
import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Plain, register, useAgentsRig } from './agents-rig.js';

const rig = useAgentsRig();
const MAIL = 'john@example.com';
const REMOVED = '[redacted]';

beforeAll(async () => {
  await register(rig, 'alice', 'noc');
  await register(rig, 'carol', 'crew');
  const policy = [
    { name: 'no-mail', to: ['crew', 'second'], action: 'redact', redact: ['email'] },
    { name: 'nothing', to: ['third'], action: 'deny' },
  ];
  const path = '/restconf/data/yangent-contexts:sharing-policy';
  for (const each of policy) {
    const body = { 'yangent-contexts:sharing-policy': [each] };
    expect((await rig.http('admin', 'PUT', `${path}=${each.name}`, body)).status).toBe(201);
  }
});

const TEXTS = {
  content: `##target object ${MAIL} ##task description write to ${MAIL}`,
  objective: `reach ${MAIL}`,
  'expected-response': `an answer of ${MAIL}`,
  constraint: [{ name: 'who', value: MAIL, description: `only ${MAIL}` }],
  'expected-artifact': [{ name: 'answer', description: `of ${MAIL}` }],
  term: [{ term: 'customer', explanation: MAIL }],
  input: { customer: [MAIL] },
};
const assign = async (more: Plain): Promise<Plain> => {
  const answer = await rig.operation('alice', 'yangent-tasks:assign', { from: 'noc', ...TEXTS, ...more });
  expect(answer).toMatchObject({ status: 200, output: { state: 'accepted' } });
  return answer.output;
};
const seenByCarol = async (id: string): Promise<Plain> => {
  const { output } = await rig.operation('carol', 'yangent-tasks:query', { id });
  expect(JSON.stringify(output.task)).not.toContain(MAIL);
  return output.task;
};
const contextOf = async (task: string): Promise<readonly Plain[]> => {
  const { output } = await rig.operation('carol', 'yangent-contexts:fetch', { task });
  expect(JSON.stringify(output)).not.toContain(MAIL);
  return output.item;
};

describe('of a task', () => {
  it('nothing is in its description, in an update of it, nor in the input given later', async () => {
    const { id } = await assign({ to: 'crew' });
    expect(await seenByCarol(id)).toMatchObject({
      content: `##target object ${REMOVED} ##task description write to ${REMOVED}`,
      objective: `reach ${REMOVED}`,
      'expected-response': `an answer of ${REMOVED}`,
      constraint: [{ name: 'who', value: REMOVED, description: `only ${REMOVED}` }],
      'expected-artifact': [{ name: 'answer', description: `of ${REMOVED}` }],
      term: [{ term: 'customer', explanation: REMOVED }],
      input: { customer: [REMOVED] },
      redacted: ['email'],
    });
    const constraint = [{ name: 'also', value: MAIL }];
    expect(await rig.onTask('alice', id, 'update', { constraint })).toMatchObject({ status: 200 });
    expect((await seenByCarol(id)).constraint).toContainEqual({ name: 'also', value: REMOVED });
    await rig.onTask('carol', id, 'claim', {});
    await rig.onTask('carol', id, 'request-input', { required: 'who?' });
    await rig.onTask('alice', id, 'provide-input', { content: MAIL, data: { note: [MAIL] } });
    expect(await seenByCarol(id)).toMatchObject({
      'provided-input': [{ content: REMOVED, data: { note: [REMOVED] } }],
    });
    await contextOf(id);
  });

  it('nothing is in the reasons of a suspension and a cancellation, nor in the comment of a verdict', async () => {
    const told = async (id: string, more: Plain) => {
      const seen = await seenByCarol(id);
      expect(seen).toMatchObject({ ...more, redacted: ['email'] });
    };
    const plain = { to: 'crew', type: 'repair', objective: 'reach the site', from: 'noc' };
    const assigned = async () =>
      (await rig.operation('alice', 'yangent-tasks:assign', { ...plain, verification: { wanted: true } })).output.id;
    const stopped = await assigned();
    expect((await seenByCarol(stopped)).redacted).toBeUndefined();
    await rig.onTask('alice', stopped, 'suspend', { reason: `${MAIL} is not there` });
    await told(stopped, { state: 'suspended', 'state-reason': `${REMOVED} is not there` });
    await rig.onTask('alice', stopped, 'resume');
    await rig.onTask('alice', stopped, 'cancel', { reason: `${MAIL} has called` });
    await told(stopped, { state: 'canceled', 'state-reason': `${REMOVED} has called` });

    for (const verdict of ['rejected', 'accepted']) {
      const id = await assigned();
      await rig.onTask('carol', id, 'claim', {});
      await rig.onTask('carol', id, 'complete', {});
      expect(await rig.onTask('alice', id, 'verify', { verdict, comment: `says ${MAIL}` })).toMatchObject({
        status: 200,
      });
      await told(id, { verification: { verdict, comment: `says ${REMOVED}` } });
    }
    const { body } = await rig.http('carol', 'GET', '/restconf/data/yangent-tasks:tasks');
    expect(body).toContain(stopped);
    expect(body).not.toContain(MAIL);
  });

  it('nothing is in the reason of an executor who halts it, for the assigner', async () => {
    const policy = [{ name: 'back', from: ['crew'], to: ['noc'], action: 'redact', redact: ['phone'] }];
    const body = { 'yangent-contexts:sharing-policy': policy };
    expect((await rig.http('admin', 'PUT', '/restconf/data/yangent-contexts:sharing-policy=back', body)).status).toBe(
      201,
    );
    const { id } = await assign({ to: 'crew', 'task-id': 'halted' });
    const message = {
      ...{ 'task-sendFrom': 'crew', 'task-sendTo': 'noc', 'task-id': 'halted', commuType: 'taskResultNotify' },
      ...{ 'task-status': 'suspended', content: '##task description waits for +49 170 1234567' },
    };
    expect(
      (await rig.http('carol', 'PUT', '/restconf/data/irtf-agent:tasks', { 'irtf-agent:tasks': message })).status,
    ).toBeLessThan(300);
    const { output } = await rig.operation('alice', 'yangent-tasks:query', { id });
    expect(output.task).toMatchObject({ state: 'suspended', 'state-reason': `waits for ${REMOVED}` });
    expect(output.task.redacted).toEqual(['email', 'phone']);
  });

  it('nothing is in what its executor says and delivers, for the assigner', async () => {
    const phone = '+49 170 1234567';
    const seenByAlice = async (id: string): Promise<Plain> => {
      const { output } = await rig.operation('alice', 'yangent-tasks:query', { id });
      expect(JSON.stringify(output.task)).not.toContain(phone);
      expect(output.task.redacted).toContain('phone');
      return output.task;
    };
    const begun = async () => {
      const { id } = await assign({ to: 'crew' });
      await rig.onTask('carol', id, 'claim', {});
      return id;
    };
    const digest = `sha-256:${createHash('sha256').update(phone).digest('hex')}`;
    const artifact = [{ name: 'who', description: `of ${phone}`, value: phone, digest }];
    const plain = {
      name: 'plain',
      value: 'dark',
      digest: `sha-256:${createHash('sha256').update('dark').digest('hex')}`,
    };

    const done = await begun();
    const told = { note: `calls ${phone}`, checkpoint: 'called', artifact: [...artifact, plain] };
    expect(await rig.onTask('carol', done, 'report-progress', told)).toMatchObject({ status: 200 });
    expect(await seenByAlice(done)).toMatchObject({
      progress: { note: `calls ${REMOVED}`, checkpoint: ['called'] },
      artifact: [{ name: 'who', description: `of ${REMOVED}`, value: REMOVED }, plain],
    });
    expect((await seenByAlice(done)).artifact[0].digest).toBeUndefined();
    await rig.onTask('carol', done, 'request-input', { required: `is it ${phone}?` });
    expect(await seenByAlice(done)).toMatchObject({ 'input-request': { required: `is it ${REMOVED}?` } });
    // Work that goes on withdraws the question; a task that waits for an answer cannot be completed.
    await rig.onTask('carol', done, 'report-progress', { percent: 90 });
    const data = { 'acme:found': [{ called: phone }] };
    const result = { note: `had ${phone}`, artifact: [{ name: 'found', data }] };
    expect(await rig.onTask('carol', done, 'complete', result)).toMatchObject({ output: { state: 'completed' } });
    expect(await seenByAlice(done)).toMatchObject({
      artifact: [{ value: REMOVED }, plain, { name: 'found', data: { 'acme:found': [{ called: REMOVED }] } }],
    });

    const released = await begun();
    await rig.onTask('carol', released, 'release', { reason: `wait for ${phone}` });
    expect(await seenByAlice(released)).toMatchObject({ state: 'accepted', 'state-reason': `wait for ${REMOVED}` });
    const failed = await begun();
    await rig.onTask('carol', failed, 'fail', { code: 'internal', message: `ask ${phone}`, diagnostic: phone });
    expect(await seenByAlice(failed)).toMatchObject({
      state: 'failed',
      error: { code: 'internal', message: `ask ${REMOVED}`, diagnostic: REMOVED },
    });

    const { id: unsearched } = await assign({ to: 'crew' });
    await rig.onTask('carol', unsearched, 'claim', {});
    expect((await rig.http('carol', 'PUT', '/data/calls', phone, 'text/plain')).status).toBe(201);
    const param = { artifact: [{ name: 'calls', 'data-param': 'calls' }] };
    expect(await rig.onTask('carol', unsearched, 'complete', param)).toMatchObject({ status: 403 });
    expect((await rig.http('alice', 'GET', '/data/calls')).status).toBe(404);
  });

  it('an executor whom a policy lets say nothing may say that it has failed', async () => {
    const deny = { 'yangent-contexts:sharing-policy': [{ name: 'mute', from: ['crew'], action: 'deny' }] };
    const path = '/restconf/data/yangent-contexts:sharing-policy=mute';
    expect((await rig.http('admin', 'PUT', `${path}?insert=first`, deny)).status).toBe(201);
    const { id } = await assign({ to: 'crew' });
    await rig.onTask('carol', id, 'claim', {});
    expect(await rig.onTask('carol', id, 'report-progress', { percent: 50 })).toMatchObject({ status: 200 });
    for (const [action, input] of [
      ['report-progress', { note: 'half' }],
      ['request-input', { required: 'which?' }],
      ['complete', { artifact: [{ name: 'a', value: 'b' }] }],
      ['release', { reason: 'no time' }],
    ] as const)
      expect(await rig.onTask('carol', id, action, input)).toMatchObject({
        status: 403,
        output: { 'error-tag': 'access-denied', 'error-message': expect.stringContaining('sharing policy "mute"') },
      });
    await rig.onTask('carol', id, 'fail', { code: 'internal', message: 'secret', diagnostic: 'secret' });
    const { output } = await rig.operation('alice', 'yangent-tasks:query', { id });
    expect(output.task).toMatchObject({
      state: 'failed',
      error: { code: 'internal', message: 'a sharing policy keeps the reason from the assigner' },
    });
    expect(JSON.stringify(output.task)).not.toContain('secret');
    expect((await rig.http('admin', 'DELETE', path)).status).toBe(204);
  });

  it('no reason goes to whom a policy has come to let nothing through; without one the task is canceled', async () => {
    const { id } = await assign({ to: 'crew' });
    const deny = { 'yangent-contexts:sharing-policy': [{ name: 'a-stop', to: ['crew'], action: 'deny' }] };
    const path = '/restconf/data/yangent-contexts:sharing-policy';
    const first = `${path}=a-stop?insert=first`;
    expect((await rig.http('admin', 'PUT', first, deny)).status).toBe(201);
    expect(await rig.onTask('alice', id, 'cancel', { reason: 'over' })).toMatchObject({
      status: 403,
      output: { 'error-tag': 'access-denied' },
    });
    expect(await rig.onTask('alice', id, 'cancel', {})).toMatchObject({ output: { state: 'canceled' } });
    expect((await rig.http('admin', 'DELETE', `${path}=a-stop`)).status).toBe(204);
  });

  it('no data goes to whom a policy lets nothing unsearched through', async () => {
    expect((await rig.http('alice', 'PUT', '/data/mails', MAIL, 'text/plain')).status).toBe(201);
    const task = { from: 'noc', to: 'crew', type: 'x', 'data-param': ['mails'] };
    expect(await rig.operation('alice', 'yangent-tasks:assign', task)).toMatchObject({
      status: 403,
      output: { 'error-tag': 'access-denied' },
    });
    expect((await rig.http('carol', 'GET', '/data/mails')).status).toBe(404);
  });

  it('the next candidate gets what it may have, and who may have nothing is passed over', async () => {
    for (const id of ['first', 'second', 'third']) await register(rig, 'carol', id, { domain: 'field' });
    const { id, to } = await assign({ discover: { domain: 'field' } });
    expect(to).toBe('first');
    const { output } = await rig.operation('carol', 'yangent-tasks:query', { id });
    expect(output.task.objective).toBe(`reach ${MAIL}`);
    const overloaded = { code: 'overloaded', message: `too much for ${MAIL}`, diagnostic: MAIL };
    await rig.onTask('alice', id, 'suspend', { reason: `ask ${MAIL}` });
    await rig.onTask('alice', id, 'resume');
    await rig.onTask('carol', id, 'claim', {});
    await rig.onTask('carol', id, 'request-input', { required: `is it ${MAIL}?` });
    await rig.onTask('alice', id, 'provide-input', { content: `it is ${MAIL}`, data: { who: [MAIL] } });
    const round = { type: 'FULFILLMENT', content: [`ask ${MAIL}`], counter: `or write to ${MAIL}` };
    expect(await rig.onTask('carol', id, 'propose', round)).toMatchObject({ status: 200 });
    const artifact = [{ name: 'found', description: `of ${MAIL}`, value: MAIL }];
    await rig.onTask('carol', id, 'report-progress', { percent: 10, note: `called ${MAIL}`, artifact });
    const before = await rig.operation('carol', 'yangent-tasks:query', { id });
    expect(before.output.task).toMatchObject({ to: 'first', 'provided-input': [{ content: `it is ${MAIL}` }] });
    expect(await rig.onTask('carol', id, 'fail', overloaded)).toMatchObject({ output: { state: 'accepted' } });
    const seen = await seenByCarol(id);
    expect(seen).toMatchObject({
      ...{ to: 'second', objective: `reach ${REMOVED}`, redacted: ['email'] },
      'state-reason': `too much for ${REMOVED}`,
      'provided-input': [{ content: `it is ${REMOVED}`, data: { who: [REMOVED] } }],
      negotiation: [{ content: [`ask ${REMOVED}`], counter: `or write to ${REMOVED}` }],
      progress: { percent: 10, note: `called ${REMOVED}` },
      artifact: [{ name: 'found', description: `of ${REMOVED}`, value: REMOVED }],
      error: { message: `too much for ${REMOVED}`, diagnostic: REMOVED },
    });
    expect(seen.event).toContainEqual(expect.objectContaining({ note: `is it ${REMOVED}?` }));
    await rig.onTask('carol', id, 'claim', {});
    expect(await rig.onTask('carol', id, 'fail', overloaded)).toMatchObject({ output: { state: 'failed' } });
  });
});

describe('of a negotiation', () => {
  it('nothing is in its rounds, its criteria, nor in the context, which says what was removed', async () => {
    const speech = { type: 'FEASIBILITY', content: [`##task description ${MAIL}`], wait: 0 };
    const opened = await rig.operation('alice', 'yangent-tasks:negotiate', {
      ...{ from: 'noc', to: 'crew', criterion: [`pleases ${MAIL}`] },
      ...speech,
    });
    const { id } = opened.output;
    await rig.onTask('carol', id, 'propose', { type: 'FEASIBILITY', verdict: 'infeasible' });
    const counter = { ...speech, verdict: 'countered', counter: `then ${MAIL}` };
    expect(await rig.operation('alice', 'yangent-tasks:negotiate', { from: 'noc', id, ...counter })).toMatchObject({
      status: 200,
      output: { counter: `then ${REMOVED}` },
    });
    expect(await seenByCarol(id)).toMatchObject({
      content: `##task description ${REMOVED}`,
      'negotiation-terms': { criterion: [`pleases ${REMOVED}`] },
      redacted: ['email'],
    });
    const [third, second, first] = await contextOf(id);
    expect([first.redacted, second.redacted, third.redacted]).toEqual([['email'], undefined, ['email']]);
  });

  it('begins with nobody who may have nothing', async () => {
    expect(
      await rig.operation('alice', 'yangent-tasks:negotiate', {
        ...{ from: 'noc', to: 'third', type: 'FEASIBILITY', content: ['##task description x'], wait: 0 },
      }),
    ).toMatchObject({ status: 403, output: { 'error-tag': 'access-denied' } });
  });
});
