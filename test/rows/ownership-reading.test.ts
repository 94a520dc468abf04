/** Nobody reads another's task, by no view and on no stream. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorIn, Https } from '../support/http.js';
import type { TestNode } from '../support/node.js';
import { RawNetconf } from '../support/raw-netconf.js';
import {
  bobsWork,
  login,
  PASSWORDS,
  SECRET,
  type Secrets,
  startOwnersNode,
  type User,
  Watcher,
  waysOf,
} from './ownership-rig.js';

let rig: TestNode;
let secrets: Secrets;
beforeAll(async () => {
  rig = await startOwnersNode();
  secrets = await bobsWork(rig);
});
afterAll(() => rig?.stop());

const AGENTS = ['a1', 'b1', 'b2', 'ip-fault'] as const;
/** The endpoint of the node, and those of agents of either user and of nobody. */
const ENDPOINTS = [undefined, ...AGENTS] as const;
const TASKS = 'urn:yangent:params:xml:ns:yang:yangent-tasks';
const CONTEXTS = 'urn:yangent:params:xml:ns:yang:yangent-contexts';
const IRTF = 'urn:ietf:params:xml:ns:yang:irtf-agent';

/** Reads that would show it; of a list, of an entry by its key, of a leaf. The task is put in for `{open}` and the like. */
const PATHS = [
  '',
  '?content=nonconfig',
  '?depth=9',
  '/yangent-tasks:tasks',
  '/yangent-tasks:tasks?fields=task(content)',
  '/yangent-tasks:tasks/task',
  '/yangent-tasks:tasks/task={open}',
  '/yangent-tasks:tasks/task={open}/content',
  '/yangent-tasks:tasks/task={done}',
  '/yangent-tasks:tasks/task={done}/artifact',
  '/yangent-tasks:tasks/task={negotiated}/negotiation=1',
  '/irtf-agent:tasks',
  '/irtf-agent:tasks/content',
  '/irtf-agent:context',
  '/irtf-agent:context=c-bob',
  '/irtf-agent:context=c-bob/request-info/content',
  '/irtf-agent:context={open}-assign',
  '/irtf-agent:data-params',
  '/irtf-agent:data-params=d-bob',
  '/irtf-agent:data-params=d-bob/data',
  '/yangent-contexts:contexts',
  '/yangent-contexts:contexts/item=c-bob',
  '/yangent-contexts:contexts/item=i-bob',
  '/yangent-contexts:contexts/item=i-hosted',
  '/yangent-contexts:contexts/item={done}-assign',
  '/yangent-contexts:data',
  '/yangent-contexts:data/param=d-bob',
];

const FILTERS = [
  '',
  `<tasks xmlns="${TASKS}"/>`,
  `<tasks xmlns="${TASKS}"><task><content/></task></tasks>`,
  `<tasks xmlns="${TASKS}"><task><id>{open}</id></task></tasks>`,
  `<tasks xmlns="${TASKS}"><task><id>{done}</id><content/></task></tasks>`,
  `<tasks xmlns="${TASKS}"><task><task-id>t-open</task-id></task></tasks>`,
  `<tasks xmlns="${TASKS}"><task><from>b1</from></task></tasks>`,
  `<tasks xmlns="${TASKS}"><task><to>ip-fault</to></task></tasks>`,
  `<tasks xmlns="${IRTF}"/>`,
  `<context xmlns="${IRTF}"/>`,
  `<context xmlns="${IRTF}"><id>c-bob</id></context>`,
  `<data-params xmlns="${IRTF}"/>`,
  `<data-params xmlns="${IRTF}"><id>d-bob</id></data-params>`,
  `<contexts xmlns="${CONTEXTS}"/>`,
  `<data xmlns="${CONTEXTS}"/>`,
];

const filled = (text: string) => text.replace(/\{(\w+)\}/g, (_, name: keyof Secrets) => secrets[name]);
const endpointOf = (agent: string | undefined) => (agent === undefined ? '/restconf' : `/agents/${agent}/restconf`);

/** Everything that a user can get over RESTCONF from an endpoint. */
async function restconfTexts(user: User, agent: string | undefined): Promise<string[]> {
  const https = new Https(rig, user, PASSWORDS[user]);
  const texts = [];
  for (const path of PATHS) {
    for (const accept of ['application/yang-data+json', 'application/yang-data+xml']) {
      const { body, headers } = await https.send('GET', `${endpointOf(agent)}/data${filled(path)}`, { accept });
      texts.push(body + JSON.stringify(headers));
    }
  }
  https.close();
  return texts;
}

async function netconfTexts(user: User, agent: string | undefined): Promise<string[]> {
  const session = await RawNetconf.open(rig, '1.1', {
    user: agent === undefined ? user : `${user}%${agent}`,
    password: PASSWORDS[user],
  });
  const texts = [];
  for (const filter of FILTERS) {
    const subtree = filter === '' ? '' : `<filter type="subtree">${filled(filter)}</filter>`;
    texts.push(await session.ask(`<get>${subtree}</get>`));
    texts.push(await session.ask(`<get-config><source><running/></source>${subtree}</get-config>`));
  }
  session.close();
  return texts;
}

/** All that was sent so far, from the log. */
async function replayTexts(user: User, agent: string | undefined): Promise<string[]> {
  const session = await RawNetconf.open(rig, '1.1', {
    user: agent === undefined ? user : `${user}%${agent}`,
    password: PASSWORDS[user],
  });
  const since = '<startTime>2000-01-01T00:00:00Z</startTime>';
  const texts = [
    await session.ask(
      `<create-subscription xmlns="urn:ietf:params:xml:ns:netconf:notification:1.0">${since}</create-subscription>`,
    ),
  ];
  while (!texts.at(-1)?.includes('replayComplete')) texts.push(await session.receive());
  session.close();
  const https = new Https(rig, user, PASSWORDS[user]);
  const span = `start-time=2000-01-01T00:00:00Z&stop-time=${new Date().toISOString()}`;
  for (const encoding of ['json', 'xml']) {
    const path = `${endpointOf(agent)}/streams/NETCONF/${encoding}?${span}`;
    texts.push((await https.send('GET', path, { accept: 'text/event-stream' })).body);
  }
  https.close();
  return texts;
}

const OF_BOB = new RegExp(`${SECRET}|t-open|t-done|t-negotiated|t-hosted|m-bob`);

describe.each(ENDPOINTS.map((agent) => ({ agent, endpoint: agent ?? 'the node' })))(
  'at the endpoint of $endpoint',
  ({ agent }) => {
    // What bob wrote himself he can refer to, and so see, at any endpoint.
    const mine = agent === undefined || agent.startsWith('b') || agent === 'ip-fault';

    it.each([
      ['RESTCONF', restconfTexts],
      ['NETCONF', netconfTexts],
      ['the streams of both', replayTexts],
    ])('bob finds his work over %s, and alice nothing of it', async (_title, texts) => {
      if (mine) expect((await texts('bob', agent)).some((text) => text.includes(SECRET))).toBe(true);
      for (const text of await texts('alice', agent)) expect(withoutWhatWasAsked(text)).not.toMatch(OF_BOB);
    });
  },
);

/** A refusal may repeat what was asked for. */
function withoutWhatWasAsked(text: string): string {
  return text.includes('error-tag') ? text.replaceAll('t-open', '') : text;
}

it('what is another’s answers as what is not there', async () => {
  const https = new Https(rig, 'alice', PASSWORDS.alice);
  for (const [there, nowhere] of [
    [`/yangent-tasks:tasks/task=${secrets.open}`, '/yangent-tasks:tasks/task=01a1fc30-0000-7000-8000-000000000000'],
    ['/irtf-agent:context=c-bob', '/irtf-agent:context=c-xyz'],
    ['/irtf-agent:data-params=d-bob', '/irtf-agent:data-params=d-xyz'],
  ]) {
    for (const method of ['GET', 'HEAD']) {
      const [known, unknown] = [
        await https.send(method, `/restconf/data${there}`),
        await https.send(method, `/restconf/data${nowhere}`),
      ];
      expect([known.status, unknown.status]).toEqual([404, 404]);
      if (method === 'GET') expect(errorIn(known)['error-tag']).toBe(errorIn(unknown)['error-tag']);
    }
  }
  https.close();
});

describe('the operations that read', () => {
  it.each([
    ['yangent-tasks:query', '{"id":"{open}"}', 'data-missing'],
    ['yangent-tasks:query', '{"id":"{done}"}', 'data-missing'],
    ['yangent-tasks:query', '{"from":"b1","task-id":"t-open"}', 'data-missing'],
    ['yangent-tasks:query', '{"from":"b1 of bob","task-id":"t-done"}', 'data-missing'],
    ['yangent-tasks:list', '{}', undefined],
    ['yangent-tasks:list', '{"from":"b1","limit":1000}', undefined],
    ['yangent-tasks:claim-next', '{"agent":"b2"}', 'access-denied'],
    ['yangent-contexts:fetch', '{}', undefined],
    ['yangent-contexts:fetch', '{"task":"{open}"}', undefined],
    ['yangent-contexts:fetch', '{"thread":"{done}"}', undefined],
    ['yangent-contexts:fetch', '{"agent":"b1"}', undefined],
    ['yangent-contexts:fetch', '{"agent":"ip-fault"}', undefined],
    ['yangent-contexts:fetch', '{"id":["c-bob","i-bob","i-hosted"]}', undefined],
    ['yangent-contexts:fetch', '{"before":"i-bob"}', 'data-missing'],
    ['yangent-contexts:redact', '{"id":"i-bob","text":["x"]}', 'data-missing'],
    ['yangent-contexts:redact', '{"id":"i-hosted","text":["x"]}', 'data-missing'],
  ])('%s %s tells alice nothing', async (rpc, input, tag) => {
    for (const face of await waysOf(rig, 'alice')) {
      const answer = await face.invoke(rpc, JSON.parse(filled(input))).then(
        (output) => ({ tag: undefined, text: JSON.stringify(output ?? {}) }),
        (error: { readonly tag?: unknown }) => ({ tag: error.tag, text: '' }),
      );
      expect({ way: face.title, tag: answer.tag }).toEqual({ way: face.title, tag });
      expect(answer.text).not.toMatch(SECRET);
      await face.close();
    }
  });

  it('a message about another’s task finds no task', async () => {
    for (const face of [
      ...(await waysOf(rig, 'alice')),
      ...(await waysOf(rig, 'alice', 'b1')),
      ...(await waysOf(rig, 'alice', 'ip-fault')),
    ]) {
      for (const taskId of ['t-open', 't-done', 'm-bob']) {
        for (const to of ['b1', 'b2', 'ip-fault']) {
          const sent = face.merge({
            'irtf-agent:tasks': {
              'task-sendFrom': 'a1',
              'task-sendTo': to,
              commuType: 'taskResultQuery',
              'task-id': taskId,
            },
          });
          await expect(sent, `${face.title} ${to} ${taskId}`).rejects.toMatchObject({ tag: 'data-missing' });
        }
      }
      await face.close();
    }
  });
});

describe('live streams', () => {
  it('tell bob of his new task, and alice only of hers', async () => {
    const watchers = new Map<string, Watcher>();
    for (const user of ['alice', 'bob'] as const)
      for (const agent of ENDPOINTS) {
        const name = agent === undefined ? user : `${user}%${agent}`;
        watchers.set(name, await Watcher.start(rig, { login: { ...login(user), user: name } }));
      }
    const [, , bob] = await waysOf(rig, 'bob');
    const [, , alice] = await waysOf(rig, 'alice');
    for (const [face, from, to] of [
      [bob, 'b1', 'b2'],
      [bob, 'b1', 'ip-fault'],
      [alice, 'a1', 'a2'],
      [alice, 'a1', 'ip-fault'],
    ] as const) {
      await face?.invoke('yangent-tasks:assign', {
        from,
        to,
        'task-id': `live-${from}-${to}`,
        content: `##target object ${from} ##task description diagnose the link`,
        async: to !== 'ip-fault',
      });
    }
    const seen = async (name: string, last: string) => {
      const watcher = watchers.get(name);
      await watcher?.until(({ value }) => value['task-id'] === last && value.state !== 'submitted');
      return [
        ...new Set(
          watcher?.events.map(({ value }) => value['task-id']).filter((taskId) => String(taskId).startsWith('live-')),
        ),
      ];
    };
    expect(await seen('alice', 'live-a1-ip-fault')).toEqual(['live-a1-a2', 'live-a1-ip-fault']);
    expect(await seen('alice%a1', 'live-a1-ip-fault')).toEqual(['live-a1-a2', 'live-a1-ip-fault']);
    expect(await seen('alice%ip-fault', 'live-a1-ip-fault')).toEqual(['live-a1-ip-fault']);
    expect(await seen('bob', 'live-b1-ip-fault')).toEqual(['live-b1-b2', 'live-b1-ip-fault']);
    expect(await seen('bob%b2', 'live-b1-b2')).toEqual(['live-b1-b2']);
    for (const name of ['alice%b1', 'alice%b2', 'bob%a1']) expect(watchers.get(name)?.events).toEqual([]);
    for (const watcher of watchers.values()) await watcher.close();
  });

  it('a filter for the other’s task brings nothing of it', async () => {
    const https = new Https(rig, 'alice', PASSWORDS.alice);
    const filter = encodeURIComponent(`/yangent-tasks:task-changed[yangent-tasks:id='${secrets.open}']`);
    const span = `start-time=2000-01-01T00:00:00Z&stop-time=${new Date().toISOString()}`;
    const { status, body } = await https.send('GET', `/restconf/streams/NETCONF/json?filter=${filter}&${span}`, {
      accept: 'text/event-stream',
    });
    expect(status).toBe(200);
    expect(body).not.toContain('task-changed');
    https.close();
  });
});

it('the operator sees all of it', async () => {
  const https = new Https(rig);
  const { body } = await https.send('GET', '/restconf/data/yangent-tasks:tasks');
  expect(body.match(/the-secret-of-bob/g)?.length).toBeGreaterThan(3);
  https.close();
});
