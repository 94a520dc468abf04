/** Messages that arrive whole and are wrong: each is answered with an error that says what, and the node goes on. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { JSON_TYPE, XML_TYPE } from '../support/curl.js';
import { errorIn, Https } from '../support/http.js';
import { BASE, chunked, RawNetconf, rpc } from '../support/raw-netconf.js';
import { type BadInputRig, heapInUse, MESSAGE_LIMIT, startBadInputNode } from './bad-input-rig.js';

const TASKS = 'urn:yangent:params:xml:ns:yang:yangent-tasks';
const AGENTS = 'urn:yangent:params:xml:ns:yang:yangent-agents';
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
afterEach(() => rig.answers({ fresh: false }));

const deep = (depth: number, inner = '') => `${'<a>'.repeat(depth)}${inner}${'</a>'.repeat(depth)}`;
const bomb = `<!DOCTYPE rpc [<!ENTITY a "${'ha'.repeat(50)}">${Array.from({ length: 9 }, (_, n) => `<!ENTITY b${n} "${`&${n ? `b${n - 1}` : 'a'};`.repeat(10)}">`).join('')}]>`;
const edit = (config: string) => `<edit-config><target><running/></target><config>${config}</config></edit-config>`;
const agent = (inner: string) => edit(`<agents xmlns="${AGENTS}"><agent>${inner}</agent></agents>`);

describe('over NETCONF', () => {
  /** Whole messages. */
  it.each<readonly [title: string, message: string | Buffer, tag: string, says: RegExp]>([
    ['an element that is not closed', `<rpc xmlns="${BASE}" message-id="1"><get>`, 'malformed-message', /get|rpc/],
    ['elements that cross', `<rpc xmlns="${BASE}" message-id="1"><get></rpc></get>`, 'malformed-message', /close tag/],
    ['two roots', `${rpc('<get/>')}${rpc('<get/>')}`, 'malformed-message', /root|document|after/i],
    ['text before the root', `hello${rpc('<get/>')}`, 'malformed-message', /./],
    ['nothing', ' ', 'malformed-message', /./],
    ['a prefix that is not declared', rpc('<nc:get/>'), 'malformed-message', /nc/],
    ['an attribute twice', rpc('<get a="1" a="2"/>'), 'malformed-message', /a/],
    ['a character that XML does not have', rpc('<get>&#0;</get>'), 'malformed-message', /./],
    ['an entity that is not defined', rpc('<get>&nbsp;</get>'), 'malformed-message', /nbsp|entity/i],
    ['a DOCTYPE', `<!DOCTYPE rpc SYSTEM "file:///etc/passwd">${rpc('<get/>')}`, 'malformed-message', /DOCTYPE/],
    ['an entity bomb', `${bomb}${rpc('<get>&b8;</get>')}`, 'malformed-message', /DOCTYPE/],
    [
      'an external entity',
      `<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]>${rpc('<get>&x;</get>')}`,
      'malformed-message',
      /DOCTYPE/,
    ],
    [
      'what is not UTF-8',
      Buffer.concat([Buffer.from(`<rpc xmlns="${BASE}" message-id="`), Buffer.from([0xc3, 0x28]), Buffer.from('"/>')]),
      'malformed-message',
      /UTF-8/,
    ],
    ['elements nested too deep', rpc(deep(300)), 'malformed-message', /deep.*200|200/],
    ['elements nested far too deep', rpc(deep(20_000)), 'malformed-message', /deep/],
  ])('%s is refused', async (_title, message, tag, says) => {
    const session = await RawNetconf.open(rig.node);
    const frame =
      typeof message === 'string'
        ? chunked(message)
        : Buffer.concat([Buffer.from(`\n#${message.length}\n`), message, Buffer.from('\n##\n')]);
    session.send(frame);
    const reply = await session.receive();
    expect(reply).toContain(`<error-tag>${tag}</error-tag>`);
    expect(messageIn(reply)).toMatch(says);
    expect(await session.ask('<get-config><source><running/></source></get-config>', 'next')).toContain(
      'message-id="next"',
    );
    session.close();
  });

  it.each<readonly [title: string, request: string, tag: string, says: RegExp]>([
    ['an unknown operation', '<fly xmlns="urn:ietf:params:xml:ns:netconf:base:1.0"/>', 'unknown-element', /fly/],
    ['an unknown namespace', '<get xmlns="urn:nowhere"/>', 'unknown-namespace', /urn:nowhere/],
    ['an unknown parameter', '<get><colour/></get>', 'unknown-element', /colour/],
    [
      'a parameter of another namespace',
      '<get><filter xmlns="urn:nowhere"/></get>',
      'unknown-namespace',
      /urn:nowhere/,
    ],
    ['a missing parameter', '<get-config/>', 'missing-element', /source/],
    ['a parameter twice', '<get><filter/><filter/></get>', 'bad-element', /twice/],
    ['two operations', '<get/><get/>', 'bad-element', /./],
    ['an unknown datastore', '<get-config><source><moon/></source></get-config>', 'bad-element', /moon/],
    ['an unknown filter', '<get><filter type="regex"/></get>', 'bad-attribute', /regex/],
    ['an unknown element in the configuration', agent('<id>x</id><colour>red</colour>'), 'unknown-element', /colour/],
    ['an unknown top-level element', edit(`<planes xmlns="${AGENTS}"/>`), 'unknown-element', /planes/],
    [
      'an unknown namespace in the configuration',
      edit('<agents xmlns="urn:nowhere"/>'),
      'unknown-namespace',
      /urn:nowhere/,
    ],
    ['no namespace in the configuration', edit('<agents xmlns=""/>'), 'unknown-namespace', /./],
    ['a list entry without key', agent('<visibility>public</visibility>'), 'missing-element', /id/],
    ['an empty key', agent('<id/>'), 'invalid-value', /id/],
    ['a key twice', agent('<id>x</id><id>y</id>'), 'bad-element', /id/],
    [
      'a number that is none',
      agent('<id>x</id><execution><max-concurrent-tasks>many</max-concurrent-tasks></execution>'),
      'invalid-value',
      /many/,
    ],
    [
      'a number out of range',
      agent('<id>x</id><execution><max-concurrent-tasks>4294967296</max-concurrent-tasks></execution>'),
      'invalid-value',
      /4294967296/,
    ],
    [
      'a word that is none of the enumeration',
      agent('<id>x</id><visibility>secret</visibility>'),
      'invalid-value',
      /secret/,
    ],
    ['elements where text is expected', agent('<id>x</id><visibility><b/></visibility>'), 'invalid-value', /b/],
    ['text where elements are expected', agent('<id>x</id>hello'), 'invalid-value', /hello|text/],
    ['state in the configuration', edit(`<tasks xmlns="${TASKS}"/>`), 'unknown-element', /state|config/],
    [
      'an unknown operation of an edit',
      `<edit-config xmlns:nc="${BASE}"><target><running/></target><config><agents xmlns="${AGENTS}" nc:operation="explode"/></config></edit-config>`,
      'bad-attribute',
      /explode/,
    ],
    [
      'a missing mandatory leaf',
      `<task-negotiate xmlns="${IRTF}"><content>no section</content></task-negotiate>`,
      'invalid-value',
      /pattern/,
    ],
    [
      'an action on what is not there',
      `<action xmlns="urn:ietf:params:xml:ns:yang:1"><tasks xmlns="${TASKS}"><task><id>x</id><cancel/></task></tasks></action>`,
      'data-missing',
      /x/,
    ],
    [
      'an action that does not exist',
      `<action xmlns="urn:ietf:params:xml:ns:yang:1"><tasks xmlns="${TASKS}"><task><id>x</id><fly/></task></tasks></action>`,
      'unknown-element',
      /fly/,
    ],
    ['an action without a path', '<action xmlns="urn:ietf:params:xml:ns:yang:1"/>', 'missing-element', /action/],
    [
      'an unknown stream',
      '<create-subscription xmlns="urn:ietf:params:xml:ns:netconf:notification:1.0"><stream>river</stream></create-subscription>',
      'bad-element',
      /river/,
    ],
    [
      'a time that is none',
      '<create-subscription xmlns="urn:ietf:params:xml:ns:netconf:notification:1.0"><startTime>yesterday</startTime></create-subscription>',
      'invalid-value',
      /yesterday/,
    ],
    [
      'a session to kill that is none',
      '<kill-session><session-id>99999999999</session-id></kill-session>',
      'invalid-value',
      /99999999999/,
    ],
  ])('%s is answered', async (_title, request, tag, says) => {
    const session = await RawNetconf.open(rig.node);
    const reply = await session.ask(request, 'the id');
    expect(reply).toContain('message-id="the id"');
    expect(reply).toContain(`<error-tag>${tag}</error-tag>`);
    expect(reply.slice(reply.indexOf('<rpc-error'))).toMatch(says);
    session.close();
  });

  it.each([
    ['has no message-id', `<rpc xmlns="${BASE}"><get/></rpc>`, 'missing-attribute'],
    ['is empty', `<rpc xmlns="${BASE}" message-id="1"/>`, 'missing-element'],
    ['is in no namespace', '<rpc message-id="1"><get/></rpc>', 'unknown-namespace'],
    ['is a second hello', `<hello xmlns="${BASE}"/>`, 'unknown-element'],
    ['is a reply', `<rpc-reply xmlns="${BASE}" message-id="1"><ok/></rpc-reply>`, 'unknown-element'],
  ])('a message that %s is answered', async (_title, message, tag) => {
    const session = await RawNetconf.open(rig.node);
    session.send(chunked(message));
    expect(await session.receive()).toContain(`<error-tag>${tag}</error-tag>`);
    session.close();
  });

  function messageIn(reply: string): string {
    return /<error-message[^>]*>(.*?)<\/error-message>/s.exec(reply)?.[1] ?? '';
  }
});

describe('over RESTCONF', () => {
  const put = (body: string | Buffer, type = JSON_TYPE) =>
    https.send('PUT', '/restconf/data/yangent-agents:agents', { body, type });
  const json = (inner: string) => `{"yangent-agents:agents":${inner}}`;
  const xml = (inner: string) => `<agents xmlns="${AGENTS}">${inner}</agents>`;

  it.each<readonly [title: string, body: string | Buffer, status: number, tag: string]>([
    ['an object that does not end', '{"yangent-agents:agents":', 400, 'malformed-message'],
    ['nothing', '', 400, 'malformed-message'],
    ['only spaces', '   ', 400, 'malformed-message'],
    ['no object', '[]', 400, 'malformed-message'],
    ['a word', 'true', 400, 'malformed-message'],
    ['a comma too many', json('{"agent":[],}'), 400, 'malformed-message'],
    ['a comment', `/* hello */${json('{}')}`, 400, 'malformed-message'],
    ['no number', json('{"agent":[{"id":NaN}]}'), 400, 'malformed-message'],
    ['text after the end', `${json('{}')}x`, 400, 'malformed-message'],
    ['a member twice', json('{"agent":[],"agent":[]}'), 400, 'malformed-message'],
    ['what is not UTF-8', Buffer.from([0x7b, 0x22, 0xc3, 0x28, 0x22, 0x3a, 0x31, 0x7d]), 400, 'malformed-message'],
    ['half a surrogate pair', json('{"agent":[{"id":"\\ud800"}]}'), 400, 'invalid-value'],
    ['a character YANG does not have', json('{"agent":[{"id":"x\\u0000"}]}'), 400, 'invalid-value'],
    ['what is nested too deep', json(`{"agent":${'['.repeat(1_000)}${']'.repeat(1_000)}}`), 400, 'malformed-message'],
    ['what is nested far too deep', '{"a":'.repeat(20_000), 400, 'malformed-message'],
    ['an unknown member', json('{"colour":"red"}'), 400, 'unknown-element'],
    ['an unknown module', '{"no-such:agents":{}}', 400, 'unknown-namespace'],
    ['an unqualified name at the top', '{"agents":{}}', 400, 'unknown-element'],
    ['two resources', '{"yangent-agents:agents":{},"yangent-devices:devices":{}}', 400, 'malformed-message'],
    ['another resource', '{"yangent-devices:devices":{}}', 400, 'invalid-value'],
    ['a list that is an object', json('{"agent":{"id":"x"}}'), 400, 'invalid-value'],
    ['an object that is text', json('"x"'), 400, 'invalid-value'],
    ['a number for text', json('{"agent":[{"id":5}]}'), 400, 'invalid-value'],
    [
      'text for a number',
      json('{"agent":[{"id":"x","execution":{"max-concurrent-tasks":"5"}}]}'),
      400,
      'invalid-value',
    ],
    [
      'a number out of range',
      json('{"agent":[{"id":"x","execution":{"max-concurrent-tasks":1e400}}]}'),
      400,
      'invalid-value',
    ],
    ['an entry without key', json('{"agent":[{}]}'), 400, 'missing-element'],
    ['a key twice', json('{"agent":[{"id":"x"},{"id":"x"}]}'), 400, 'bad-element'],
    ['null', json('{"agent":[null]}'), 400, 'invalid-value'],
    ['the member __proto__', json('{"__proto__":{"polluted":true}}'), 400, 'unknown-element'],
    ['the member __proto__ at the top', '{"__proto__":{"yangent-agents:agents":{}}}', 400, 'unknown-element'],
    ['the member constructor', json('{"constructor":{"prototype":{"polluted":true}}}'), 400, 'unknown-element'],
    ['the member toString', json('{"agent":[{"id":"x","toString":1,"hasOwnProperty":2}]}'), 400, 'unknown-element'],
    ['more than the limit', json(`{"agent":[{"id":"${'x'.repeat(MESSAGE_LIMIT)}"}]}`), 413, 'too-big'],
  ])('%s in JSON is refused', async (_title, body, status, tag) => {
    const answer = await put(body);
    expect({ status: answer.status, type: answer.headers['content-type'] }).toEqual({ status, type: JSON_TYPE });
    expect(errorIn(answer)).toMatchObject({ 'error-tag': tag, 'error-message': expect.stringMatching(/\w+ \w+/) });
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  it.each<readonly [title: string, body: string, tag: string]>([
    ['an element that is not closed', `<agents xmlns="${AGENTS}">`, 'malformed-message'],
    ['a DOCTYPE', `<!DOCTYPE agents SYSTEM "file:///etc/passwd">${xml('')}`, 'malformed-message'],
    ['an entity bomb', `${bomb}${xml('&b8;')}`, 'malformed-message'],
    ['what is nested too deep', xml(deep(300)), 'malformed-message'],
    ['a prefix that is not declared', xml('<x:agent/>'), 'malformed-message'],
    ['an unknown element', xml('<colour/>'), 'unknown-element'],
    ['an unknown namespace', '<agents xmlns="urn:nowhere"/>', 'unknown-namespace'],
    ['no namespace', '<agents/>', 'unknown-namespace'],
    ['another resource', `<tasks xmlns="${IRTF}"/>`, 'invalid-value'],
    [
      'a wrong type',
      xml('<agent><id>x</id><execution><max-concurrent-tasks>many</max-concurrent-tasks></execution></agent>'),
      'invalid-value',
    ],
    ['text among elements', xml('hello'), 'invalid-value'],
  ])('%s in XML is refused', async (_title, body, tag) => {
    const answer = await https.send('PUT', '/restconf/data/yangent-agents:agents', {
      body,
      type: XML_TYPE,
      accept: XML_TYPE,
    });
    expect({ status: answer.status, type: answer.headers['content-type'] }).toEqual({ status: 400, type: XML_TYPE });
    expect(answer.body).toContain(`<error-tag>${tag}</error-tag>`);
    expect(answer.body).toMatch(/<error-message>[^<]+</);
  });

  it.each<
    readonly [
      title: string,
      method: string,
      path: string,
      headers: Readonly<Record<string, string>>,
      body: string | undefined,
      status: number,
    ]
  >([
    ['a method that does not exist', 'BREW', '/restconf/data', {}, undefined, 400],
    ['a method that is not offered', 'DELETE', '/restconf', {}, undefined, 405],
    ['a path outside', 'GET', '/etc/passwd', {}, undefined, 404],
    ['a path that climbs', 'GET', '/restconf/../../etc/passwd', {}, undefined, 404],
    ['a broken percent code', 'GET', '/restconf/data/%zz', {}, undefined, 400],
    ['a percent code that is no UTF-8', 'GET', '/restconf/data/irtf-agent:context=%ff', {}, undefined, 400],
    ['a null in the path', 'GET', '/restconf/data/irtf-agent:context=%00', {}, undefined, 400],
    ['no name in the path', 'GET', '/restconf/data//', {}, undefined, 400],
    ['an unknown module', 'GET', '/restconf/data/no-such:thing', {}, undefined, 404],
    ['an unknown node', 'GET', '/restconf/data/irtf-agent:__proto__', {}, undefined, 404],
    ['the constructor as a node', 'GET', '/restconf/data/irtf-agent:constructor', {}, undefined, 404],
    ['too many keys', 'GET', '/restconf/data/yangent-agents:agents/agent=a,b', {}, undefined, 400],
    ['a key where none is', 'GET', '/restconf/data/yangent-agents:agents=a', {}, undefined, 400],
    ['an unknown agent', 'GET', '/agents/nobody/restconf/data', {}, undefined, 404],
    ['__proto__ as an agent', 'GET', '/agents/__proto__/restconf/data', {}, undefined, 404],
    ['an unknown parameter', 'GET', '/restconf/data?colour=red', {}, undefined, 400],
    ['a parameter twice', 'GET', '/restconf/data?depth=1&depth=2', {}, undefined, 400],
    ['a depth that is none', 'GET', '/restconf/data?depth=deep', {}, undefined, 400],
    ['fields that do not end', 'GET', '/restconf/data?fields=a(b', {}, undefined, 400],
    ['fields nested far too deep', 'GET', `/restconf/data?fields=${'a('.repeat(5_000)}`, {}, undefined, 400],
    [
      'an XPath that is none',
      'GET',
      '/restconf/streams/NETCONF/json?filter=%5B%5B',
      { accept: 'text/event-stream' },
      undefined,
      400,
    ],
    [
      'an XPath nested far too deep',
      'GET',
      `/restconf/streams/NETCONF/json?filter=${'('.repeat(5_000)}`,
      { accept: 'text/event-stream' },
      undefined,
      400,
    ],
    [
      'a time that is none',
      'GET',
      '/restconf/streams/NETCONF/json?start-time=yesterday',
      { accept: 'text/event-stream' },
      undefined,
      400,
    ],
    ['an unknown stream', 'GET', '/restconf/streams/RIVER/json', { accept: 'text/event-stream' }, undefined, 404],
    ['an encoding nobody asked for', 'GET', '/restconf/data', { accept: 'image/png' }, undefined, 406],
    [
      'a body in another format',
      'PUT',
      '/restconf/data/yangent-agents:agents',
      { 'content-type': 'text/plain' },
      'hello',
      415,
    ],
    ['an unknown operation', 'POST', '/restconf/operations/irtf-agent:fly', {}, '{}', 404],
    ['the constructor as an operation', 'POST', '/restconf/operations/irtf-agent:constructor', {}, '{}', 404],
    [
      'an input that is none',
      'POST',
      '/restconf/operations/yangent-tasks:query',
      {},
      '{"yangent-tasks:output":{}}',
      400,
    ],
    [
      'a password that is wrong',
      'GET',
      '/restconf/data',
      { authorization: `Basic ${Buffer.from('admin:x').toString('base64')}` },
      undefined,
      401,
    ],
    ['credentials that are none', 'GET', '/restconf/data', { authorization: 'Basic ===' }, undefined, 401],
    [
      'a user name that is a member',
      'GET',
      '/restconf/data',
      { authorization: `Basic ${Buffer.from('__proto__:x').toString('base64')}` },
      undefined,
      401,
    ],
    ['another scheme', 'GET', '/restconf/data', { authorization: 'Bearer x' }, undefined, 401],
    [
      'an entity-tag that is none',
      'PUT',
      '/restconf/data/yangent-agents:agents',
      { 'if-match': '"nope"' },
      '{"yangent-agents:agents":{}}',
      412,
    ],
  ])('%s is refused', async (_title, method, path, headers, body, status) => {
    const answer = await https.send(method, path, { headers, body });
    expect({ path: path.slice(0, 60), status: answer.status }).toEqual({ path: path.slice(0, 60), status });
    if (status !== 404 || answer.body !== '') expect(answer.body).toMatch(/error-message/);
    expect(answer.body).not.toMatch(/ at .*\.[jt]s:\d+/);
  });
});

it('a thousand bad messages leave no memory behind', async () => {
  const session = await RawNetconf.open(rig.node);
  const round = async () => {
    for (let n = 0; n < 250; n += 1) {
      await session.ask(agent(`<id>x</id><colour-${n}>${'x'.repeat(2_000)}</colour-${n}>`));
      await https.send('PUT', '/restconf/data/yangent-agents:agents', {
        body: `{"m${n}:agents":"${'x'.repeat(2_000)}"}`,
      });
    }
  };
  await round();
  const before = heapInUse();
  await round();
  expect(heapInUse() - before).toBeLessThan(8 << 20);
  session.close();
});
