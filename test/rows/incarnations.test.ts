/** What there is of an agent stays its owners' when its identifier is given to another: every way of reading, on the wire. */
import { rmSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/clean-up.js';
import { Https } from '../support/http.js';
import { startTestNode, type TestNode } from '../support/node.js';
import { RawNetconf } from '../support/raw-netconf.js';
import { Watcher } from '../support/watcher.js';

const PASSWORDS = { mu: 'the password of mu', nu: 'the password of nu', ou: 'the password of ou' } as const;
type User = keyof typeof PASSWORDS;
const SECRET = 'hunter2';
/** Of the former agent, or of what was said to it. */
const TRACE = /hunter2|first-task|to-the-former/;

let node: TestNode;
let users: Readonly<Record<User | 'admin', Https>>;
let directory: string;

async function start(): Promise<void> {
  node = await startTestNode({ data: directory, passwords: PASSWORDS });
  users = {
    mu: new Https(node, 'mu', PASSWORDS.mu),
    nu: new Https(node, 'nu', PASSWORDS.nu),
    ou: new Https(node, 'ou', PASSWORDS.ou),
    admin: new Https(node),
  };
}
async function stop(): Promise<void> {
  for (const user of Object.values(users)) user.close();
  await node.stop();
}
beforeEach(async () => {
  directory = temporaryFolder();
  await start();
});
afterEach(async () => {
  await stop();
  rmSync(directory, { recursive: true, force: true });
});

const profile = (name: string) => ({ name, description: 'an agent', version: '1.0.0', provider: 'ACME' });

async function rpc(user: User | 'admin', name: string, input: object): Promise<Record<string, unknown>> {
  const module = name.slice(0, name.indexOf(':'));
  const body = JSON.stringify({ [`${module}:input`]: input });
  const answer = await users[user].send('POST', `/restconf/operations/${name}`, { body });
  expect(answer.status, answer.body).toBeLessThan(300);
  return answer.body === '' ? {} : JSON.parse(answer.body)[`${module}:output`];
}
const register = (user: User, id: string) => rpc(user, 'yangent-agents:register', { id, profile: profile(id) });
const deregister = (user: User, id: string) => rpc(user, 'yangent-agents:deregister', { id });

const AGENT = '/restconf/data/yangent-agents:agents/agent=vault';
async function put(owner: User): Promise<void> {
  const body = JSON.stringify({
    'yangent-agents:agent': [{ id: 'vault', owner: [owner], profile: profile('vault') }],
  });
  const answer = await users.admin.send('PUT', AGENT, { body });
  expect(answer.status, answer.body).toBeLessThan(300);
}
async function remove(): Promise<void> {
  expect((await users.admin.send('DELETE', AGENT)).status).toBe(204);
}

/** mu's agent `vault` and nu's agent `noc` work together: tasks both ways, context, a negotiation, data, bytes, a result. */
async function work(): Promise<void> {
  await register('mu', 'vault');
  await register('nu', 'noc');
  await rpc('mu', 'yangent-tasks:assign', { from: 'vault', to: 'noc', 'task-id': 'first-task', objective: SECRET });
  const { id } = await rpc('nu', 'yangent-tasks:assign', {
    from: 'noc',
    to: 'vault',
    'task-id': 'to-the-former',
    objective: `open ${SECRET}`,
  });
  await rpc('mu', 'yangent-tasks:claim-next', { agent: 'vault' });
  const complete = `/restconf/data/yangent-tasks:tasks/task=${id}/complete`;
  const artifact = [{ name: 'result', modality: 'text', value: SECRET }];
  const body = JSON.stringify({ 'yangent-tasks:input': { attempt: 1, artifact } });
  const done = await users.mu.send('POST', complete, { body });
  expect(done.status, done.body).toBeLessThan(300);
  await rpc('mu', 'yangent-tasks:negotiate', {
    from: 'vault',
    to: 'noc',
    'task-id': 'negotiated',
    type: 'FEASIBILITY',
    content: [`##target object ${SECRET} ##task description open it`],
    wait: 0,
  });
  const said = { from: 'noc', to: 'vault', type: 'conversation', content: SECRET, id: 'said' };
  const message = {
    'irtf-agent:data-params': [{ id: 'kept', dataType: 'text', data: SECRET }],
  };
  const kept = await users.nu.send('POST', '/restconf/data', { body: JSON.stringify(message) });
  expect(kept.status, kept.body).toBe(201);
  await rpc('nu', 'yangent-contexts:share', { ...said, 'data-param': ['kept'] });
}

/** All that a user can read about everything. */
async function allOf(user: User): Promise<string> {
  const read = async (path: string) => (await users[user].send('GET', path)).body;
  const session = await RawNetconf.open(node, '1.1', { user, password: PASSWORDS[user] });
  const parts = [
    await read('/restconf/data'),
    await read('/restconf/data/yangent-tasks:tasks'),
    await read('/agents/vault/restconf/data'),
    await read('/data/kept'),
    JSON.stringify(await rpc(user, 'yangent-contexts:fetch', {})),
    JSON.stringify(await rpc(user, 'yangent-contexts:fetch', { agent: 'vault' })),
    await session.ask('<get/>'),
  ];
  session.close();
  return parts.join('\n');
}

/** All events that a user is given of the past. */
async function replayedTo(user: User): Promise<string> {
  const watcher = await Watcher.start(node, {
    login: { user, password: PASSWORDS[user] },
    startTime: '2020-01-01T00:00:00Z',
  });
  const mark = `mark-${user}`;
  await register(user, mark);
  await watcher.until(({ name, value }) => name === 'yangent-agents:agent-changed' && value.id === mark);
  await watcher.close();
  return JSON.stringify(watcher.events);
}

describe('another user who registers the freed identifier', () => {
  it('reads nothing of the former agent: no task, context, result, data or event', async () => {
    await work();
    const listening = await Watcher.start(node, { login: { user: 'ou', password: PASSWORDS.ou } });
    await deregister('mu', 'vault');
    await register('ou', 'vault');
    expect(await allOf('ou')).not.toMatch(TRACE);
    expect(await replayedTo('ou')).not.toMatch(TRACE);
    expect(JSON.stringify(listening.events)).not.toMatch(TRACE);
    await listening.close();
    // Each side of before goes on seeing what it had; the names are shown as they were.
    expect(await allOf('nu')).toMatch(/"from": ?"vault"/);
    for (const user of ['mu', 'nu'] as const) expect(await allOf(user)).toMatch(TRACE);
    for (const user of ['mu', 'nu', 'ou'] as const) expect(await allOf(user)).not.toContain('\\u0001');
  });

  it('uses the task-ids and endpoint as those of a new agent, and sees what is sent to it', async () => {
    await work();
    await deregister('mu', 'vault');
    await register('ou', 'vault');
    const own = { from: 'vault', to: 'noc', 'task-id': 'first-task', objective: 'of the new one' };
    expect(await rpc('ou', 'yangent-tasks:assign', own)).toMatchObject({ state: 'accepted' });
    await rpc('nu', 'yangent-tasks:assign', {
      from: 'noc',
      to: 'vault',
      'task-id': 'second',
      objective: 'for the new',
    });
    const claimed = await rpc('ou', 'yangent-tasks:claim-next', { agent: 'vault', max: 10 });
    expect(claimed.task).toMatchObject([{ 'task-id': 'second', from: 'noc', to: 'vault' }]);
    expect(await replayedTo('ou')).toContain('of the new one');
  });

  it('gets none of the tasks that were still open', async () => {
    await register('mu', 'vault');
    await register('nu', 'noc');
    const { id } = await rpc('nu', 'yangent-tasks:assign', { from: 'noc', to: 'vault', objective: 'to-the-former' });
    await deregister('mu', 'vault');
    await register('ou', 'vault');
    expect(await rpc('ou', 'yangent-tasks:claim-next', { agent: 'vault' })).toEqual({});
    const { task } = await rpc('nu', 'yangent-tasks:query', { id });
    expect(task).toMatchObject({ to: 'vault', state: expect.stringMatching(/rejected|failed/) });
  });

  it('reads nothing either after a restart', async () => {
    await work();
    await deregister('mu', 'vault');
    await stop();
    await start();
    await register('ou', 'vault');
    await stop();
    await start();
    expect(await allOf('ou')).not.toMatch(TRACE);
    expect(await replayedTo('ou')).not.toMatch(TRACE);
    expect(await allOf('mu')).toMatch(TRACE);
  });
});

describe('an administrator', () => {
  it('who removes an agent and makes it again for another owner makes a new agent', async () => {
    await work();
    await remove();
    await put('ou');
    expect(await allOf('ou')).not.toMatch(TRACE);
    expect(await replayedTo('ou')).not.toMatch(TRACE);
  });

  it('who gives an agent another owner hands its past on', async () => {
    await work();
    await put('ou');
    expect(await allOf('ou')).toMatch(TRACE);
    expect(await replayedTo('ou')).toMatch(TRACE);
  });

  it('who removes and makes an agent in one commit hands it on', async () => {
    await work();
    const session = await RawNetconf.open(node);
    const owner = (name: string) =>
      `<config><agents xmlns="urn:yangent:params:xml:ns:yang:yangent-agents"><agent><id>vault</id>${name}</agent></agents></config>`;
    const operation = 'xmlns:nc="urn:ietf:params:xml:ns:netconf:base:1.0" nc:operation=';
    const edit = (config: string) => session.ask(`<edit-config><target><candidate/></target>${config}</edit-config>`);
    expect(await edit(owner('').replace('<agent>', `<agent ${operation}"delete">`))).toContain('<ok/>');
    const made = `<owner>ou</owner><profile><name>vault</name><description>d</description><version>1.0.0</version><provider>p</provider></profile>`;
    expect(await edit(owner(made))).toContain('<ok/>');
    expect(await session.ask('<commit/>')).toContain('<ok/>');
    session.close();
    expect(await allOf('ou')).toMatch(TRACE);
  });
});

describe('the same owner', () => {
  it('who registers the identifier again has the past back', async () => {
    await work();
    await deregister('mu', 'vault');
    await register('mu', 'vault');
    expect(await allOf('mu')).toMatch(/to-the-former/);
    expect(await replayedTo('mu')).toMatch(/to-the-former/);
  });

  it('has it back after a confirmed commit that removed the agent is canceled, and others cannot take it meanwhile', async () => {
    await work();
    const session = await RawNetconf.open(node);
    const gone =
      '<config><agents xmlns="urn:yangent:params:xml:ns:yang:yangent-agents"><agent xmlns:nc="urn:ietf:params:xml:ns:netconf:base:1.0" nc:operation="delete"><id>vault</id></agent></agents></config>';
    expect(await session.ask(`<edit-config><target><candidate/></target>${gone}</edit-config>`)).toContain('<ok/>');
    expect(await session.ask('<commit><confirmed/></commit>')).toContain('<ok/>');
    const body = JSON.stringify({ 'yangent-agents:input': { id: 'vault', profile: profile('vault') } });
    const taken = await users.ou.send('POST', '/restconf/operations/yangent-agents:register', { body });
    expect([taken.status, taken.body]).toEqual([409, expect.stringContaining('not confirmed yet')]);
    expect(await session.ask('<cancel-commit/>')).toContain('<ok/>');
    session.close();
    expect(await allOf('mu')).toMatch(/to-the-former/);
    expect(await replayedTo('mu')).toMatch(/to-the-former/);
    expect(await allOf('ou')).not.toMatch(TRACE);
  });

  it('has it back when the node stops before the commit is confirmed', async () => {
    await work();
    const session = await RawNetconf.open(node);
    const gone =
      '<config><agents xmlns="urn:yangent:params:xml:ns:yang:yangent-agents"><agent xmlns:nc="urn:ietf:params:xml:ns:netconf:base:1.0" nc:operation="delete"><id>vault</id></agent></agents></config>';
    await session.ask(`<edit-config><target><candidate/></target>${gone}</edit-config>`);
    expect(await session.ask('<commit><confirmed/><persist>p</persist></commit>')).toContain('<ok/>');
    session.close();
    await stop();
    await start();
    expect(await allOf('mu')).toMatch(/to-the-former/);
  });
});
