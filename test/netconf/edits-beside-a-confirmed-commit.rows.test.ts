/** RESTCONF edits, operations and other sessions while a confirmed commit waits (RFC 8040 §1.4, RFC 6241 §8.4). */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/clean-up.js';
import { Https } from '../support/http.js';
import type { RawNetconf } from '../support/raw-netconf.js';
import { until } from '../until.js';
import { B, type BoxNode, boxIn, edit, get, outcome, startBox } from './box.js';

let node: BoxNode;
let a: RawNetconf;
let b: RawNetconf;
let admin: Https;
const data = temporaryFolder();
const begun = new Date().toISOString();

beforeAll(open);
afterAll(() => node.stop());
afterEach(async () => {
  await a.ask('<cancel-commit/>');
  await a.ask('<discard-changes/>');
  await a.ask('<copy-config><target><running/></target><source><config/></source></copy-config>');
});

async function open() {
  node = await startBox({ data });
  a = await node.session();
  b = await node.session();
  admin = new Https(node.rig);
}

/** An ordinary user. */
const ANN =
  '<access xmlns="urn:yangent:params:xml:ns:yang:yangent-access"><user><name>ann</name><password>$0$ann-password</password></user></access>';

/** Outlives its session: the end of the session, which a node that stops brings about, does not undo it. */
const PERSISTENT = '<persist>secret</persist>';

const box = (content: string) => `<box ${B}>${content}</box>`;
const running = async () => boxIn(await b.ask(get('running')));

/** Session `a` makes the box `content`, to be confirmed. */
async function tryOut(content: string, options = '<confirm-timeout>600</confirm-timeout>') {
  await a.ask(edit('candidate', box(content)));
  expect(outcome(await a.ask(`<commit><confirmed/>${options}</commit>`))).toBe('ok');
}

const patch = (value: unknown, user: Https = admin) =>
  user.send('PATCH', '/restconf/data/acme-box:box', { body: JSON.stringify({ 'acme-box:box': value }) });
const operation = (name: string, input: unknown) =>
  admin.send('POST', `/restconf/operations/${name}`, {
    body: JSON.stringify({ [`${name.split(':')[0]}:input`]: input }),
  });
const register = (id: string) =>
  operation('yangent-agents:register', {
    ...{ id, profile: { name: id, description: 'd', version: '1.0.0', provider: 'p' } },
  });
const agentStatus = async (id: string) =>
  (await admin.send('GET', `/restconf/data/yangent-agents:agents/agent=${id}`)).status;

/** The bodies of the events `name` on a stream so far. */
async function events(stream: string, name: string): Promise<readonly Record<string, unknown>[]> {
  const span = `start-time=${begun}&stop-time=${new Date().toISOString()}`;
  const { body } = await admin.send('GET', `/restconf/streams/${stream}/json?${span}`, { accept: 'text/event-stream' });
  return body
    .split('\n')
    .filter((line) => line.startsWith('data: '))
    .map((line) => JSON.parse(line.slice(6))['ietf-restconf:notification'][name])
    .filter((each) => each !== undefined);
}

describe('a RESTCONF edit beside a confirmed commit', () => {
  it('is the confirming commit, and the audit trail names its user', async () => {
    await tryOut('<name>x</name>');
    expect((await patch({ limit: 9 })).status).toBe(204);
    expect(outcome(await a.ask('<cancel-commit/>'))).toBe('operation-failed');
    expect(await running()).toBe('<name>x</name><limit>9</limit>');
    await node.stop();
    await open();
    expect(await running()).toBe('<name>x</name><limit>9</limit>');
    const commits = await events('NETCONF', 'ietf-netconf-notifications:netconf-confirmed-commit');
    expect(commits.at(-1)).toMatchObject({ username: 'admin', 'session-id': 0, 'confirm-event': 'complete' });
    const audit = await events('audit', 'yangent-access:audit');
    expect(audit).toContainEqual(
      expect.objectContaining({
        ...{ user: 'admin', protocol: 'restconf', operation: 'ietf-netconf:commit', outcome: 'done' },
      }),
    );
  });

  it('is the confirming commit also where it says what is there already', async () => {
    await tryOut('<name>x</name>');
    expect((await patch({ name: 'x' })).status).toBe(204);
    expect(outcome(await a.ask('<cancel-commit/>'))).toBe('operation-failed');
    expect(await running()).toBe('<name>x</name>');
  });

  it('is refused where a token is waited for', async () => {
    await tryOut('<name>x</name>', '<persist>secret</persist>');
    const refused = await patch({ limit: 9 });
    expect(refused.status).toBe(409);
    expect(JSON.parse(refused.body)['ietf-restconf:errors'].error[0]).toMatchObject({
      'error-tag': 'in-use',
      'error-message': expect.stringContaining('persist-id'),
    });
    expect(outcome(await b.ask('<cancel-commit><persist-id>secret</persist-id></cancel-commit>'))).toBe('ok');
    expect(await running()).toBe('no box');
  });

  it.each([
    ['access control', () => patch({ limit: 9 }, new Https(node.rig, 'ann', 'ann-password')), 403],
    ['validation', () => patch({ port: [{ name: 'p1' }] }), 409],
    [
      'a condition',
      () => admin.send('DELETE', '/restconf/data/acme-box:box', { headers: { 'if-match': '"other"' } }),
      412,
    ],
  ])('that %s refuses confirms nothing', async (_by, send, status) => {
    await a.ask(edit('running', ANN));
    await tryOut('<name>x</name>');
    expect((await send()).status).toBe(status);
    expect(outcome(await a.ask('<cancel-commit/>'))).toBe('ok');
    expect(await running()).toBe('no box');
  });

  it.each([
    ['of what is there', (user: Https) => patch({ name: 'x' }, user)],
    ['of nothing', (user: Https) => patch({}, user)],
    [
      'of a message',
      (user: Https) =>
        user.send('PUT', '/restconf/data/irtf-agent:tasks', {
          body: JSON.stringify({
            'irtf-agent:tasks': {
              ...{ 'task-sendFrom': 'asks', 'task-sendTo': 'asks', commuType: 'taskAssign', 'task-id': 't' },
              content: '##task description x',
            },
          }),
        }),
    ],
  ])('%s, by a user who may not make the change that waits, confirms nothing', async (_what, send) => {
    await a.ask(edit('running', ANN));
    const agent = {
      id: 'asks',
      owner: ['ann'],
      profile: { name: 'asks', description: 'd', version: '1', provider: 'p' },
    };
    await node.rig.node.edit({ 'yangent-agents:agents': { agent: [agent] } });
    await tryOut('<name>x</name>');
    expect((await send(new Https(node.rig, 'ann', 'ann-password'))).status).toBeLessThan(300);
    expect(outcome(await a.ask('<cancel-commit/>'))).toBe('ok');
    expect(await running()).toBe('no box');
  });
});

describe('beside a confirmed commit', () => {
  it('operations confirm nothing, and what they configure stays when the time is over', async () => {
    await tryOut('<name>x</name>', '<confirm-timeout>1</confirm-timeout>');
    expect((await register('kept')).status).toBe(200);
    await until(running, (now) => now === 'no box');
    expect(await agentStatus('kept')).toBe(200);
    expect((await operation('yangent-agents:deregister', { id: 'kept' })).status).toBe(204);
  });

  it('what operations configure stays when the node is started again before the time is over', async () => {
    await tryOut('<name>x</name>', PERSISTENT);
    expect((await register('kept-too')).status).toBe(200);
    await node.stop();
    await open();
    expect(await running()).toBe('no box');
    expect(await agentStatus('kept-too')).toBe(200);
  });

  it.each([
    ['when the time is over', async () => until(running, (now) => now === 'no box')],
    [
      'at the start',
      async () => {
        await node.stop();
        await open();
      },
    ],
  ])('an edit by the node that does not fit the content before is reported %s', async (_when, end) => {
    const since = new Date().toISOString();
    await tryOut('<port><name>p1</name><speed>1</speed></port>', `${PERSISTENT}<confirm-timeout>2</confirm-timeout>`);
    await node.rig.node.edit({ 'acme-box:box': { port: [{ name: 'p1', enabled: false }] } });
    await end();
    expect(await running()).toBe('no box');
    // Entries of operations are written a little later than those of edits, so the last one may be another.
    const audit = await events('audit', 'yangent-access:audit');
    expect(audit.filter(({ at, outcome }) => String(at) >= since && outcome === 'failed')).toContainEqual(
      expect.objectContaining({
        ...{ user: 'system', operation: 'edit', 'error-tag': 'operation-failed' },
        target: [expect.stringContaining("/acme-box:box/port[name='p1']/enabled")],
      }),
    );
  });

  it('edits of other sessions are refused, those of its own session go with it', async () => {
    await tryOut('<name>x</name>');
    for (const refused of [
      edit('running', box('<limit>9</limit>')),
      '<copy-config><target><running/></target><source><config/></source></copy-config>',
    ]) {
      const reply = await b.ask(refused);
      expect(reply).toMatch(/<error-tag>in-use<\/error-tag>.*a confirmed commit that is not confirmed yet/);
    }
    expect(outcome(await a.ask(edit('running', box('<limit>9</limit>'))))).toBe('ok');
    expect(outcome(await a.ask('<cancel-commit/>'))).toBe('ok');
    expect(await running()).toBe('no box');
  });
});
