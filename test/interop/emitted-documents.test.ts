/** What a node says of its models, read over the wire and judged by yanglint. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describePeer } from '../peers.js';
import { temporaryFolder } from '../support/clean-up.js';
import { JSON_TYPE, XML_TYPE } from '../support/curl.js';
import { membersXml, nodeSchema } from '../support/faces.js';
import { Https } from '../support/http.js';
import { startTestNode, type TestNode } from '../support/node.js';
import { chunked, RawNetconf, rpc } from '../support/raw-netconf.js';
import { Watcher } from '../support/watcher.js';
import { IETF, OWN_MODULES, STANDARD_MODULES, YANG } from '../yang-modules/modules.js';

/** Who speaks as the agents of this test: a call without a user is the node's own. */
const ADMIN = { user: 'admin' };

const AGENTS = ['ip-fault', 'watchman'].map((name) =>
  fileURLToPath(new URL(`../support/agents/${name}.mjs`, import.meta.url)),
);

const moduleFile = (name: string): string => {
  const found = [...OWN_MODULES, ...STANDARD_MODULES].find((each) => each.name === name);
  if (!found) throw new Error(`there is no module ${name}`);
  return found.path;
};

/** All that a node serves and that has data. */
const DATA_MODULES = [
  'irtf-agent',
  'yangent-agents',
  'yangent-contexts',
  'yangent-tasks',
  'yangent-devices',
  'yangent-identity',
  'yangent-loops',
  'yangent-audit',
  'yangent-keys',
].map(moduleFile);

/** What else a node says of itself. */
const MONITORING = [
  'ietf-netconf-acm',
  'ietf-netconf-monitoring',
  'ietf-restconf-monitoring',
  'ietf-datastores',
  'ietf-yang-library',
  'nc-notifications',
  'ietf-subscribed-notifications',
  'ietf-restconf-subscribed-notifications',
].map(moduleFile);

const NOTIFICATION_MODULES = [
  ...DATA_MODULES,
  moduleFile('ietf-netconf-notifications'),
  moduleFile('nc-notifications'),
];
const CALL_MODULES = [...DATA_MODULES, moduleFile('ietf-netconf-monitoring')];
const NOTIFICATION = 'urn:ietf:params:xml:ns:netconf:notification:1.0';

const CONTENT = '##target object <uplink> ##task description diagnose & repair it';
const CALLS = [
  { rpc: 'yangent-tasks:assign', input: { from: 'noc', to: 'ip-fault', content: CONTENT, async: false } },
  {
    rpc: 'yangent-tasks:assign',
    input: { from: 'noc', to: 'ip-fault', type: 'break', content: CONTENT, async: false },
  },
  { rpc: 'yangent-tasks:query', input: { from: 'noc', 'task-id': 't-done' } },
  { rpc: 'yangent-tasks:negotiate', input: { from: 'noc', to: 'ip-fault', type: 'FEASIBILITY', content: [CONTENT] } },
  {
    rpc: 'irtf-agent:task-negotiate',
    input: { 'task-sendFrom': 'noc', 'task-sendTo': 'ip-fault', content: [CONTENT] },
  },
  { rpc: 'yangent-agents:discover', input: { text: 'link' } },
  { rpc: 'yangent-agents:negotiate-capability', input: { to: 'ip-fault', skill: ['diagnose-link'] } },
  {
    rpc: 'yangent-agents:register',
    input: { id: 'late', profile: { name: 'late', description: 'd', version: '1', provider: 'A' }, lease: 60 },
  },
  {
    rpc: 'yangent-contexts:share',
    input: { from: 'noc', to: 'ip-fault', content: 'call 555-0100', type: 'conversation' },
  },
  { rpc: 'yangent-identity:challenge', input: {} },
  { rpc: 'yangent-identity:verify', input: { document: '{}', nonce: 'question-1' } },
  { rpc: 'yangent-contexts:fetch', input: { limit: 3 } },
  { rpc: 'ietf-netconf-monitoring:get-schema', input: { identifier: 'irtf-agent' } },
] as const;

describePeer('yanglint', 'yanglint accepts', (yanglint) => {
  let rig: TestNode;
  let https: Https;
  let watcher: Watcher;
  let folder: string;
  let files = 0;

  beforeAll(async () => {
    folder = temporaryFolder();
    rig = await startTestNode({ agents: AGENTS });
    https = new Https(rig);
    watcher = await Watcher.start(rig, { startTime: '2000-01-01T00:00:00Z' });
    const profile = { name: 'noc', description: 'asks', version: '1.0.0', provider: 'ACME & "sons"' };
    const registration = { location: { latitude: '48.2', longitude: '16.4' } };
    await rig.node.edit({
      'yangent-agents:agents': { agent: [{ id: 'noc', domain: 'IP', owner: ['admin'], profile, registration }] },
      'yangent-identity:identity': { host: 'node.example', resolver: { host: ['peer.example:8443'] } },
      'yangent-devices:devices': { device: [{ name: 'r1', address: '192.0.2.1', port: 830, user: 'netconf' }] },
    });
    await populate();
  });
  afterAll(async () => {
    https?.close();
    await watcher?.close();
    await rig?.stop();
  });

  /** One of everything that tasks, contexts and loops can say. */
  async function populate(): Promise<void> {
    const assign = (taskId: string, more: Readonly<Record<string, unknown>> = {}) =>
      rig.node.invoke<string>(
        'yangent-tasks:assign',
        {
          from: 'noc',
          to: 'ip-fault',
          'task-id': taskId,
          content: '##target object <uplink>\n##task description diagnose & repair it',
          async: false,
          ...more,
        },
        ADMIN,
      );
    await assign('t-done', {
      priority: 7,
      deadline: '2199-01-01T00:00:00Z',
      constraint: [{ name: 'window', type: 'time', value: '2h' }],
      'expected-artifact': [{ name: 'diagnosis', format: 'text/plain' }],
      term: [{ term: 'BTS', explanation: 'base station' }],
      input: { 'yangent-agents:agents': { agent: [{ id: 'x' }] } },
      verification: { wanted: true },
      subscription: { url: 'http://127.0.0.1:9/reports' },
    });
    await assign('t-failed', { type: 'break' });
    await rig.node.invoke(
      'irtf-agent:task-negotiate',
      {
        'task-sendFrom': 'noc',
        'task-sendTo': 'ip-fault',
        'task-id': 't-negotiated',
        type: 'FULFILLMENT',
        content: ['##target object a ##task description b'],
      },
      ADMIN,
    );
    await rig.node.edit(
      {
        'irtf-agent:data-params': [{ id: 'log', dataType: 'text', data: 'a < b & c', chunked: false }],
        'irtf-agent:context': [
          {
            id: 'c1',
            sendFrom: 'noc',
            sendTo: 'ip-fault',
            'request-info': { content: 'hi\n"there"', dataParam: 'log', time: '2025-04-21T14:19:00+02:00' },
          },
        ],
        'irtf-agent:tasks': {
          'task-sendFrom': 'noc',
          'task-sendTo': 'ip-fault',
          commuType: 'taskAssgin',
          'task-id': 't-message',
          content: '##target object\n<o/>\n##task description\ndiagnose',
          'msg-data': 'log',
          context: 'c1',
          'term-explains': [{ term: 'SFP', explaination: 'optical module' }],
        },
      },
      ADMIN,
    );
    await watcher.reached('t-message', 'completed');
    await watcher.until(({ name, value }) => name === 'yangent-loops:loop-changed' && value.outcome !== undefined);
  }

  function write(text: string, extension: string): string {
    files += 1;
    const file = join(folder, `${files}.${extension}`);
    writeFileSync(file, text);
    return file;
  }

  /** What yanglint says of a document; nothing when it accepts it. */
  function judge(type: string, modules: readonly string[], ...rest: string[]): string {
    const { status, stdout, stderr } = spawnSync(yanglint, ['-p', YANG, '-p', IETF, '-t', type, ...modules, ...rest], {
      encoding: 'utf8',
    });
    return status === 0 ? '' : stdout + stderr;
  }

  const RESOURCES: readonly (readonly [title: string, ...paths: string[]])[] = [
    ['profile', '/agents/ip-fault/restconf/data/irtf-agent:agent'],
    ['profile', '/agents/noc/restconf/data/irtf-agent:agent'],
    [
      'message, context and data',
      ...['tasks', 'context', 'data-params'].map((name) => `/restconf/data/irtf-agent:${name}`),
    ],
    [
      'message, context and data of an agent',
      ...['tasks', 'context', 'data-params'].map((name) => `/agents/ip-fault/restconf/data/irtf-agent:${name}`),
    ],
    ['agents', '/restconf/data/yangent-agents:agents'],
    ['tasks', '/restconf/data/yangent-tasks:tasks'],
    ['contexts', '/restconf/data/yangent-contexts:contexts'],
    ['data', '/restconf/data/yangent-contexts:data'],
    ['devices', '/restconf/data/yangent-devices:devices'],
    ['loops', '/restconf/data/yangent-loops:loops'],
  ];

  it.each(
    RESOURCES.flatMap(([title, ...paths]) => [
      { title, paths, format: 'json', type: JSON_TYPE },
      { title, paths, format: 'xml', type: XML_TYPE },
    ]),
  )('the $title of $paths.0 in $format', async ({ paths, format, type }) => {
    const parts = [];
    for (const path of paths) {
      for (const uri of format === 'xml' ? await entriesAt(path) : [path]) {
        const { status, headers, body } = await https.send('GET', uri, { accept: type });
        expect({ uri, status, type: headers['content-type'] }).toEqual({ uri, status: 200, type });
        parts.push(write(body, format));
      }
    }
    expect(judge('data', DATA_MODULES, ...(parts.length > 1 ? ['-m'] : []), ...parts)).toBe('');
  });

  /** A list is read as one document in JSON, and entry by entry in XML (RFC 8040 §4.3). */
  async function entriesAt(path: string): Promise<readonly string[]> {
    const { body } = await https.send('GET', path);
    const [value] = Object.values<unknown>(JSON.parse(body));
    return Array.isArray(value) ? value.map(({ id }) => `${path}=${id}`) : [path];
  }

  it('the answer to get of each module over NETCONF, and of all at once', async () => {
    const session = await RawNetconf.open(rig);
    const filters = ['', ...DATA_MODULES.map((file) => `<filter type="subtree">${topLevel(file)}</filter>`)];
    for (const filter of filters) {
      const reply = await session.ask(`<get>${filter}</get>`);
      const data = dataIn(reply);
      expect(data).toMatch(/^</);
      const modules = filter === '' ? [...DATA_MODULES, ...MONITORING] : DATA_MODULES;
      expect(judge('get', modules, write(data, 'xml'))).toBe('');
    }
    session.close();
  });

  it.each(CALLS)('the reply to $rpc, over both protocols', async ({ rpc: name, input }) => {
    const [module = '', local = ''] = name.split(':');
    const answer = await https.send('POST', `/restconf/operations/${name}`, {
      body: JSON.stringify({ [`${module}:input`]: input }),
    });
    expect(answer.status).toBe(200);
    const output = JSON.parse(answer.body)[`${module}:output`];
    expect(judge('reply', CALL_MODULES, write(JSON.stringify({ [name]: output }), 'json'))).toBe('');

    const session = await RawNetconf.open(rig);
    const request = rpc(membersXml(name, input), 7);
    session.send(chunked(request));
    const reply = await session.receive();
    session.close();
    expect(reply).toContain(`message-id="7"`);
    expect(judge('nc-rpc', CALL_MODULES, write(request, 'xml'))).toBe('');
    expect(
      judge('nc-reply', CALL_MODULES, '-R', write(request, 'xml'), write(reply, 'xml')),
      `${local}: ${reply}`,
    ).toBe('');
  });

  describe('every notification', () => {
    let running: string;
    beforeAll(async () => {
      const session = await RawNetconf.open(rig);
      running = write(dataIn(await session.ask('<get-config><source><running/></source></get-config>')), 'xml');
      session.close();
    });

    /** Some point at configuration, which yanglint must know to judge them. */
    const judgeEvent = (type: 'notif' | 'nc-notif', text: string) =>
      judge(type, NOTIFICATION_MODULES, '-O', running, write(text, type === 'notif' ? 'json' : 'xml'));

    it('as XML over NETCONF', async () => {
      const session = await RawNetconf.open(rig);
      const seen = new Set<string>();
      const since = '<startTime>2000-01-01T00:00:00Z</startTime>';
      await session.ask(`<create-subscription xmlns="${NOTIFICATION}">${since}</create-subscription>`);
      for (;;) {
        const text = await session.receive();
        if (text.includes('<replayComplete')) break;
        const [, name = ''] = /<\/eventTime><([\w-]+)/.exec(text) ?? [];
        seen.add(name);
        expect(judgeEvent('nc-notif', text), text).toBe('');
      }
      session.close();
      expect([...seen].sort()).toEqual([
        'agent-changed',
        'condition-notifications',
        'item-shared',
        'loop-changed',
        'netconf-config-change',
        'netconf-session-end',
        'netconf-session-start',
        'task-changed',
      ]);
    });

    it.each(['json', 'xml'] as const)('as %s of an event stream', async (encoding) => {
      const span = `start-time=2000-01-01T00:00:00Z&stop-time=${new Date().toISOString()}`;
      const { body } = await https.send('GET', `/restconf/streams/NETCONF/${encoding}?${span}`, {
        accept: 'text/event-stream',
      });
      const messages = dataOf(body);
      expect(messages.length).toBeGreaterThan(20);
      for (const text of messages) {
        if (encoding === 'xml') {
          expect(judgeEvent('nc-notif', text), text).toBe('');
          continue;
        }
        const { eventTime, ...event } = JSON.parse(text)['ietf-restconf:notification'];
        expect(eventTime).toMatch(/^\d{4}-\d\d-\d\dT/);
        expect(judgeEvent('notif', JSON.stringify(event)), text).toBe('');
      }
    });
  });
});

/** The data of the messages of an event stream that carry a notification of a module, which is all but those about the replay. */
function dataOf(stream: string): readonly string[] {
  return stream
    .split(/\n\n/)
    .map((message) =>
      message
        .split('\n')
        .flatMap((line) => (line.startsWith('data:') ? [line.slice(5).trimStart()] : []))
        .join('\n'),
    )
    .filter((data) => data !== '' && !/replay-?complete|notificationComplete|replayComplete/i.test(data));
}

/** What is inside the data element of an answer to get. */
function dataIn(reply: string): string {
  return /^<rpc-reply[^>]*><data[^>]*>(.*)<\/data><\/rpc-reply>$/s.exec(reply)?.[1] ?? '';
}

/** An empty element for each top-level node of a module of yang/. */
function topLevel(file: string): string {
  const { module, name } = moduleOf(file);
  const nodes = [...nodeSchema.root.data.values()].filter((node) => node.module.name === name);
  return nodes.map((node) => `<${node.name} xmlns="${module}"/>`).join('');
}

function moduleOf(file: string): { readonly name: string; readonly module: string } {
  const name = OWN_MODULES.find(({ path }) => path === file)?.name ?? '';
  return { name, module: nodeSchema.modules.get(name)?.namespace ?? '' };
}
