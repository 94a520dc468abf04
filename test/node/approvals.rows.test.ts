/** Requests that persons approve, over RESTCONF and NETCONF. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CompactSign, exportJWK, generateKeyPair } from 'jose';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { hashPassword } from '../../src/access/password.js';
import { defineAgent } from '../../src/index.js';
import { errorIn, type HttpAnswer, Https } from '../support/http.js';
import { startTestNode, type TestNode } from '../support/node.js';
import { RawNetconf } from '../support/raw-netconf.js';
import { octetsOf, SshKeygen } from '../support/ssh-keygen.js';

type Members = Readonly<Record<string, unknown>>;

const profile = (name: string) => ({ name, description: name, version: '1.0.0', provider: 'acme' });
const worker = defineAgent({ id: 'worker', profile: profile('worker'), skills: { work: async () => 'done' } });
const splitter = defineAgent({
  id: 'splitter',
  profile: profile('splitter'),
  skills: {
    split: async (_task, run) => {
      await run.assign('part', { to: 'worker', type: 'work', objective: 'a part' });
      return 'split';
    },
  },
});

const RULES = '/restconf/data/yangent-access:access/approval-rule';
const APPROVALS = '/restconf/data/yangent-access:approvals/approval';
const NAMES = ['ann', 'bob', 'vera', 'vic', 'opal', 'olga', 'adam'] as const;
const keygen = new SshKeygen();
let rig: TestNode;
let admin: Https;
let by: Readonly<Record<(typeof NAMES)[number], Https>>;
let signing: Awaited<ReturnType<typeof generateKeyPair>>;

const passwordOf = (name: string) => `the password of ${name}`;
const GROUPS: Readonly<Record<string, readonly string[]>> = {
  ...{ vera: ['voters'], vic: ['voters'], opal: ['operator'], olga: ['operator', 'voters'], adam: ['admin'] },
};

beforeAll(async () => {
  signing = await generateKeyPair('EdDSA', { extractable: true });
  keygen.key('vera');
  keygen.key('late');
  rig = await startTestNode({ agents: [worker, splitter], startup: true });
  // Each edit of a rule has passwords checked anew: these hashes are cheap.
  const users = await Promise.all(
    NAMES.map(async (name) => ({ name, password: await hashPassword(passwordOf(name), 4), group: GROUPS[name] ?? [] })),
  );
  const keys = [{ name: 'laptop', algorithm: 'ssh-ed25519', 'key-data': keyData('vera') }];
  const jwk = JSON.stringify(await exportJWK(signing.publicKey));
  await rig.node.edit({
    'yangent-access:access': {
      user: users.map((user) => {
        if (user.name === 'vera') return { ...user, 'authorized-key': keys };
        return user.name === 'vic' ? { ...user, 'signing-key': [{ name: 'token', jwk }] } : user;
      }),
    },
    'yangent-agents:agents': {
      agent: [
        { id: 'desk', owner: ['ann'], profile: profile('desk') },
        { id: 'shop', owner: ['bob'], profile: profile('shop') },
        { id: 'splitter', owner: ['bob', 'olga'], 'acts-for': 'bob' },
      ],
    },
  });
  admin = new Https(rig);
  const users_ = NAMES.map((name) => [name, new Https(rig, name, passwordOf(name))] as const);
  by = Object.fromEntries(users_) as typeof by;
});
afterEach(async () => {
  for (const name of made.splice(0)) await remove(`approval-rule=${name}`);
});
afterAll(async () => {
  admin?.close();
  for (const each of Object.values(by)) each.close();
  await rig?.stop();
});

/** The rules of a test. */
const made: string[] = [];
const keyData = (name: string) => octetsOf(join(keygen.folder, `${name}.pub`)).toString('base64');

async function rule(name: string, more: Members = {}): Promise<void> {
  const entry = { name, action: ['yangent-tasks.assign'], 'approver-group': ['voters'], ...more };
  made.push(name);
  await rig.node.edit({ 'yangent-access:access': { 'approval-rule': [entry] } });
}

/** Removes what is below the configuration of access, as a recovery session. */
async function remove(path: string): Promise<void> {
  const { status } = await admin.send('DELETE', `/restconf/data/yangent-access:access/${path}`);
  expect([204, 404]).toContain(status);
}

let objectives = 0;
/** Makes a request that no other test makes. */
const fresh = (more: Members = {}) => {
  objectives += 1;
  return { from: 'desk', to: 'worker', objective: `work ${objectives}`, type: 'work', async: true, ...more };
};

const assign = (input: Members, who = by.ann) =>
  who.send('POST', '/restconf/operations/yangent-tasks:assign', {
    body: JSON.stringify({ 'yangent-tasks:input': input }),
  });

/** Returns the one approval that a refusal names. */
function needed(answer: HttpAnswer): string {
  expect(answer.status).toBe(403);
  const error = errorIn(answer);
  expect(error).toMatchObject({ 'error-tag': 'access-denied', 'error-app-tag': 'aap_approval_required' });
  const id = (error['error-info'] as Members)['yangent-access:approval'];
  expect([id].flat()).toHaveLength(1);
  return String([id].flat()[0]);
}

async function shown(id: string, who = by.vera): Promise<Members> {
  const { status, body } = await who.send('GET', `${APPROVALS}=${id}`);
  expect(status).toBe(200);
  return JSON.parse(body)['yangent-access:approval'][0];
}

async function vote(id: string, who: Https, input: Members = {}, verdict = 'approve') {
  const answer = await who.send('POST', `${APPROVALS}=${id}/${verdict}`, {
    body: JSON.stringify({ 'yangent-access:input': input }),
  });
  if (answer.status !== 200) return { status: answer.status, ...errorIn(answer) };
  return JSON.parse(answer.body)['yangent-access:output'].state;
}

/** Returns the number of tasks that a request has made. */
async function tasksOf(objective: unknown): Promise<number> {
  const tasks = (await rig.node.read('/yangent-tasks:tasks')) as { readonly task?: readonly Members[] } | undefined;
  return JSON.stringify(tasks ?? {}).split(JSON.stringify(objective)).length - 1;
}

async function records(id: string): Promise<readonly Members[]> {
  const { body } = await admin.send('GET', '/restconf/data/yangent-audit:audit/log');
  const entries: readonly Members[] = JSON.parse(body)['yangent-audit:log'].entry;
  return entries.filter(({ approval }) => approval === id);
}

describe('a request that a rule concerns', () => {
  it('is refused, and done once when it is granted, by no other request and no other user', async () => {
    await rule('assign');
    const input = fresh();
    const id = needed(await assign(input));
    expect(needed(await assign(input))).toBe(id);
    expect(await shown(id)).toMatchObject({
      ...{ rule: 'assign', user: 'ann', operation: 'yangent-tasks.assign', state: 'waiting', quorum: 1 },
    });
    expect(await vote(id, by.vera, { comment: 'fine' })).toBe('granted');
    expect(needed(await assign({ ...input, priority: 7 }))).not.toBe(id);
    expect((await assign({ ...input, from: 'shop' }, by.bob)).status).toBe(403);
    expect(await tasksOf(input.objective)).toBe(0);
    expect((await assign(input)).status).toBe(200);
    expect(await tasksOf(input.objective)).toBeGreaterThan(0);
    expect(await shown(id)).toMatchObject({
      state: 'used',
      vote: [{ by: 'vera', verdict: 'approve', comment: 'fine', method: ['password'] }],
    });
    expect(needed(await assign(input))).not.toBe(id);
    await expect
      .poll(async () => (await records(id)).map(({ operation }) => operation).sort())
      .toEqual(['approval-asked', 'approval-used', 'approval-vote', ...Array(3).fill('yangent-tasks:assign')]);
  });

  it('ATD-8-q: goes through exactly once under 50 parallel tries', async () => {
    await rule('assign');
    const input = fresh();
    const id = needed(await assign(input));
    expect(await vote(id, by.vera)).toBe('granted');
    const answers = await Promise.all(Array.from({ length: 50 }, () => assign(input)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(49).fill(403)]);
    const made = answers.find(({ status }) => status === 200);
    const task = JSON.parse(made?.body ?? '')['yangent-tasks:output'].id;
    const { body } = await by.ann.send('GET', '/restconf/data/yangent-tasks:tasks?fields=task(id;objective)');
    const own = JSON.parse(body)['yangent-tasks:tasks'].task.filter(
      (each: Members) => each.objective === input.objective,
    );
    expect(own).toEqual([{ id: task, objective: input.objective }]);
    expect((await records(id)).filter(({ operation }) => operation === 'approval-used')).toHaveLength(1);
  });

  it('has a statement that names it, with a digest that voters can check, and that others do not see', async () => {
    await rule('assign');
    const input = fresh();
    const id = needed(await assign(input));
    const { statement, salt, input: text, digest, expires } = await shown(id);
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
      const { body } = await by.vera.send('GET', `/restconf/data/yangent-access:approvals?fields=approval(${fields})`);
      const entries: readonly Members[] = JSON.parse(body)['yangent-access:approvals'].approval;
      return entries.find((each) => each.id === id);
    };
    expect(await part('id;input')).toEqual({ id, input: text });
    expect(await part('id;salt')).toEqual({ id, salt });
    expect(await part('id;state')).toEqual({ id, state: 'waiting' });
    const own = await shown(id, by.ann);
    expect(own).toMatchObject({ id, digest, statement });
    expect(own).not.toHaveProperty('salt');
    expect(own).not.toHaveProperty('input');
    expect((await by.bob.send('GET', `${APPROVALS}=${id}`)).status).toBe(404);
  });

  it('concerns a message of the draft, and an rpc over NETCONF, in the same way', async () => {
    await rule('assign');
    const session = await RawNetconf.open(rig, '1.1', { user: 'ann', password: passwordOf('ann') });
    const message =
      '<edit-config><target><running/></target><config><tasks xmlns="urn:ietf:params:xml:ns:yang:irtf-agent"><task-sendFrom>desk</task-sendFrom><task-sendTo>worker</task-sendTo><commuType>taskAssign</commuType><task-id>by message</task-id><content>##task description\nwork</content></tasks></config></edit-config>';
    const refused = await session.ask(message);
    const [, id = ''] = /<approval xmlns="urn:yangent:params:xml:ns:yang:yangent-access">([^<]+)</.exec(refused) ?? [];
    expect(refused).toContain('<error-app-tag>aap_approval_required</error-app-tag>');
    expect(await shown(id)).toMatchObject({ operation: 'yangent-tasks.assign', target: ['/irtf-agent:tasks'] });
    expect(await vote(id, by.vic)).toBe('granted');
    expect(await session.ask(message)).toContain('<ok/>');
    expect(await shown(id)).toMatchObject({ state: 'used' });
    session.close();
  });

  it('is set aside by a recovery session, with a record', async () => {
    await rule('assign');
    const input = fresh({ from: 'worker' });
    expect((await assign(input, admin)).status).toBe(200);
    const { body } = await admin.send('GET', '/restconf/data/yangent-audit:audit/log');
    expect(JSON.parse(body)['yangent-audit:log'].entry).toContainEqual(
      expect.objectContaining({ 'record-kind': 'recovery', user: 'admin', operation: 'yangent-tasks.assign' }),
    );
  });

  it('of an agent inside the node names the agent, whose owners have no vote', async () => {
    await rule('split', { agent: ['worker'] });
    await assign({ from: 'shop', to: 'splitter', type: 'split', objective: 'split', async: true }, by.bob);
    const waiting = async () =>
      (JSON.parse((await by.vera.send('GET', APPROVALS)).body)['yangent-access:approval'] as readonly Members[]).find(
        (each) => each.rule === 'split',
      );
    await expect.poll(waiting).toMatchObject({ user: 'bob', actor: ['agent:splitter'], state: 'waiting' });
    const id = String((await waiting())?.id);
    expect(await vote(id, by.olga)).toMatchObject({
      ...{ status: 403, 'error-app-tag': 'not-a-voter' },
      'error-message': expect.stringContaining('olga owns the agent "splitter", which asks for it'),
    });
    expect(await vote(id, by.vic)).toBe('granted');
  });
});

describe('a secret in the input of an operation', () => {
  it.each([
    ['introspect', { token: 'the secret' }],
    ['revoke-token', { token: 'the secret' }],
    ['exchange-token', { 'subject-token': 'the secret', 'actor-token': 'the secret' }],
  ])('is shown to voters as digest: %s', async (name, input) => {
    await rule('tokens', { action: [`yangent-access.${name}`] });
    const body = JSON.stringify({ 'yangent-access:input': input });
    const id = needed(await by.ann.send('POST', `/restconf/operations/yangent-access:${name}`, { body }));
    const hash = `sha-256:${createHash('sha256').update('the secret').digest('hex')}`;
    const digests = Object.keys(input).map((member) => [member, hash]);
    expect(JSON.parse(String((await shown(id)).input))).toEqual(Object.fromEntries(digests));
  });

  it('is a credential, a key or a proof of an agent that is registered', async () => {
    await rule('register', { action: ['yangent-agents.register'] });
    const secret = { credential: ['secret one'], key: ['secret two'] };
    const description = {
      profile: profile('new'),
      registration: { security: secret },
    };
    const input = { id: 'new', ...description, 'yangent-identity:proof': 'secret three' };
    const body = JSON.stringify({ 'yangent-agents:input': input });
    const id = needed(await by.ann.send('POST', '/restconf/operations/yangent-agents:register', { body }));
    const { input: text } = await shown(id);
    expect(text).not.toContain('secret');
    expect(String(text).match(/"sha-256:[0-9a-f]{64}"/g)).toHaveLength(3);
  });
});

describe('with separation, a request', () => {
  const DEFINITION = '/restconf/data/yangent-workflows:workflows/definition=audit-all';
  const definition = (description: string) => ({
    ...{ name: 'audit-all', version: '1.0.0', description },
    node: [{ name: 'wait', type: 'yangent-workflows:wait', wait: { seconds: 1 } }],
  });
  const put = (who: Https, description: string) =>
    who.send('PUT', DEFINITION, {
      body: JSON.stringify({ 'yangent-workflows:definition': [definition(description)] }),
    });
  const start = (who: Https) =>
    who.send('POST', '/restconf/operations/yangent-workflows:start', {
      body: JSON.stringify({ 'yangent-workflows:input': { definition: 'audit-all' } }),
    });

  it('to start a workflow is not approved by the person who last changed its definition', async () => {
    expect(await put(by.adam, 'first')).toMatchObject({ status: 201 });
    await rule('start', { action: ['yangent-workflows.start'], 'approver-group': ['admin', 'voters'] });
    const id = needed(await start(by.ann));
    expect(await vote(id, by.adam)).toMatchObject({
      ...{ status: 403, 'error-app-tag': 'not-a-voter' },
      'error-message': expect.stringContaining('adam last changed what is asked for'),
    });
    expect(await shown(id, by.adam)).not.toHaveProperty('input');
    expect((await put(admin, 'second')).status).toBe(204);
    expect(await vote(id, by.adam)).toBe('granted');
    // Of a person who changes the definition after the vote it does not count any more.
    expect((await put(by.adam, 'first')).status).toBe(204);
    expect(errorIn(await start(by.ann))).toMatchObject({
      'error-message': expect.stringContaining('it has lost a vote: adam last changed what is asked for'),
    });
    const again = needed(await start(by.ann));
    expect(await vote(again, by.vera)).toBe('granted');
    expect((await start(by.ann)).status).toBe(200);
  });

  it('for a token is not approved by the person who gave the grant', async () => {
    const grant = await by.vera.send('POST', '/restconf/operations/yangent-access:delegate', {
      body: JSON.stringify({
        'yangent-access:input': {
          ...{ to: 'ann', capability: [{ name: 'look', action: ['data.read'] }] },
          expires: new Date(Date.now() + 3_600_000).toISOString(),
        },
      }),
    });
    expect(grant.status).toBe(200);
    const input = JSON.stringify({
      'yangent-access:input': { grant: JSON.parse(grant.body)['yangent-access:output'].grant },
    });
    const issue = () => by.ann.send('POST', '/restconf/operations/yangent-access:issue-token', { body: input });
    await rule('tokens', { action: ['yangent-access.issue-token'] });
    const id = needed(await issue());
    expect(await vote(id, by.vera)).toMatchObject({
      ...{ status: 403, 'error-app-tag': 'not-a-voter' },
      'error-message': expect.stringContaining('vera last changed what is asked for'),
    });
    expect(await vote(id, by.vic)).toBe('granted');
    expect((await issue()).status).toBe(200);
  });
});

describe('a vote', () => {
  it('ATD-8-o: is of persons in the groups who do not ask themselves; several count as the quorum says', async () => {
    await rule('two', { quorum: 2 });
    const id = needed(await assign(fresh()));
    expect(await vote(id, by.opal)).toMatchObject({
      'error-message': expect.stringContaining('opal is in none of the groups'),
    });
    expect(await vote(id, by.ann)).toMatchObject({ 'error-message': expect.stringContaining('ann asks for it') });
    expect(await vote(id, by.vera)).toBe('waiting');
    expect(await vote(id, by.vera)).toBe('waiting');
    expect(await vote(id, by.vic)).toBe('granted');
    expect(await vote(id, by.olga)).toMatchObject({ status: 412, 'error-app-tag': 'bad-transition' });
  });

  it('against ends the approval', async () => {
    await rule('assign');
    const input = fresh();
    const id = needed(await assign(input));
    expect(await vote(id, by.vic, { comment: 'no' }, 'reject')).toBe('refused');
    expect(await shown(id)).toMatchObject({
      state: 'refused',
      vote: [{ by: 'vic', verdict: 'reject', comment: 'no' }],
    });
    expect(needed(await assign(input))).not.toBe(id);
  });

  it('is of administrators and operators where the rule names no group', async () => {
    await rule('assign', { 'approver-group': undefined });
    const id = needed(await assign(fresh()));
    expect((await by.vera.send('GET', `${APPROVALS}=${id}`)).status).toBe(404);
    expect(await vote(id, by.opal)).toBe('granted');
    expect(await vote(needed(await assign(fresh())), by.adam)).toBe('granted');
  });

  it('ATD-8-p: needs two factors where the rule says so', async () => {
    await rule('assign', { 'second-factor': true });
    const id = needed(await assign(fresh()));
    expect(await vote(id, by.vera)).toMatchObject({
      ...{ status: 403, 'error-app-tag': 'insufficient_user_authentication' },
    });
  });

  it('does not count when the voter has left the group before the request is made', async () => {
    await rule('assign', { quorum: 1, 'approver-group': ['voters', 'guests'] });
    const input = fresh();
    const id = needed(await assign(input));
    expect(await vote(id, by.vera)).toBe('granted');
    await remove('user=vera/group=voters');
    expect(needed(await assign(input))).not.toBe(id);
    await rig.node.edit({ 'yangent-access:access': { user: [{ name: 'vera', group: ['voters'] }] } });
    expect(await shown(id)).toMatchObject({ state: 'expired', reason: 'the persons in group voters have changed' });
  });
});

describe('a signed vote', () => {
  const sign = (file: string, text: unknown, namespace = 'approval@yangent') => {
    const path = join(keygen.folder, 'statement');
    writeFileSync(path, String(text));
    const args = ['-Y', 'sign', '-n', namespace, '-f', join(keygen.folder, file)];
    return execFileSync('ssh-keygen', args, { input: String(text), stdio: ['pipe', 'pipe', 'ignore'] }).toString();
  };

  it('is needed where the rule says so, and is of ssh-keygen with a key that was there before', async () => {
    await rule('signed', { signature: true });
    const id = needed(await assign(fresh()));
    const { statement } = await shown(id);
    expect(await vote(id, by.vera)).toMatchObject({ status: 400, 'error-app-tag': 'signature-required' });
    const refusal = async (signature: string) => (await vote(id, by.vera, { signature }))['error-message'];
    expect(await refusal(sign('vera', `${statement}\n`))).toContain('it is not over these octets');
    expect(await refusal(sign('vera', statement, 'file'))).toContain('it is for "file"; sign with -n approval@yangent');
    expect(await refusal(sign('late', statement))).toContain('is none of the authorized keys of the voter');
    expect(await refusal('-----BEGIN SSH SIGNATURE-----\nAAAA\n-----END SSH SIGNATURE-----')).toContain(
      'no signature of',
    );
    const late = { name: 'late', algorithm: 'ssh-ed25519', 'key-data': keyData('late') };
    await rig.node.edit({ 'yangent-access:access': { user: [{ name: 'vera', 'authorized-key': [late] }] } });
    expect(await refusal(sign('late', statement))).toContain('was registered after the approval was asked for');
    expect(await vote(id, by.vera, { signature: sign('vera', statement) })).toBe('granted');
    expect(await shown(id)).toMatchObject({ vote: [{ by: 'vera', key: expect.stringMatching(/^SHA256:/) }] });
    const second = needed(await assign(fresh()));
    const signature = sign('late', (await shown(second)).statement);
    expect(await vote(second, by.vera, { signature })).toBe('granted');
    await remove('user=vera/authorized-key=late');
  });

  it('does not count any more when its key is gone', async () => {
    await rule('signed', { signature: true });
    const input = fresh();
    const late = { name: 'late', algorithm: 'ssh-ed25519', 'key-data': keyData('late') };
    await rig.node.edit({ 'yangent-access:access': { user: [{ name: 'vera', 'authorized-key': [late] }] } });
    const id = needed(await assign(input));
    const signature = sign('late', (await shown(id)).statement);
    expect(await vote(id, by.vera, { signature })).toBe('granted');
    await remove('user=vera/authorized-key=late');
    const refused = await assign(input);
    expect(errorIn(refused)['error-message']).toContain('vera has lost the key of the signature');
    expect(needed(refused)).toBe(id);
    await expect.poll(async () => (await shown(id)).state).toBe('expired');
    expect(needed(await assign(input))).not.toBe(id);
  });

  it.each<[string, string, (statement: string) => string]>([
    ['the statement in it', 'yangent-vote+jwt', (jws) => jws],
    ['the statement beside it', 'yangent-vote+jwt', (jws) => jws.replace(/\.[^.]+\./, '..')],
    ['another type', 'at+jwt', (jws) => jws],
  ])('may be a JWS by a signing key, with %s', async (_how, typ, given) => {
    await rule('signed', { signature: true });
    const id = needed(await assign(fresh()));
    const { statement } = await shown(id);
    const jws = await new CompactSign(Buffer.from(String(statement)))
      .setProtectedHeader({ alg: 'EdDSA', typ })
      .sign(signing.privateKey);
    const state = await vote(id, by.vic, { signature: given(jws) });
    if (typ === 'yangent-vote+jwt') expect(state).toBe('granted');
    else expect(state).toMatchObject({ status: 400, 'error-app-tag': 'bad-signature' });
  });
});

describe('an edit that a rule concerns', () => {
  const RETENTION = '/restconf/data/yangent-audit:audit';
  const edit = (retention: number, who = by.adam) =>
    who.send('PATCH', RETENTION, { body: JSON.stringify({ 'yangent-audit:audit': { retention } }) });
  const EDIT = { action: ['data.edit'], path: ['/yangent-audit:audit'] };

  it('is made once when it is granted, also by another protocol', async () => {
    await rule('audit', EDIT);
    const id = needed(await edit(500));
    expect(await shown(id)).toMatchObject({
      ...{ operation: 'data.edit', target: ['/yangent-audit:audit/retention'] },
      input: expect.stringContaining('"value":500'),
    });
    const body = JSON.stringify({ 'yangent-agents:agents': { agent: [{ id: 'shop', domain: 'town' }] } });
    expect((await by.adam.send('PATCH', '/restconf/data/yangent-agents:agents', { body })).status).toBe(204);
    expect(await vote(id, by.vera)).toBe('granted');
    const session = await RawNetconf.open(rig, '1.1', { user: 'adam', password: passwordOf('adam') });
    const candidate =
      '<edit-config><target><candidate/></target><config><audit xmlns="urn:yangent:params:xml:ns:yang:yangent-audit"><retention>500</retention></audit></config></edit-config>';
    expect(await session.ask(candidate)).toContain('<ok/>');
    expect(await session.ask('<commit/>')).toContain('<ok/>');
    session.close();
    expect(await shown(id)).toMatchObject({ state: 'used' });
    expect((await edit(500)).status).toBe(204);
    needed(await edit(600));
  });

  it('is refused with stale-approval when the values that it replaces have changed', async () => {
    await rule('audit', EDIT);
    const id = needed(await edit(510));
    expect(await vote(id, by.vera)).toBe('granted');
    expect((await edit(505, admin)).status).toBe(204);
    const stale = await edit(510);
    expect(stale.status).toBe(412);
    expect(errorIn(stale)).toMatchObject({
      ...{ 'error-tag': 'operation-failed', 'error-app-tag': 'stale-approval' },
    });
    expect(await shown(id)).toMatchObject({ state: 'expired' });
    expect(needed(await edit(510))).not.toBe(id);
  });

  it('may be a YANG Patch, whose status names the approval', async () => {
    await rule('audit', EDIT);
    const value = { 'yangent-audit:retention': 520 };
    const patch = { 'patch-id': 'p', edit: [{ 'edit-id': 'e', operation: 'replace', target: '/retention', value }] };
    const send = () =>
      by.adam.send('PATCH', RETENTION, {
        body: JSON.stringify({ 'ietf-yang-patch:yang-patch': patch }),
        type: 'application/yang-patch+json',
      });
    const refused = await send();
    expect(refused.status).toBe(403);
    const [, id = ''] = /"yangent-access:approval":"([^"]+)"/.exec(refused.body) ?? [];
    expect(refused.body).toContain('"error-app-tag":"aap_approval_required"');
    expect(await vote(id, by.vic)).toBe('granted');
    expect((await send()).status).toBe(200);
    expect(await shown(id)).toMatchObject({ state: 'used' });
  });

  it('may delete a container, and names it with what is in it, whatever the message', async () => {
    await rule('audit', EDIT);
    expect((await edit(530, admin)).status).toBe(204);
    const session = await RawNetconf.open(rig, '1.1', { user: 'adam', password: passwordOf('adam') });
    const gone = (operation: string, datastore: string) =>
      `<edit-config><target><${datastore}/></target><config><audit xmlns="urn:yangent:params:xml:ns:yang:yangent-audit" xmlns:nc="urn:ietf:params:xml:ns:netconf:base:1.0" nc:operation="${operation}"/></config></edit-config>`;
    const patch = { 'patch-id': 'p', edit: [{ 'edit-id': 'e', operation: 'remove', target: '/' }] };
    const id = needed(await by.adam.send('DELETE', RETENTION));
    expect(await shown(id)).toMatchObject({
      target: ['/yangent-audit:audit'],
      input:
        '{"datastore":"running","edit":[{"operation":"delete","target":"/yangent-audit:audit"}],"replaces":[{"target":"/yangent-audit:audit","value":{"retention":530}}]}',
    });
    const put = { body: JSON.stringify({ 'yangent-audit:audit': {} }) };
    expect(needed(await by.adam.send('PUT', RETENTION, put))).not.toBe('');
    const patched = await by.adam.send('PATCH', RETENTION, {
      body: JSON.stringify({ 'ietf-yang-patch:yang-patch': patch }),
      type: 'application/yang-patch+json',
    });
    expect(patched).toMatchObject({ status: 403, body: expect.stringContaining(`"yangent-access:approval":"${id}"`) });
    for (const operation of ['delete', 'remove', 'replace']) {
      const refused = await session.ask(gone(operation, 'running'));
      expect(refused).toContain('<error-app-tag>aap_approval_required</error-app-tag>');
    }
    expect(await session.ask(gone('remove', 'candidate'))).toContain('<ok/>');
    expect(await session.ask('<commit/>')).toContain(`>${id}</approval>`);
    expect(await session.ask('<discard-changes/>')).toContain('<ok/>');
    session.close();
    expect(await vote(id, by.vera)).toBe('granted');
    expect((await by.adam.send('DELETE', RETENTION)).status).toBe(204);
  });

  it('differs from the same edit that deletes a container beside', async () => {
    await rule('all', { action: ['data.edit'] });
    expect((await edit(540, admin)).status).toBe(204);
    const session = await RawNetconf.open(rig, '1.1', { user: 'adam', password: passwordOf('adam') });
    const change = (beside: string) =>
      `<edit-config><target><running/></target><config xmlns:nc="urn:ietf:params:xml:ns:netconf:base:1.0"><agents xmlns="urn:yangent:params:xml:ns:yang:yangent-agents"><agent><id>shop</id><domain>village</domain></agent></agents>${beside}</config></edit-config>`;
    const asked = async (message: string) => />([^<>]+)<\/approval>/.exec(await session.ask(message))?.[1] ?? '';
    const id = await asked(change(''));
    expect(await vote(id, by.vera)).toBe('granted');
    const other = await asked(
      change('<audit xmlns="urn:yangent:params:xml:ns:yang:yangent-audit" nc:operation="remove"/>'),
    );
    expect(other).not.toBe(id);
    expect(await shown(other)).toMatchObject({
      target: ["/yangent-agents:agents/agent[id='shop']/domain", '/yangent-audit:audit'],
    });
    expect(await session.ask(change(''))).toContain('<ok/>');
    session.close();
  });

  it('is one of the members of a trust domain, when they are deleted together', async () => {
    const members = { 'trust-domain': [{ name: 'carrier-a', members: { group: ['voters'] } }] };
    await rig.node.edit({ 'yangent-access:access': members });
    const path = "/yangent-access:access/trust-domain[name='carrier-a']/members/group";
    await rule('domain', { action: ['data.edit'], path: [path] });
    const MEMBERS = '/restconf/data/yangent-access:access/trust-domain=carrier-a/members';
    const id = needed(await by.adam.send('DELETE', MEMBERS));
    expect(await shown(id)).toMatchObject({
      target: ["/yangent-access:access/trust-domain[name='carrier-a']/members"],
    });
    await remove('trust-domain=carrier-a');
  });

  it('tells voters when a confirmed commit that used it is taken back', async () => {
    await rule('audit', EDIT);
    expect((await edit(570, admin)).status).toBe(204);
    const session = await RawNetconf.open(rig, '1.1', { user: 'adam', password: passwordOf('adam') });
    const candidate = (retention: number) =>
      `<edit-config><target><candidate/></target><config><audit xmlns="urn:yangent:params:xml:ns:yang:yangent-audit"><retention>${retention}</retention></audit></config></edit-config>`;
    const granted = async (retention: number) => {
      await session.ask(candidate(retention));
      const id = />([^<>]+)<\/approval>/.exec(await session.ask('<commit><confirmed/></commit>'))?.[1] ?? '';
      expect(await vote(id, by.vera)).toBe('granted');
      expect(await session.ask('<commit><confirmed/></commit>')).toContain('<ok/>');
      expect(await shown(id)).toMatchObject({
        ...{ state: 'used', reason: 'the confirmed commit that used it is not confirmed yet' },
      });
      return id;
    };
    const canceled = await granted(571);
    expect(await session.ask('<cancel-commit/>')).toContain('<ok/>');
    const reason = 'the confirmed commit that used it was taken back';
    expect(await shown(canceled)).toMatchObject({ state: 'used', reason });
    expect((await records(canceled)).map(({ operation }) => operation)).toContain('approval-taken-back');
    expect(await session.ask('<discard-changes/>')).toContain('<ok/>');
    const confirmed = await granted(572);
    expect(await session.ask('<commit/>')).toContain('<ok/>');
    expect(await shown(confirmed)).not.toHaveProperty('reason');
    session.close();
  });

  it('shows no password', async () => {
    await rule('users', { action: ['data.edit'], path: ['/yangent-access:access/user'] });
    const user = { name: 'new', password: '$0$a secret password' };
    const body = JSON.stringify({ 'yangent-access:access': { user: [user] } });
    const id = needed(await by.adam.send('PATCH', '/restconf/data/yangent-access:access', { body }));
    const { input } = await shown(id);
    expect(input).toContain('"password":"sha-256:');
    expect(input).not.toContain('scrypt');
  });

  it('that loosens or removes a rule is subject to the rule as it was; one that tightens it is not', async () => {
    await rule('assign', { quorum: 2 });
    const patch = (more: Members) =>
      by.adam.send('PATCH', '/restconf/data/yangent-access:access', {
        body: JSON.stringify({ 'yangent-access:access': { 'approval-rule': [{ name: 'assign', ...more }] } }),
      });
    const waiting = needed(await assign(fresh()));
    expect((await patch({ expires: 600 })).status).toBe(204);
    expect(await shown(waiting)).toMatchObject({ state: 'expired', reason: 'the rule "assign" was changed' });
    for (const more of [{ quorum: 1 }, { expires: 900 }, { 'approver-group': ['friends'] }, { agent: ['other'] }])
      needed(await patch(more));
    needed(await by.adam.send('DELETE', `${RULES}=assign`));
    const id = needed(await by.adam.send('DELETE', '/restconf/data/yangent-access:access/approval-rule=assign'));
    expect(await vote(id, by.vera)).toBe('waiting');
    expect(await vote(id, by.vic)).toBe('granted');
    expect((await by.adam.send('DELETE', `${RULES}=assign`)).status).toBe(204);
    expect((await assign(fresh())).status).toBe(200);
  });
});

describe('startup', () => {
  const session = () => RawNetconf.open(rig, '1.1', { user: 'adam', password: passwordOf('adam') });
  const copy = (config: string) =>
    `<copy-config><target><startup/></target><source><config>${config}</config></source></copy-config>`;

  it('has approvals of its own, which name it', async () => {
    await rule('all', { action: ['data.edit'] });
    const netconf = await session();
    await admin.send('PATCH', '/restconf/data/yangent-audit:audit', {
      body: JSON.stringify({ 'yangent-audit:audit': { retention: 550 } }),
    });
    const ask = async (message: string) => await netconf.ask(message);
    await ask('<copy-config><target><startup/></target><source><running/></source></copy-config>');
    const whole = await ask('<get-config><source><running/></source></get-config>');
    const [, content = ''] = /<data[^>]*>(.*)<\/data>/s.exec(whole) ?? [];
    const other = copy(content.replace('<retention>550<', '<retention>560<'));
    const id = />([^<>]+)<\/approval>/.exec(await ask(other))?.[1] ?? '';
    expect(await shown(id)).toMatchObject({
      target: ['startup', '/yangent-audit:audit/retention'],
      input: expect.stringContaining('{"datastore":"startup","edit":[{"operation":"replace","target":"/yangent-audit:'),
    });
    expect(await vote(id, by.vera)).toBe('granted');
    const running = await ask(other.replace('<startup/>', '<running/>'));
    expect(running).toContain('<error-app-tag>aap_approval_required</error-app-tag>');
    expect(running).not.toContain(id);
    expect(await ask(other)).toContain('<ok/>');
    netconf.close();
  });

  it('is not freed of a rule that is in force, by which the next start would be without it', async () => {
    await rule('assign');
    const netconf = await session();
    for (const way of [copy(''), '<delete-config><target><startup/></target></delete-config>'])
      expect(await netconf.ask(way)).toContain('<error-app-tag>aap_approval_required</error-app-tag>');
    expect(
      await netconf.ask('<copy-config><target><startup/></target><source><running/></source></copy-config>'),
    ).toContain('<ok/>');
    netconf.close();
  });
});

describe('a request of which its asker thinks better', () => {
  const withdraw = (id: string, who: Https) => who.send('POST', `${APPROVALS}=${id}/withdraw`);

  it('is withdrawn by the asker alone, while it waits or when it is granted', async () => {
    await rule('assign');
    const [first, second] = [fresh(), fresh()];
    const [waiting, granted] = [needed(await assign(first)), needed(await assign(second))];
    expect(await vote(granted, by.vera)).toBe('granted');
    const refused = await withdraw(waiting, by.vera);
    expect([refused.status, errorIn(refused)['error-app-tag']]).toEqual([403, 'not-the-asker']);
    for (const id of [waiting, granted]) {
      expect((await withdraw(id, by.ann)).status).toBe(204);
      expect(await shown(id)).toMatchObject({ state: 'expired', reason: 'the one who asked for it has withdrawn it' });
    }
    expect(needed(await assign(second))).not.toBe(granted);
    const again = await withdraw(waiting, by.ann);
    expect([again.status, errorIn(again)['error-app-tag']]).toEqual([412, 'bad-transition']);
    expect(await records(waiting)).toContainEqual(expect.objectContaining({ operation: 'approval-void', user: 'ann' }));
    expect((await withdraw(waiting, by.bob)).status).toBe(404);
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
    await expect(rule('odd', more)).rejects.toThrow(message);
  });

  it('lets approvals expire', async () => {
    await rule('short', { expires: 1 });
    const id = needed(await assign(fresh()));
    await expect.poll(async () => (await shown(id)).state, { timeout: 5_000 }).toBe('expired');
    await expect.poll(async () => (await records(id)).map(({ operation }) => operation)).toContain('approval-void');
  });
});
