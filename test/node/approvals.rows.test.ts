/** Requests that persons approve, over RESTCONF and NETCONF. */
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { errorIn, type Https } from '../support/http.js';
import { RawNetconf } from '../support/raw-netconf.js';
import { APPROVALS, approvalsRig, type Members, needed, passwordOf, profile } from './approvals-rig.js';

const rig = approvalsRig();

describe('a request that a rule concerns', () => {
  it('is refused, and done once when it is granted, by no other request and no other user', async () => {
    await rig.rule('assign');
    const input = rig.fresh();
    const id = needed(await rig.assign(input));
    expect(needed(await rig.assign(input))).toBe(id);
    expect(await rig.shown(id)).toMatchObject({
      ...{ rule: 'assign', user: 'ann', operation: 'yangent-tasks.assign', state: 'waiting', quorum: 1 },
    });
    expect(await rig.vote(id, rig.by.vera, { comment: 'fine' })).toBe('granted');
    expect(needed(await rig.assign({ ...input, priority: 7 }))).not.toBe(id);
    expect((await rig.assign({ ...input, from: 'shop' }, rig.by.bob)).status).toBe(403);
    expect(await rig.tasksOf(input.objective)).toBe(0);
    expect((await rig.assign(input)).status).toBe(200);
    expect(await rig.tasksOf(input.objective)).toBeGreaterThan(0);
    expect(await rig.shown(id)).toMatchObject({
      state: 'used',
      vote: [{ by: 'vera', verdict: 'approve', comment: 'fine', method: ['password'] }],
    });
    expect(needed(await rig.assign(input))).not.toBe(id);
    await expect
      .poll(async () => (await rig.records(id)).map(({ operation }) => operation).sort())
      .toEqual(['approval-asked', 'approval-used', 'approval-vote', ...Array(3).fill('yangent-tasks:assign')]);
  });

  it('ATD-8-q: goes through exactly once under 50 parallel tries', async () => {
    await rig.rule('assign');
    const input = rig.fresh();
    const id = needed(await rig.assign(input));
    expect(await rig.vote(id, rig.by.vera)).toBe('granted');
    const answers = await Promise.all(Array.from({ length: 50 }, () => rig.assign(input)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(49).fill(403)]);
    const made = answers.find(({ status }) => status === 200);
    const task = JSON.parse(made?.body ?? '')['yangent-tasks:output'].id;
    const { body } = await rig.by.ann.send('GET', '/restconf/data/yangent-tasks:tasks?fields=task(id;objective)');
    const own = JSON.parse(body)['yangent-tasks:tasks'].task.filter(
      (each: Members) => each.objective === input.objective,
    );
    expect(own).toEqual([{ id: task, objective: input.objective }]);
    expect((await rig.records(id)).filter(({ operation }) => operation === 'approval-used')).toHaveLength(1);
  });

  it('has a statement that names it, with a digest that voters can check, and that others do not see', async () => {
    await rig.rule('assign');
    const input = rig.fresh();
    const id = needed(await rig.assign(input));
    const { statement, salt, input: text, digest, expires } = await rig.shown(id);
    expect(JSON.parse(String(statement))).toEqual({
      ...{ v: 1, id, node: expect.any(String), requester: { name: 'ann', actors: [] } },
      ...{ operation: 'yangent-tasks.assign', target: [], digest, quorum: 1, expires },
    });
    expect(JSON.parse(String(text))).toMatchObject(input);
    const hash = createHash('sha256')
      .update(Buffer.from(String(salt), 'base64'))
      .update(String(text))
      .digest('hex');
    expect(digest).toBe(hash);
    const part = async (fields: string) => {
      const { body } = await rig.by.vera.send(
        'GET',
        `/restconf/data/yangent-access:approvals?fields=approval(${fields})`,
      );
      const entries: readonly Members[] = JSON.parse(body)['yangent-access:approvals'].approval;
      return entries.find((each) => each.id === id);
    };
    expect(await part('id;input')).toEqual({ id, input: text });
    expect(await part('id;salt')).toEqual({ id, salt });
    expect(await part('id;state')).toEqual({ id, state: 'waiting' });
    const own = await rig.shown(id, rig.by.ann);
    expect(own).toMatchObject({ id, digest, statement });
    expect(own).not.toHaveProperty('salt');
    expect(own).not.toHaveProperty('input');
    expect((await rig.by.bob.send('GET', `${APPROVALS}=${id}`)).status).toBe(404);
  });

  it('concerns a message of the draft, and an rpc over NETCONF, in the same way', async () => {
    await rig.rule('assign');
    const session = await RawNetconf.open(rig.test, '1.1', { user: 'ann', password: passwordOf('ann') });
    const message =
      '<edit-config><target><running/></target><config><tasks xmlns="urn:ietf:params:xml:ns:yang:irtf-agent"><task-sendFrom>desk</task-sendFrom><task-sendTo>worker</task-sendTo><commuType>taskAssign</commuType><task-id>by message</task-id><content>##task description\nwork</content></tasks></config></edit-config>';
    const refused = await session.ask(message);
    const [, id = ''] = /<approval xmlns="urn:yangent:params:xml:ns:yang:yangent-access">([^<]+)</.exec(refused) ?? [];
    expect(refused).toContain('<error-app-tag>aap_approval_required</error-app-tag>');
    expect(await rig.shown(id)).toMatchObject({ operation: 'yangent-tasks.assign', target: ['/irtf-agent:tasks'] });
    expect(await rig.vote(id, rig.by.vic)).toBe('granted');
    expect(await session.ask(message)).toContain('<ok/>');
    expect(await rig.shown(id)).toMatchObject({ state: 'used' });
    session.close();
  });

  it('is set aside by a recovery session, with a record', async () => {
    await rig.rule('assign');
    const input = rig.fresh({ from: 'worker' });
    expect((await rig.assign(input, rig.admin)).status).toBe(200);
    const { body } = await rig.admin.send('GET', '/restconf/data/yangent-audit:audit/log');
    expect(JSON.parse(body)['yangent-audit:log'].entry).toContainEqual(
      expect.objectContaining({ 'record-kind': 'recovery', user: 'admin', operation: 'yangent-tasks.assign' }),
    );
  });

  it('of an agent inside the node names the agent, whose owners have no vote', async () => {
    await rig.rule('split', { agent: ['worker'] });
    await rig.assign({ from: 'shop', to: 'splitter', type: 'split', objective: 'split', async: true }, rig.by.bob);
    const waiting = async () =>
      (
        JSON.parse((await rig.by.vera.send('GET', APPROVALS)).body)['yangent-access:approval'] as readonly Members[]
      ).find((each) => each.rule === 'split');
    await expect.poll(waiting).toMatchObject({ user: 'bob', actor: ['agent:splitter'], state: 'waiting' });
    const id = String((await waiting())?.id);
    expect(await rig.vote(id, rig.by.olga)).toMatchObject({
      ...{ status: 403, 'error-app-tag': 'not-a-voter' },
      'error-message': expect.stringContaining('olga owns the agent "splitter", which asks for it'),
    });
    expect(await rig.vote(id, rig.by.vic)).toBe('granted');
  });
});

describe('a secret in the input of an operation', () => {
  it.each([
    ['introspect', { token: 'the secret' }],
    ['revoke-token', { token: 'the secret' }],
    ['exchange-token', { 'subject-token': 'the secret', 'actor-token': 'the secret' }],
  ])('is shown to voters as digest: %s', async (name, input) => {
    await rig.rule('tokens', { action: [`yangent-access.${name}`] });
    const body = JSON.stringify({ 'yangent-access:input': input });
    const id = needed(await rig.by.ann.send('POST', `/restconf/operations/yangent-access:${name}`, { body }));
    const hash = `sha-256:${createHash('sha256').update('the secret').digest('hex')}`;
    const digests = Object.keys(input).map((member) => [member, hash]);
    expect(JSON.parse(String((await rig.shown(id)).input))).toEqual(Object.fromEntries(digests));
  });

  it('is a credential, a key or a proof of an agent that is registered', async () => {
    await rig.rule('register', { action: ['yangent-agents.register'] });
    const secret = { credential: ['secret one'], key: ['secret two'] };
    const description = {
      profile: profile('new'),
      registration: { security: secret },
    };
    const input = { id: 'new', ...description, 'yangent-identity:proof': 'secret three' };
    const body = JSON.stringify({ 'yangent-agents:input': input });
    const id = needed(await rig.by.ann.send('POST', '/restconf/operations/yangent-agents:register', { body }));
    const { input: text } = await rig.shown(id);
    expect(text).not.toContain('secret');
    expect(String(text).match(/"sha-256:[0-9a-f]{64}"/g)).toHaveLength(3);
  });
});

describe('a request of which its asker thinks better', () => {
  const withdraw = (id: string, who: Https) => who.send('POST', `${APPROVALS}=${id}/withdraw`);

  it('is withdrawn by the asker alone, while it waits or when it is granted', async () => {
    await rig.rule('assign');
    const [first, second] = [rig.fresh(), rig.fresh()];
    const [waiting, granted] = [needed(await rig.assign(first)), needed(await rig.assign(second))];
    expect(await rig.vote(granted, rig.by.vera)).toBe('granted');
    const refused = await withdraw(waiting, rig.by.vera);
    expect([refused.status, errorIn(refused)['error-app-tag']]).toEqual([403, 'not-the-asker']);
    for (const id of [waiting, granted]) {
      expect((await withdraw(id, rig.by.ann)).status).toBe(204);
      expect(await rig.shown(id)).toMatchObject({
        state: 'expired',
        reason: 'the one who asked for it has withdrawn it',
      });
    }
    expect(needed(await rig.assign(second))).not.toBe(granted);
    const again = await withdraw(waiting, rig.by.ann);
    expect([again.status, errorIn(again)['error-app-tag']]).toEqual([412, 'bad-transition']);
    expect(await rig.records(waiting)).toContainEqual(
      expect.objectContaining({ operation: 'approval-void', user: 'ann' }),
    );
    expect((await withdraw(waiting, rig.by.bob)).status).toBe(404);
  });
});

describe('a rule', () => {
  it.each<[string, Members, string]>([
    [
      'an unknown action',
      { action: ['yangent-tasks.asign'] },
      'the models have no rpc and no action "yangent-tasks.asign"',
    ],
    ['a vote', { action: ['yangent-access.approve'] }, 'votes need no approval'],
    ['an operation of the protocol', { action: ['ietf-netconf.commit'] }, 'edits are the action data.edit'],
    ['paths without data.edit', { path: ['/yangent-audit:audit'] }, 'paths are for the action data.edit'],
    [
      'an unknown path',
      { action: ['data.edit'], path: ['/yangent-audit:odd'] },
      "there is no node 'yangent-audit:odd'",
    ],
    ['a group in which nobody is', { 'approver-group': ['nogroup'] }, 'nobody could grant it: no person is in nogroup'],
    ['more votes than voters', { quorum: 9 }, 'nobody could grant it: 3 persons are in voters, and 9 must approve'],
  ])('is refused with %s', async (_what, more, message) => {
    await expect(rig.rule('odd', more)).rejects.toThrow(message);
  });

  it('lets approvals expire', async () => {
    await rig.rule('short', { expires: 1 });
    const id = needed(await rig.assign(rig.fresh()));
    await expect.poll(async () => (await rig.shown(id)).state, { timeout: 5_000 }).toBe('expired');
    await expect.poll(async () => (await rig.records(id)).map(({ operation }) => operation)).toContain('approval-void');
  });
});
