/** Documents as large and as deep as can be, and bursts of edits: others are served in between. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { XML_TYPE } from '../support/curl.js';
import { Https } from '../support/http.js';
import { chunked, RawNetconf, rpc } from '../support/raw-netconf.js';
import { type LoadRig, startLoadNode } from './load-rig.js';

let rig: LoadRig;
let https: Https;
beforeAll(async () => {
  rig = await startLoadNode();
  https = new Https(rig.node);
});
afterAll(async () => {
  https?.close();
  await rig?.stop();
});

const IRTF = 'urn:ietf:params:xml:ns:yang:irtf-agent';
const MEBIBYTE = 1 << 20;
const edit = (config: string, option = 'test-then-set') =>
  `<edit-config><target><running/></target><test-option>${option}</test-option><config>${config}</config></edit-config>`;
const entries = (count: number, data = '') =>
  Array.from(
    { length: count },
    (_, n) => `<data-params xmlns="${IRTF}"><id>d${n}</id><dataType>text</dataType>${data}</data-params>`,
  ).join('');

it.each<readonly [title: string, body: () => string]>([
  [
    'one text of 7 MiB',
    () => `{"irtf-agent:data-params":[{"id":"big","dataType":"text","data":"${'x'.repeat(7 * MEBIBYTE)}"}]}`,
  ],
  ['half a million brackets', () => `{"irtf-agent:data-params":${'['.repeat(500_000)}${']'.repeat(500_000)}}`],
  [
    'a hundred thousand unknown members',
    () => `{${Array.from({ length: 100_000 }, (_, n) => `"nobody:m${n}":${n}`).join(',')}}`,
  ],
  [
    'a hundred thousand bad entries',
    () => `{"irtf-agent:data-params":[${Array.from({ length: 100_000 }, () => '{"x":1}').join(',')}]}`,
  ],
  ['more than a million escapes', () => `{"irtf-agent:data-params":[{"id":"${'\\u0041'.repeat(1_200_000)}"}]}`],
  ['a number of millions of digits', () => `{"irtf-agent:data-params":[{"id":${'1'.repeat(4 * MEBIBYTE)}}]}`],
])('JSON of %s', async (_title, body) => {
  const text = `{"ietf-restconf:data":${body()}}`;
  const send = async (...more: readonly number[]) => {
    const { status } = await https.send('PATCH', '/restconf/data', { body: text });
    expect([204, 400, 404, 409, 413, ...more]).toContain(status);
  };
  await send();
  // Several at a time may hold more bytes than one user has room for.
  const grown = await rig.growth(() => rig.whileGoodClientsAreServed(Promise.all([send(503), send(503), send(503)])));
  expect(grown).toBeLessThan(128);
});

it.each<readonly [title: string, body: () => string]>([
  ['elements half a million deep', () => `${'<a>'.repeat(500_000)}${'</a>'.repeat(500_000)}`],
  ['a hundred thousand attributes', () => `<a${Array.from({ length: 100_000 }, (_, n) => ` a${n}=""`).join('')}/>`],
  [
    'a hundred thousand namespaces',
    () => `<a${Array.from({ length: 100_000 }, (_, n) => ` xmlns:a${n}="u"`).join('')}/>`,
  ],
  [
    'namespaces declared anew at each level',
    () => {
      const levels = Array.from({ length: 190 }, (_, n) => `<a xmlns:p${n}="${'u'.repeat(5_000)}">`);
      return levels.join('') + '</a>'.repeat(levels.length);
    },
  ],
  ['millions of references', () => `<a>${'&#65;'.repeat(1_200_000)}</a>`],
  ['a hundred thousand comments', () => `<a>${'<!---->'.repeat(100_000)}</a>`],
])('XML of %s', async (_title, body) => {
  const text = body();
  const session = await RawNetconf.open(rig.node);
  const send = async () => {
    expect(await session.ask(text)).toContain('<rpc-error');
    const { status } = await https.send('PATCH', '/restconf/data', { body: text, type: XML_TYPE });
    expect([400, 404, 413]).toContain(status);
  };
  await send();
  const grown = await rig.growth(() => rig.whileGoodClientsAreServed(send()));
  expect(grown).toBeLessThan(128);
  session.close();
});

const AGENTS = 'xmlns="urn:yangent:params:xml:ns:yang:yangent-agents"';
it.each([
  ['of one element again and again', `<agents ${AGENTS}/>`.repeat(50_000)],
  ['of list entries again and again', `<agents ${AGENTS}>${'<agent><id/></agent>'.repeat(50_000)}</agents>`],
])('a filter %s', async (_title, filter) => {
  const session = await RawNetconf.open(rig.node);
  await rig.whileGoodClientsAreServed(session.ask(`<get><filter>${filter}</filter></get>`));
  session.close();
});

it('a burst of edits in one session', async () => {
  const session = await RawNetconf.open(rig.node);
  const COUNT = 300;
  const burst = async () => {
    for (let n = 0; n < COUNT; n += 1) session.send(chunked(rpc(edit(entries(5, `<data>${n}</data>`)), n)));
    for (let n = 0; n < COUNT; n += 1) expect(await session.receive()).toContain(`message-id="${n}"><ok/>`);
  };
  const grown = await rig.growth(() => rig.whileGoodClientsAreServed(burst()));
  expect(grown).toBeLessThan(96);
  session.close();
});

it('an edit of ten thousand entries', async () => {
  const session = await RawNetconf.open(rig.node);
  await rig.whileGoodClientsAreServed(session.ask(edit(entries(10_000))));
  const removal = entries(10_000).replaceAll(
    '<data-params ',
    '<data-params xmlns:nc="urn:ietf:params:xml:ns:netconf:base:1.0" nc:operation="remove" ',
  );
  await rig.whileGoodClientsAreServed(session.ask(edit(removal)));
  session.close();
});
