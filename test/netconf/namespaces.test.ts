/** A namespace that nobody knows is named, wherever it stands; what is in it is never done in silence. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { chunked, type RawNetconf } from '../support/raw-netconf.js';
import { B, type BoxNode, edit, NMDA, startBox } from './box.js';

let node: BoxNode;
let session: RawNetconf;
beforeAll(async () => {
  node = await startBox();
  session = await node.session();
});
afterAll(() => node.stop());

const X = 'xmlns="urn:nowhere"';
const NOTIFICATION = 'xmlns="urn:ietf:params:xml:ns:netconf:notification:1.0"';
const MONITORING = 'xmlns="urn:ietf:params:xml:ns:yang:ietf-netconf-monitoring"';

it.each([
  ['an operation', `<get ${X}/>`, 'get'],
  ['a parameter', `<get-config><source><running/></source><filter ${X}/></get-config>`, 'filter'],
  ['a datastore', `<get-config><source><running ${X}/></source></get-config>`, 'running'],
  ['the config itself', `<edit-config><target><running/></target><config ${X}/></edit-config>`, 'config'],
  ['a top-level node', edit('running', `<box ${X}/>`), 'box'],
  ['a node below', edit('running', `<box ${B}><name ${X}>n</name></box>`), 'name'],
  [
    'a node below a list entry',
    edit('running', `<box ${B}><port><name>p</name><speed ${X}>1</speed></port></box>`),
    'speed',
  ],
  [
    'an option',
    `<edit-config><target><running/></target><test-option ${X}>set</test-option><config/></edit-config>`,
    'test-option',
  ],
  [
    'a config to be copied',
    `<copy-config><target><candidate/></target><source><config><box ${X}/></config></source></copy-config>`,
    'box',
  ],
  ['a config to be validated', `<validate><source><config><box ${X}/></config></source></validate>`, 'box'],
  ['a lock', `<lock><target ${X}><running/></target></lock>`, 'target'],
  [
    'a parameter of get-data',
    `<get-data ${NMDA}><datastore>ds:running</datastore><max-depth ${X}>1</max-depth></get-data>`,
    'max-depth',
  ],
  [
    'a config of edit-data',
    `<edit-data ${NMDA}><datastore>ds:candidate</datastore><config><box ${X}/></config></edit-data>`,
    'box',
  ],
  [
    'a subscription',
    `<create-subscription ${NOTIFICATION}><stream ${X}>NETCONF</stream></create-subscription>`,
    'stream',
  ],
  [
    'a parameter of get-schema',
    `<get-schema ${MONITORING}><identifier ${X}>acme-box</identifier></get-schema>`,
    'identifier',
  ],
  ['a session to kill', `<kill-session><session-id ${X}>1</session-id></kill-session>`, 'session-id'],
  ['what close-session does not take', `<close-session><now ${X}/></close-session>`, 'now'],
])('of %s', async (_title, request, element) => {
  const reply = await session.ask(request);
  expect(reply).toMatch(/<error-tag>unknown-namespace<\/error-tag>/);
  expect(reply).toContain(`<bad-element>${element}</bad-element><bad-namespace>urn:nowhere</bad-namespace>`);
  expect(reply).not.toContain('<ok');
});

it('of the rpc itself', async () => {
  session.send(chunked(`<rpc ${X} message-id="1"><get/></rpc>`));
  expect(await session.receive()).toMatch(
    /^<rpc-reply xmlns="urn:ietf:params:xml:ns:netconf:base:1\.0"><rpc-error .*unknown-namespace.*<bad-element>rpc<\/bad-element><bad-namespace>urn:nowhere<\/bad-namespace>/,
  );
});

it('of a filter selects nothing, as no data are of it', async () => {
  const filter = (content: string) =>
    session.ask(`<get-config><source><running/></source><filter>${content}</filter></get-config>`);
  expect(await filter(`<box ${X}/>`)).toMatch(/<data [^>]*><\/data>|<data [^>]*\/>/);
});

const BASE = 'urn:ietf:params:xml:ns:netconf:base:1.0';
const NONE = 'xmlns=""';

it.each([
  [
    'config',
    `<edit-config><target><running/></target><config ${NONE}><box ${B}/></config></edit-config>`,
    `config in edit-config has no namespace; write <config xmlns="${BASE}">`,
  ],
  [
    'running',
    `<get-config><source><running ${NONE}/></source></get-config>`,
    `running in source has no namespace; write <running xmlns="${BASE}">`,
  ],
  [
    'box',
    edit('running', `<box ${NONE}/>`),
    `the element 'box' at the top level has no namespace; write <box xmlns="urn:acme:box">`,
  ],
  ['start', `<start ${NONE}/>`, 'start has no namespace; write <start xmlns="NAMESPACE OF ITS MODULE">'],
])('the refusal of %s without a namespace shows what to write', async (element, request, message) => {
  const reply = await session.ask(request);
  expect(reply).toContain('<error-tag>unknown-namespace</error-tag>');
  expect(reply).toContain(`<bad-element>${element}</bad-element><bad-namespace></bad-namespace>`);
  const text = /<error-message[^>]*>([^<]*)/
    .exec(reply)?.[1]
    ?.replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'");
  expect(text).toBe(message);
});
