/** Users that start runs and are gone, or have lost rights, before these end. */
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Https } from '../support/http.js';
import { deskOf, edge, type Run, stepOf, task, WorkflowRig } from './rig.js';

let rig: WorkflowRig;
beforeAll(async () => {
  rig = await WorkflowRig.start();
  await rig.define('called', { node: [task('a')] });
  await rig.rig.node.edit({ 'yangent-agents:agents': { agent: [deskOf('ann'), deskOf('cid')] } });
});
afterAll(() => rig?.stop());

const USERS = '/restconf/data/yangent-access:access/user';
const RULES = '/restconf/data/ietf-netconf-acm:nacm';

/** A graph whose step `after` begins with a signal. */
const waits = (after: object) => ({
  version: '1.0',
  node: [{ name: 'go', type: 'yangent-workflows:wait', wait: { signal: { name: 'go' } } }, after],
  edge: [edge('go', 'after')],
});

async function make(name: string, ...group: string[]): Promise<Https> {
  await rig.rig.node.edit({
    'yangent-access:access': { user: [{ name, password: `$0$${name}-password`, group }] },
  });
  return new Https(rig.rig, name, `${name}-password`);
}

async function start(user: Https, after: object): Promise<string> {
  const { id } = await rig.rpc('start', { dag: waits(after) }, user);
  user.close();
  return id;
}

async function goOn(id: string): Promise<Run> {
  await rig.act(`${id}/signal`, { name: 'go' });
  return rig.until(id, ({ state }) => state !== 'running');
}

const REFUSED = { code: 'access-denied', message: 'there is no user "cid"' };

describe('an initiator', () => {
  it.each<[string, object]>([
    ['a task', task('after')],
    ['a task of an agent that is looked for', { name: 'after', task: { skill: 'none' } }],
    ['values', { name: 'after', type: 'yangent-workflows:none' }],
    ['a wait', { name: 'after', type: 'yangent-workflows:wait', wait: { seconds: 0 } }],
    ['items', task('after', 'none', { 'for-each': { items: '[1, 2]' } })],
    ['another run', { name: 'after', type: 'yangent-workflows:workflow', workflow: { definition: 'called' } }],
  ])('is deleted while a run waits: the next step, %s, is refused', async (_, after) => {
    const id = await start(await make('cid'), after);
    await rig.admin.send('DELETE', `${USERS}=cid`);
    const run = await goOn(id);
    expect([run.state, stepOf(run, 'after').error]).toMatchObject(['failed', REFUSED]);
  });

  it('is deleted while a step of another run is called: its next step is refused', async () => {
    await rig.define('inner', waits(task('after')));
    const call = { name: 'call', type: 'yangent-workflows:workflow', workflow: { definition: 'inner' } };
    const cid = await make('cid');
    const { id } = await rig.rpc('start', { dag: { version: '1.0', node: [call] } }, cid);
    cid.close();
    const outer = await rig.until(id, (run) => stepOf(run, 'call').run !== undefined);
    await rig.admin.send('DELETE', `${USERS}=cid`);
    const inner = await goOn(String(stepOf(outer, 'call').run));
    expect([inner.state, stepOf(inner, 'after').error]).toMatchObject(['failed', REFUSED]);
    expect((await rig.until(id, ({ state }) => state !== 'running')).state).toBe('failed');
  });

  it('is deleted and made again: the step that was refused can be tried again', async () => {
    const id = await start(await make('cid'), task('after'));
    await rig.admin.send('DELETE', `${USERS}=cid`);
    await goOn(id);
    (await make('cid')).close();
    await rig.act(`${id}/step=after,0,1/retry`);
    expect((await rig.until(id, ({ state }) => state !== 'running')).state).toBe('completed');
  });

  it('is no member of a group any more: the next step may do no more than the user may', async () => {
    const rule = (action: string) => ({
      ...{ name: action, 'module-name': 'yangent-tasks', 'rpc-name': 'assign', 'access-operations': 'exec', action },
    });
    await rig.rig.node.edit({
      'ietf-netconf-acm:nacm': {
        'rule-list': [
          { name: 'runners', group: ['runners'], rule: [rule('permit')] },
          { name: 'others', group: ['*'], rule: [rule('deny')] },
        ],
      },
    });
    const id = await start(await make('ann', 'staff', 'runners'), task('after'));
    await rig.admin.send('DELETE', `${USERS}=ann/group=runners`);
    const run = await goOn(id);
    expect([run.state, stepOf(run, 'after').error]).toMatchObject(['failed', { code: 'access-denied' }]);
    await rig.admin.send('DELETE', RULES);
  });

  it('that is known by a token only goes on, as a member of no group', async () => {
    const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
    const issuer = 'https://issuer.example';
    const jwks = JSON.stringify({ keys: [await exportJWK(publicKey)] });
    await rig.rig.node.edit({
      'yangent-access:access': { 'token-issuer': [{ issuer, audience: ['yangent'], jwks }] },
    });
    const token = await new SignJWT({ iss: issuer, aud: 'yangent', sub: 'tom' })
      .setProtectedHeader({ alg: 'ES256' })
      .setExpirationTime('10m')
      .sign(privateKey);
    await rig.define('later', waits(task('after')));
    const { body } = await rig.admin.send('POST', '/restconf/operations/yangent-workflows:start', {
      body: JSON.stringify({ 'yangent-workflows:input': { definition: 'later' } }),
      headers: { authorization: `Bearer ${token}` },
    });
    const { id } = JSON.parse(body)['yangent-workflows:output'];
    const run = await goOn(id);
    expect([run.initiator, run.state]).toEqual([`tom@${issuer}`, 'completed']);
  });
});
