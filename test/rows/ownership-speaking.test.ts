/** Nobody speaks for an agent that he does not own, and nobody acts on another's task, over either protocol. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Face, localFace, type Members, RESOURCES } from '../support/faces.js';
import { Https } from '../support/http.js';
import type { TestNode } from '../support/node.js';
import {
  bobsWork,
  CONTENT,
  PASSWORDS,
  SECRET,
  type Secrets,
  startOwnersNode,
  type User,
  waysOf,
} from './ownership-rig.js';

let rig: TestNode;
let secrets: Secrets;
let before: string;
/** alice's task for bob's agent, which both may see. */
let shared: string;

beforeAll(async () => {
  rig = await startOwnersNode();
  secrets = await bobsWork(rig);
  const answer = await localFace(rig.node, 'alice').invoke('yangent-tasks:assign', {
    from: 'a1',
    to: 'b1',
    'task-id': 't-shared',
    content: '##target object cell-1 ##task description drive there',
  });
  shared = String(answer?.id);
  before = await everything();
});
afterAll(async () => {
  for (const faces of ways.values()) for (const face of await faces) await face.close();
  await rig?.stop();
});

/** Sessions are opened once for all attempts. */
const ways = new Map<string, ReturnType<typeof waysOf>>();

function openWays(user: User, agent: string | undefined): ReturnType<typeof waysOf> {
  const name = `${user}%${agent}`;
  const opened = ways.get(name) ?? waysOf(rig, user, agent);
  ways.set(name, opened);
  return opened;
}

/** All that the operator sees of tasks, contexts and data. */
async function everything(): Promise<string> {
  const https = new Https(rig);
  const texts = [];
  for (const path of [
    'yangent-tasks:tasks',
    'yangent-contexts:contexts',
    'irtf-agent:data-params',
    'yangent-agents:agents?content=config',
  ])
    texts.push((await https.send('GET', `/restconf/data/${path}`)).body);
  https.close();
  return texts.join('\n');
}

const filled = (value: Members): Members =>
  JSON.parse(
    JSON.stringify(value).replace(/\{(\w+)\}/g, (_, name: keyof Secrets | 'shared') =>
      name === 'shared' ? shared : secrets[name],
    ),
  );

type Attempt = (face: Face) => Promise<unknown>;

/** Tries it through every way that `user` has, at the endpoint of the node and of the agents; none may succeed, and nothing may change. */
async function tryAll(user: User, tags: readonly string[], attempt: Attempt, agents: readonly string[]): Promise<void> {
  for (const agent of [undefined, ...agents]) {
    for (const face of await openWays(user, agent)) {
      const tag = await attempt(face).then(
        () => 'nothing: it succeeded',
        (error: { readonly tag?: unknown }) => error.tag ?? error,
      );
      expect(tags, `${face.title} at ${agent ?? 'the node'}: ${String(tag)}`).toContain(tag);
    }
  }
  expect(await everything()).toBe(before);
}

const NOT_HIS = ['access-denied'];
const NOT_THERE = ['data-missing'];
/** RESTCONF finds nothing at the URI. */
const NO_RESOURCE = ['data-missing', 'invalid-value'];

describe('alice', () => {
  it.each<readonly [rpc: string, input: Members]>([
    ['yangent-tasks:assign', { from: 'b1', to: 'a1', content: CONTENT }],
    ['yangent-tasks:assign', { from: 'b1', to: 'b2', content: CONTENT, 'task-id': 't-open' }],
    ['yangent-tasks:assign', { from: 'b1 of bob', to: 'a1', content: CONTENT }],
    ['yangent-tasks:assign', { from: 'b1', to: 'ip-fault', content: CONTENT, async: false }],
    ['yangent-tasks:negotiate', { from: 'b1', to: 'a1', type: 'FEASIBILITY', content: [CONTENT] }],
    ['yangent-tasks:negotiate', { from: 'b1', thread: '{negotiated}', type: 'FEASIBILITY', verdict: 'accepted' }],
    ['irtf-agent:task-negotiate', { 'task-sendFrom': 'b1', 'task-sendTo': 'a1', content: [CONTENT] }],
    [
      'irtf-agent:task-negotiate',
      { 'task-sendFrom': 'b2', 'task-sendTo': 'b1', 'task-id': 't-negotiated', content: [CONTENT] },
    ],
    [
      'irtf-agent:task-negotiate',
      { 'task-sendFrom': 'b1 of bob', 'task-sendTo': 'ip-fault', 'task-id': 't-hosted', content: [CONTENT] },
    ],
    ['yangent-tasks:claim-next', { agent: 'b2' }],
    ['yangent-tasks:claim-next', { agent: 'b1', max: 9 }],
    ['yangent-contexts:share', { from: 'b1', to: 'a1', type: 'conversation', content: 'x' }],
  ])('cannot run %s as an agent of bob: %j', async (rpc, input) => {
    await tryAll('alice', NOT_HIS, (face) => face.invoke(rpc, filled(input)), ['b1', 'b2', 'a1']);
  });

  it.each<readonly [rpc: string, input: Members]>([
    [
      'yangent-agents:register',
      { id: 'b1', profile: { name: 'b1', description: 'mine now', version: '2', provider: 'A' } },
    ],
    ['yangent-agents:deregister', { id: 'b1' }],
    ['yangent-agents:negotiate-capability', { from: 'b1', to: 'a1' }],
  ])('cannot run %s for an agent of bob', async (rpc, input) => {
    await tryAll('alice', NOT_HIS, (face) => face.invoke(rpc, input), []);
  });

  it.each([
    'taskAssign',
    'taskAssgin',
    'taskCancel',
    'taskResultQuery',
    'taskResultSubscribe',
    'taskResultNotify',
    'CapabilityRequest',
    'FeasibilityNegotiate',
    'FulfillmentNegotiate',
  ])('cannot send %s as an agent of bob', async (commuType) => {
    for (const [from, to, taskId] of [
      ['b1', 'b2', 't-open'],
      ['b2', 'b1', 't-open'],
      ['b1', 'a1', 't-new'],
      ['b1', 'a1', 't-shared'],
      ['b1 of bob', 'ip-fault', 't-done'],
    ]) {
      const message = {
        'task-sendFrom': from,
        'task-sendTo': to,
        commuType,
        'task-id': taskId,
        content: CONTENT,
        'task-status': 'finished',
        'task-subscription': { 'subscript-url': 'http://127.0.0.1:9/' },
      };
      await tryAll('alice', NOT_HIS, (face) => face.merge({ 'irtf-agent:tasks': message }), ['b1', 'b2', 'a1']);
    }
  });

  it.each(['PUT', 'POST', 'PATCH'])('cannot %s a message as an agent of bob', async (method) => {
    const https = new Https(rig, 'alice', PASSWORDS.alice);
    const body = JSON.stringify({
      'irtf-agent:tasks': {
        'task-sendFrom': 'b1',
        'task-sendTo': 'a1',
        'task-id': 'x',
        content: CONTENT,
        'task-async': false,
      },
    });
    for (const root of ['/restconf', '/agents/b1/restconf', '/agents/a1/restconf']) {
      const answer = await https.send(method, `${root}/data${method === 'POST' ? '' : '/irtf-agent:tasks'}`, { body });
      expect({ status: answer.status, denied: answer.body.includes('access-denied') }).toEqual({
        status: 403,
        denied: true,
      });
    }
    https.close();
    expect(await everything()).toBe(before);
  });

  it.each([
    ['cancel', {}],
    ['update', { priority: 7 }],
    ['suspend', {}],
    ['resume', {}],
    ['provide-input', { content: 'x' }],
    ['verify', { verdict: 'accepted' }],
    ['subscribe', { url: 'http://127.0.0.1:9/' }],
    ['subscribe', {}],
    ['unsubscribe', { id: 'x' }],
    ['claim', {}],
    ['heartbeat', {}],
    ['report-progress', { percent: 1 }],
    ['request-input', { required: 'x' }],
    ['propose', { type: 'FEASIBILITY', verdict: 'rejected' }],
    ['complete', {}],
    ['fail', { code: 'internal', message: 'x' }],
    ['release', {}],
  ])('finds no task of bob to %s', async (action, input) => {
    for (const task of [secrets.open, secrets.done, secrets.negotiated])
      await tryAll('alice', NO_RESOURCE, (face) => face.act(task, action, input), []);
  });

  it('cannot speak about a task of bob as an agent of her own, or of nobody', async () => {
    for (const from of ['a1', 'ip-fault']) {
      for (const [to, taskId] of [
        ['b1', 't-open'],
        ['b2', 't-open'],
        ['b1', 't-done'],
        ['b1', 't-hosted'],
      ]) {
        for (const commuType of ['taskCancel', 'taskResultNotify', 'taskResultSubscribe']) {
          const message = {
            'task-sendFrom': from,
            'task-sendTo': to,
            commuType,
            'task-id': taskId,
            content: CONTENT,
            'task-subscription': { 'subscript-url': 'http://127.0.0.1:9/' },
          };
          await tryAll('alice', NOT_THERE, (face) => face.merge({ 'irtf-agent:tasks': message }), []);
        }
      }
    }
    const negotiate = { from: 'a1', type: 'FEASIBILITY', content: ['x'] };
    await tryAll(
      'alice',
      NOT_THERE,
      (face) => face.invoke('yangent-tasks:negotiate', { ...negotiate, id: secrets.negotiated }),
      ['a1'],
    );
    await tryAll(
      'alice',
      NOT_THERE,
      (face) => face.invoke('yangent-tasks:negotiate', { ...negotiate, thread: secrets.done }),
      ['a1'],
    );
  });

  it.each<readonly [title: string, document: Members, tags: readonly string[]]>([
    ['record what an agent of bob said', context('c-new', 'b1', 'a1'), NOT_HIS],
    ['write over a record of bob', context('c-bob', 'a1', 'a2'), NOT_HIS],
    [
      'answer a record that does not concern her',
      { 'irtf-agent:context': [{ id: 'c-bob', sendFrom: 'b1', sendTo: 'b2' }] },
      NOT_HIS,
    ],
    ['write over data of bob', { 'irtf-agent:data-params': [{ id: 'd-bob', dataType: 'text', data: 'x' }] }, NOT_HIS],
    ['refer to data of bob', message({ 'msg-data': 'd-bob' }), NOT_THERE],
    ['refer to a record of bob', message({ context: 'c-bob' }), NOT_THERE],
    ['refer to data of bob in a record', context('c-alice', 'a1', 'a2', 'd-bob'), NOT_THERE],
  ])('cannot %s', async (_title, document, tags) => {
    await tryAll('alice', tags, (face) => face.merge(document), ['a1', 'b1']);
  });

  it('cannot hand on data of bob with a task, nor delete it, nor his records', async () => {
    const assign = { from: 'a1', to: 'a2', content: CONTENT, 'data-param': ['d-bob'] };
    await tryAll('alice', NOT_THERE, (face) => face.invoke('yangent-tasks:assign', assign), ['a1']);
    const https = new Https(rig, 'alice', PASSWORDS.alice);
    for (const root of ['/restconf', '/agents/b1/restconf', '/agents/b2/restconf'])
      for (const uri of ['irtf-agent:data-params=d-bob', 'irtf-agent:context=c-bob'])
        expect((await https.send('DELETE', `${root}/data/${uri}`)).status).toBe(404);
    https.close();
    expect(await everything()).toBe(before);
  });

  it('does not become an owner of an agent of bob by writing so, nor by removing it to make it anew', async () => {
    const owner = (owners: readonly string[]) => ({
      'yangent-agents:agents': { agent: [{ id: 'b1', owner: owners }] },
    });
    await tryAll('alice', NOT_HIS, (face) => face.merge(owner(['alice'])), []);
    const https = new Https(rig, 'alice', PASSWORDS.alice);
    const uri = '/restconf/data/yangent-agents:agents/agent=b1';
    const profile = { name: 'b1 of bob', description: 'an agent', version: '1.0.0', provider: 'ACME' };
    for (const entry of [
      { id: 'b1', owner: ['alice'], profile },
      { id: 'b1', profile },
    ]) {
      const answer = await https.send('PUT', uri, { body: JSON.stringify({ 'yangent-agents:agent': [entry] }) });
      expect(answer.status).toBe(403);
    }
    for (const gone of [`${uri}/owner=bob`, uri, '/restconf/data/yangent-agents:agents'])
      expect((await https.send('DELETE', gone)).status).toBe(403);
    https.close();
    expect(await everything()).toBe(before);
  });
});

describe('the two sides of a task', () => {
  it.each([
    ['claim', {}],
    ['heartbeat', {}],
    ['report-progress', { percent: 1 }],
    ['request-input', { required: 'x' }],
    ['propose', { type: 'FEASIBILITY', verdict: 'accepted' }],
    ['complete', {}],
    ['fail', { code: 'internal', message: 'x' }],
    ['release', {}],
  ])('the assigner cannot %s', async (action, input) => {
    await tryAll('alice', NOT_HIS, (face) => face.act(shared, action, input), []);
  });

  it.each([
    ['cancel', {}],
    ['update', { priority: 7 }],
    ['suspend', {}],
    ['resume', {}],
    ['provide-input', { content: 'x' }],
    ['verify', { verdict: 'accepted' }],
    ['subscribe', {}],
    ['unsubscribe', { id: 'x' }],
  ])('the executor cannot %s', async (action, input) => {
    await tryAll('bob', NOT_HIS, (face) => face.act(shared, action, input), []);
  });

  it.each([
    ['alice', 'a1', 'b1', 'taskResultNotify'],
    ['bob', 'b1', 'a1', 'taskCancel'],
    ['bob', 'b1', 'a1', 'taskResultSubscribe'],
  ] as const)('%s cannot send what is for the other side to send', async (user, from, to, commuType) => {
    const sent = {
      'task-sendFrom': from,
      'task-sendTo': to,
      commuType,
      'task-id': 't-shared',
      'task-status': 'finished',
      'task-subscription': { 'subscript-url': 'http://127.0.0.1:9/' },
    };
    await tryAll(user, NOT_HIS, (face) => face.merge({ 'irtf-agent:tasks': sent }), ['a1', 'b1']);
  });
});

describe('the operator', () => {
  it('sees a task of bob, and speaks for none of his agents', async () => {
    const operator = localFace(rig.node, 'admin');
    expect(await operator.read(RESOURCES.task(secrets.open))).toMatchObject({
      content: expect.stringContaining(SECRET),
    });
    const attempts: readonly Promise<unknown>[] = [
      operator.invoke('yangent-tasks:assign', { from: 'b1', to: 'b2', content: CONTENT }),
      operator.invoke('irtf-agent:task-negotiate', { 'task-sendFrom': 'b1', 'task-sendTo': 'b2', content: [CONTENT] }),
      operator.invoke('yangent-tasks:claim-next', { agent: 'b2' }),
      operator.merge({
        'irtf-agent:tasks': { 'task-sendFrom': 'b1', 'task-sendTo': 'b2', 'task-id': 'x', content: CONTENT },
      }),
      operator.merge(context('c-new', 'b1', 'b2')),
      operator.act(secrets.open, 'claim'),
      operator.act(secrets.open, 'complete'),
      operator.act(secrets.open, 'update', { priority: 7 }),
      operator.act(secrets.open, 'verify', { verdict: 'accepted' }),
      operator.act(secrets.open, 'provide-input', { content: 'x' }),
      operator.act(secrets.open, 'subscribe', { url: 'http://127.0.0.1:9/' }),
    ];
    const tags = await Promise.all(
      attempts.map((attempt) =>
        attempt.then(
          () => 'succeeded',
          (error: { tag?: unknown }) => error.tag,
        ),
      ),
    );
    expect(tags).toEqual(attempts.map(() => 'access-denied'));
    expect(await everything()).toBe(before);
  });

  it('can stop it', async () => {
    expect(await localFace(rig.node, 'admin').act(secrets.open, 'cancel')).toEqual({ state: 'canceled' });
  });
});

function context(id: string, sendFrom: string, sendTo: string, dataParam?: string): Members {
  const info = { content: 'said', time: '2026-01-01T00:00:00Z', ...(dataParam && { dataParam }) };
  return { 'irtf-agent:context': [{ id, sendFrom, sendTo, 'request-info': info }] };
}

function message(more: Members): Members {
  return {
    'irtf-agent:tasks': {
      'task-sendFrom': 'a1',
      'task-sendTo': 'a2',
      'task-id': 't-refers',
      content: CONTENT,
      ...more,
    },
  };
}
