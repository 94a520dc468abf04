/** A way back is taken with the authority of now: of the agents, and of the one who sends the run back (ATD-6-x, ATD-6-y). */
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { ISSUER, type TestIssuer, testIssuer } from '../support/dpop.js';
import { errorIn, Https } from '../support/http.js';
import { agentEntry } from '../tasks/fixture.js';
import { type Refused, stepOf, stepsOf, task, WorkflowRig } from './rig.js';

let rig: WorkflowRig;
let issuer: TestIssuer;
let ann: Https;
let bob: Https;

beforeAll(async () => {
  rig = await WorkflowRig.start();
  issuer = await testIssuer();
  await rig.rig.node.edit({
    'yangent-access:access': {
      user: ['ann', 'bob'].map((name) => ({ name, password: `$0$the password of ${name}` })),
      'token-issuer': [{ issuer: ISSUER, audience: ['yangent'], jwks: issuer.jwks, members: 'local' }],
    },
    'yangent-agents:agents': { agent: [agentEntry('noc', ['ann']), agentEntry('crew', ['bob'])] },
    'yangent-workflows:workflows': { 'assurance-profile': [{ name: 'granted', grants: 'explicit' }] },
  });
  ann = new Https(rig.rig, 'ann', 'the password of ann');
  bob = new Https(rig.rig, 'bob', 'the password of bob');
});
afterEach(() => void vi.useRealTimers());
afterAll(async () => {
  for (const client of [ann, bob]) client.close();
  await rig.stop();
});

async function rpc(client: Https, name: string, input: object) {
  const [module = ''] = name.split(':');
  const { status, body } = await client.send('POST', `/restconf/operations/${name}`, {
    body: JSON.stringify({ [`${module}:input`]: input }),
  });
  expect([status, body]).toEqual([status < 300 ? status : 200, expect.any(String)]);
  return body === '' ? {} : JSON.parse(body)[`${module}:output`];
}

/** The input of `roll-back`. */
const back = (reason: string, then: string) =>
  Object.fromEntries([
    ['to', '1'],
    ['reason', reason],
    ['then', then],
  ]);

it('ATD-6-y: goes back to a checkpoint of long ago for a new login only, not for a token', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const run = await rig.start({ node: [{ name: 'a', type: 'yangent-workflows:none' }] }, {}, ann);
  expect(run.state).toBe('completed');
  vi.setSystemTime(Date.now() + 601_000);
  const token = await issuer.token({ sub: 'ann' });
  const body = JSON.stringify({ 'yangent-workflows:input': back('it was wrong', 'end') });
  const path = `/restconf/data/yangent-workflows:workflows/run=${run.id}/roll-back`;
  const refused = await ann.send('POST', path, { body, headers: { authorization: `Bearer ${token}` } });
  expect(refused.status).toBe(403);
  expect(errorIn(refused)).toMatchObject({
    ...{ 'error-tag': 'access-denied', 'error-app-tag': 'login-needed' },
    'error-message':
      'the checkpoint is older than 600 seconds, which is longer than a token is good for here; log in without a token, and do it again',
  });
  const done = await ann.send('POST', path, { body });
  expect([done.status, JSON.parse(done.body)['yangent-workflows:output']]).toMatchObject([200, { number: 1 }]);
  await rig.until(run.id, ({ state }) => state === 'rolled-back');
});

it('ATD-6-x ATD-6-y: gives no step to an agent again whose grant was revoked since the checkpoint', async () => {
  const capability = [{ name: 'read', action: ['data.read'] }];
  const expires = new Date(Date.now() + 3_600_000).toISOString();
  const { grant } = await rpc(ann, 'yangent-access:delegate', { to: 'agent:crew', capability, expires });
  const survey = { name: 'a', task: { skill: 'diagnose-link', agent: 'crew' }, retry: { 'max-attempts': 1 } };
  const { id } = await rpc(ann, 'yangent-workflows:start', {
    dag: { version: '1.0', execution: { assurance: 'granted' }, node: [{ ...survey, authorization: { capability } }] },
  });
  const begun = await rig.until(id, (run) => stepsOf(run).some((step) => step.task !== undefined));
  const [taskId] = stepOf(begun, 'a').task as readonly string[];
  for (const action of ['claim', 'complete'])
    await bob.send('POST', `/restconf/data/yangent-tasks:tasks/task=${taskId}/${action}`, {
      body: JSON.stringify({ 'yangent-tasks:input': {} }),
    });
  await rig.until(id, ({ state }) => state === 'completed');
  await rpc(ann, 'yangent-access:revoke', { grant });
  await rig.act(`${id}/roll-back`, back('do it again', 'resume'), ann);
  const run = await rig.until(id, ({ state }) => state === 'failed');
  expect(stepOf(run, 'a')).toMatchObject({
    generation: 2,
    error: { code: 'access-denied', message: expect.stringContaining('no grant of user "ann" to agent:crew covers') },
  });
});

it('ATD-6-x: is not sent back by a user who does not see it', async () => {
  const run = await rig.start({ node: [task('a', 'do', { task: { agent: 'worker' } })] }, {}, ann);
  const refused: Refused = await rig.act(`${run.id}/roll-back`, { to: '1', reason: 'x' }, bob).catch((e: Refused) => e);
  expect([refused.status, refused.error['error-tag']]).toEqual([404, 'invalid-value']);
});
