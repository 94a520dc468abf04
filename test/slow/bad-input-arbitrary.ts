/** Arbitrary requests: good ones changed at random, and well-formed ones that mean nothing. */
import fc from 'fast-check';
import { JSON_TYPE, XML_TYPE } from '../support/curl.js';
import { BASE, rpc } from '../support/raw-netconf.js';

const AGENTS = 'urn:yangent:params:xml:ns:yang:yangent-agents';
const TASKS = 'urn:yangent:params:xml:ns:yang:yangent-tasks';
const IRTF = 'urn:ietf:params:xml:ns:yang:irtf-agent';

const profile = '<name>x</name><description>d</description><version>1</version><provider>A</provider>';
const task =
  '<task-sendFrom>x</task-sendFrom><task-sendTo>ip-fault</task-sendTo><commuType>taskAssign</commuType><task-id>f</task-id><content>##target object o ##task description wait</content>';

export const REQUESTS = [
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
export const CALLS: readonly (readonly [method: string, path: string, body: string, type: string])[] = [
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
export const BITS = [
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
export const mutated = (texts: readonly string[]): fc.Arbitrary<string> =>
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

export const NAMES = [
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
export const NAMESPACES = [AGENTS, TASKS, IRTF, BASE, '', 'urn:nowhere', 'urn:ietf:params:xml:ns:yang:1'];
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
export const PLACES: readonly ((element: string, namespace: string) => string)[] = [
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

/** A well-formed request of NETCONF. */
export const wellFormed: fc.Arbitrary<string> = fc
  .tuple(fc.constantFrom(...PLACES), fc.constantFrom(AGENTS, TASKS, IRTF), element)
  .map(([place, namespace, inside]) => rpc(place(inside, namespace)));
