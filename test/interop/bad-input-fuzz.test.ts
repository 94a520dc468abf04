/** Messages changed at random: whatever comes, it is answered or the session ends, and nothing fails inside the node. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { JSON_TYPE, XML_TYPE } from '../support/curl.js';
import { Https } from '../support/http.js';
import { BASE, chunked, RawNetconf, rpc } from '../support/raw-netconf.js';
import {
  type BadInputRig,
  basicOf,
  readToEnd,
  startBadInputNode,
  tcpToNetconf,
  tlsToRestconf,
} from './bad-input-rig.js';

const AGENTS = 'urn:yangent:params:xml:ns:yang:yangent-agents';
const TASKS = 'urn:yangent:params:xml:ns:yang:yangent-tasks';
const IRTF = 'urn:ietf:params:xml:ns:yang:irtf-agent';

let rig: BadInputRig;
let https: Https;
beforeAll(async () => {
  rig = await startBadInputNode();
  https = new Https(rig.node);
});
afterAll(async () => {
  https?.close();
  await rig?.stop();
});

const profile = '<name>x</name><description>d</description><version>1</version><provider>A</provider>';
const task =
  '<task-sendFrom>x</task-sendFrom><task-sendTo>ip-fault</task-sendTo><commuType>taskAssign</commuType><task-id>f</task-id><content>##target object o ##task description wait</content>';

const REQUESTS = [
  `<get><filter type="subtree"><agents xmlns="${AGENTS}"><agent><id>ip-fault</id><profile/></agent></agents></filter></get>`,
  '<get-config><source><running/></source></get-config>',
  `<edit-config xmlns:nc="${BASE}"><target><running/></target><default-operation>merge</default-operation><config><agents xmlns="${AGENTS}"><agent nc:operation="merge"><id>x</id><profile>${profile}</profile></agent></agents></config></edit-config>`,
  `<edit-config><target><running/></target><config><tasks xmlns="${IRTF}">${task}</tasks></config></edit-config>`,
  `<edit-config><target><running/></target><config><data-params xmlns="${IRTF}"><id>d</id><dataType>text</dataType><data>&lt;&#65;</data></data-params></config></edit-config>`,
  `<query xmlns="${TASKS}"><from>x</from><task-id>f</task-id></query>`,
  `<discover xmlns="${AGENTS}"><text>link</text><near><latitude>1.5</latitude><longitude>-2</longitude><radius>9</radius></near></discover>`,
  `<action xmlns="urn:ietf:params:xml:ns:yang:1"><tasks xmlns="${TASKS}"><task><id>1</id><cancel><reason>r</reason></cancel></task></tasks></action>`,
  '<get-schema xmlns="urn:ietf:params:xml:ns:yang:ietf-netconf-monitoring"><identifier>irtf-agent</identifier></get-schema>',
].map((request) => rpc(request));

const JSON_PROFILE = '"profile":{"name":"x","description":"d","version":"1","provider":"A"}';
const CALLS: readonly (readonly [method: string, path: string, body: string, type: string])[] = [
  [
    'GET',
    '/restconf/data/yangent-agents:agents/agent=ip-fault?depth=3&fields=profile(name;skills/skill)',
    '',
    JSON_TYPE,
  ],
  ['GET', '/restconf/data?content=nonconfig&with-defaults=report-all', '', JSON_TYPE],
  [
    'PUT',
    '/restconf/data/yangent-agents:agents/agent=x',
    `{"yangent-agents:agent":[{"id":"x",${JSON_PROFILE}}]}`,
    JSON_TYPE,
  ],
  [
    'PUT',
    '/restconf/data/yangent-agents:agents/agent=x',
    `<agent xmlns="${AGENTS}"><id>x</id><profile>${profile}</profile></agent>`,
    XML_TYPE,
  ],
  [
    'PATCH',
    '/restconf/data',
    '{"ietf-restconf:data":{"irtf-agent:data-params":[{"id":"d","dataType":"text","chunked":true}]}}',
    JSON_TYPE,
  ],
  [
    'POST',
    '/restconf/data',
    '{"irtf-agent:context":[{"id":"c","sendFrom":"x","sendTo":"y","request-info":{"content":"c","time":"2026-01-01T00:00:00Z"}}]}',
    JSON_TYPE,
  ],
  ['POST', '/restconf/operations/yangent-tasks:query', '{"yangent-tasks:input":{"from":"x","task-id":"f"}}', JSON_TYPE],
  [
    'POST',
    '/restconf/operations/yangent-agents:discover',
    '{"yangent-agents:input":{"text":"link","limit":3}}',
    JSON_TYPE,
  ],
];

/** Bits that parsers trip over. */
const BITS = [
  '<',
  '>',
  '/>',
  '&',
  '&#x0;',
  '&#xD800;',
  ']]>',
  '<![CDATA[',
  '<!--',
  '-->',
  '<?x?>',
  '<!DOCTYPE a>',
  '"',
  "'",
  '{',
  '}',
  '[',
  ']',
  ':',
  ',',
  '\\',
  '\\u0000',
  '\u0000',
  '\ufeff',
  '\u2028',
  '__proto__',
  'constructor',
  'xmlns=""',
  'xmlns:a="b"',
  '1e999',
  '-0',
  'null',
  '%',
  '%00',
  '/',
  '=',
  ';',
  '(',
  ')',
  '..',
  '\n#',
  '\n##\n',
  'x'.repeat(5_000),
];

/** A text with some pieces of it removed, doubled, moved, or replaced. */
const mutated = (texts: readonly string[]): fc.Arbitrary<string> =>
  fc
    .tuple(
      fc.constantFrom(...texts),
      fc.array(
        fc.record({
          how: fc.constantFrom('remove', 'double', 'insert', 'replace', 'cut'),
          at: fc.double({ min: 0, max: 1, noNaN: true }),
          length: fc.integer({ min: 1, max: 40 }),
          bit: fc.oneof(fc.constantFrom(...BITS), fc.string({ unit: 'binary', maxLength: 8 })),
        }),
        { minLength: 1, maxLength: 4 },
      ),
    )
    .map(([text, changes]) =>
      changes.reduce((before, { how, at, length, bit }) => {
        const begin = Math.floor(at * before.length);
        const end = begin + length;
        const [head, piece, tail] = [before.slice(0, begin), before.slice(begin, end), before.slice(end)];
        switch (how) {
          case 'remove':
            return head + tail;
          case 'double':
            return head + piece + piece + tail;
          case 'insert':
            return head + bit + piece + tail;
          case 'replace':
            return head + bit + tail;
          default:
            return head;
        }
      }, text),
    );

const NAMES = [
  ...[
    'agents',
    'agent',
    'id',
    'owner',
    'profile',
    'name',
    'skills',
    'skill',
    'execution',
    'kind',
    'registration',
    'location',
  ],
  ...[
    'tasks',
    'task',
    'task-id',
    'content',
    'cancel',
    'msg-data',
    'context',
    'data-params',
    'sendFrom',
    'request-info',
    'time',
  ],
  ...['get', 'filter', 'close', 'query', 'from', 'text', 'near', 'latitude', 'state', 'data', 'x'],
];
const NAMESPACES = [AGENTS, TASKS, IRTF, BASE, '', 'urn:nowhere', 'urn:ietf:params:xml:ns:yang:1'];
const NC = `xmlns:nc="${BASE}"`;
const ATTRIBUTES = [
  ...['merge', 'replace', 'create', 'delete', 'remove', 'explode'].map(
    (operation) => ` ${NC} nc:operation="${operation}"`,
  ),
  ...[
    ' a="1"',
    ' xmlns:yang="urn:ietf:params:xml:ns:yang:1" yang:insert="first"',
    ' xml:lang="en"',
    ' type="xpath" select="//*"',
  ],
];

const INTERNAL = /failed inside the server|the server failed to carry out|its log has the details/;

it('of NETCONF', async () => {
  let session = await RawNetconf.open(rig.node);
  await fc.assert(
    fc.asyncProperty(mutated(REQUESTS), async (message) => {
      if (message === '') return;
      session.send(chunked(message));
      const reply = await session.receive();
      if (reply === 'closed') session = await RawNetconf.open(rig.node);
      else expect(reply).toMatch(/^<rpc-reply[^>]*>(<rpc-error|<ok|<data|<\w)/);
      expect(reply).not.toMatch(INTERNAL);
    }),
    { numRuns: 300 },
  );
  session.close();
  await rig.answers();
});

/** Well-formed XML of names that mean something somewhere. */
const element: fc.Arbitrary<string> = fc.letrec<{ element: string; content: string }>((tie) => ({
  content: fc.oneof(
    { maxDepth: 5 },
    fc.constantFrom(
      '',
      'x',
      'ip-fault',
      '1',
      '-1',
      'true',
      'public',
      '2026-01-01T00:00:00Z',
      '&lt;',
      '##task description y',
    ),
    fc.array(tie('element'), { maxLength: 4 }).map((elements) => elements.join('')),
  ),
  element: fc
    .record({
      name: fc.constantFrom(...NAMES),
      namespace: fc.oneof(
        { weight: 3, arbitrary: fc.constant('') },
        { weight: 1, arbitrary: fc.constantFrom(...NAMESPACES) },
      ),
      attribute: fc.oneof(
        { weight: 5, arbitrary: fc.constant('') },
        { weight: 1, arbitrary: fc.constantFrom(...ATTRIBUTES) },
      ),
      content: tie('content'),
    })
    .map(({ name, namespace, attribute, content }) => {
      const declared = namespace === '' ? '' : ` xmlns="${namespace}"`;
      return `<${name}${declared}${attribute}>${content}</${name}>`;
    }),
})).element;

/** The places in a request where a client may put elements of its own; the most likely namespace stands there already. */
const PLACES: readonly ((element: string, namespace: string) => string)[] = [
  (inside) => inside,
  (inside, namespace) => `<get><filter type="subtree"><agents xmlns="${namespace}">${inside}</agents></filter></get>`,
  (inside, namespace) => `<get><filter><tasks xmlns="${namespace}">${inside}</tasks></filter></get>`,
  (inside, namespace) =>
    `<edit-config><target><running/></target><config><agents xmlns="${namespace}">${inside}</agents></config></edit-config>`,
  (inside, namespace) =>
    `<edit-config><target><running/></target><config><tasks xmlns="${namespace}">${inside}</tasks></config></edit-config>`,
  (inside, namespace) =>
    `<edit-config><target><running/></target><config><context xmlns="${namespace}">${inside}</context></config></edit-config>`,
  (inside, namespace) => `<query xmlns="${namespace}">${inside}</query>`,
  (inside, namespace) => `<discover xmlns="${namespace}">${inside}</discover>`,
  (inside, namespace) =>
    `<action xmlns="urn:ietf:params:xml:ns:yang:1"><tasks xmlns="${namespace}">${inside}</tasks></action>`,
];

it('of NETCONF that is well-formed', async () => {
  let session = await RawNetconf.open(rig.node);
  const request = fc
    .tuple(fc.constantFrom(...PLACES), fc.constantFrom(AGENTS, TASKS, IRTF), element)
    .map(([place, namespace, inside]) => rpc(place(inside, namespace)));
  await fc.assert(
    fc.asyncProperty(request, async (message) => {
      session.send(chunked(message));
      const reply = await session.receive();
      if (reply === 'closed') session = await RawNetconf.open(rig.node);
      expect(reply).not.toMatch(INTERNAL);
      expect(reply).not.toContain('malformed-message');
    }),
    { numRuns: 300 },
  );
  session.close();
  await rig.answers();
});

it('of RESTCONF', async () => {
  const call = fc.constantFrom(...CALLS).chain(([method, path, body, type]) =>
    fc.record({
      method: fc.constant(method),
      type: fc.oneof(
        { weight: 9, arbitrary: fc.constant(type) },
        { weight: 1, arbitrary: fc.constantFrom(JSON_TYPE, XML_TYPE) },
      ),
      path: fc.oneof({ weight: 2, arbitrary: fc.constant(path) }, { weight: 1, arbitrary: mutated([path]) }),
      body: body === '' ? fc.constant(body) : mutated([body]),
    }),
  );
  await fc.assert(
    fc.asyncProperty(call, async ({ method, path, body, type }) => {
      const safe = encodeURI(Buffer.from(path).toString()).replace(/^(?!\/)/, '/');
      const answer = await https.send(method, safe, { type, ...(body === '' ? {} : { body: Buffer.from(body) }) });
      expect(answer.status).toBeGreaterThanOrEqual(200);
      expect(answer.body).not.toMatch(INTERNAL);
      if (answer.status >= 400) expect(answer.body).toMatch(/error-tag/);
    }),
    { numRuns: 300 },
  );
  await rig.answers();
});

it('of any JSON', async () => {
  const key = fc.constantFrom(
    'yangent-agents:agents',
    'agent',
    'id',
    'profile',
    'owner',
    '@',
    '@id',
    '__proto__',
    'constructor',
    'yangent-agents:',
    ':',
    '',
    'execution',
  );
  const { value } = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 6 },
      fc.constantFrom(null, true, 0, -1, 1e308, '', 'x', '1'),
      fc.string(),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(key, tie('value'), { maxKeys: 4 }),
    ),
  }));
  await fc.assert(
    fc.asyncProperty(
      fc.tuple(value, fc.constantFrom('yangent-agents:agents', 'irtf-agent:tasks', 'irtf-agent:context=x')),
      async ([inner, uri]) => {
        const name = uri.replace(/=.*/, '');
        const body = JSON.stringify({ [name]: name === 'irtf-agent:context' ? [inner] : inner });
        const answer = await https.send('PATCH', `/restconf/data/${uri}`, { body });
        expect(answer.body).not.toMatch(INTERNAL);
        expect(answer.status).toBeLessThan(500);
      },
    ),
    { numRuns: 300 },
  );
  expect(Object.keys(Object.prototype)).toEqual([]);
  await rig.answers();
});

it('of the bytes below', async () => {
  const bytes = fc.uint8Array({ minLength: 1, maxLength: 300 }).map((each) => Buffer.from(each));
  await fc.assert(
    fc.asyncProperty(bytes, fc.boolean(), async (noise, named) => {
      const socket = tcpToNetconf(rig.node);
      if (named) socket.write('SSH-2.0-noise\r\n');
      socket.end(noise);
      await readToEnd(socket);
    }),
    { numRuns: 30 },
  );
  await fc.assert(
    fc.asyncProperty(
      mutated([
        `GET /restconf HTTP/1.1\r\nHost: x\r\nAuthorization: ${basicOf(rig.node)}\r\nAccept: ${JSON_TYPE}\r\nConnection: close\r\n\r\n`,
      ]),
      async (text) => {
        const socket = tlsToRestconf(rig.node);
        socket.end(Buffer.from(text, 'utf8'));
        expect(await readToEnd(socket)).toMatch(/^(HTTP\/1\.1 [234]\d\d |$)/);
      },
    ),
    { numRuns: 60 },
  );
  await rig.answers();
});
