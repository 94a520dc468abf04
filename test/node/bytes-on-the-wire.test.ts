/** What a client is told that leaves answers unread or messages without an end, and what of an answer that fails midway. */
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { type ClientHttp2Stream, connect, type IncomingHttpHeaders, type IncomingHttpStatusHeader } from 'node:http2';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parseLimits } from '../../src/node/index.js';
import { temporaryFolder } from '../support/clean-up.js';
import { Https } from '../support/http.js';
import { startTestNode, type TestNode } from '../support/node.js';
import { BASE, chunked, RawNetconf, rpc } from '../support/raw-netconf.js';

const MODULE = `module acme-flows {
  yang-version 1.1;
  namespace "urn:acme:flows";
  prefix f;
  container flows {
    config false;
    list flow { key id; leaf id { type uint32; } leaf text { type string; } }
    list late { key id; leaf id { type uint32; } leaf text { type string; } }
  }
}`;
const ENTRIES = 2_000;
const PLUGIN = `
const text = 'x'.repeat(10_000);
const from = (begin, count) =>
  Array.from({ length: Math.min(count, ${ENTRIES} - begin) }, (_, i) => ({ id: begin + i, text }));
const page = async ({ after, limit }) => from(after === undefined ? 0 : Number(after[0]) + 1, limit);
export default {
  module: 'acme-flows',
  state: {
    '/acme-flows:flows/flow': { get: async ([id]) => ({ id, text }), list: page },
    '/acme-flows:flows/late': {
      get: async () => undefined,
      list: async (o) => {
        if (o.after !== undefined && Number(o.after[0]) > 300) throw new Error('the box is gone');
        return page(o);
      },
    },
  },
};`;
const HOARDER = { user: 'hoarder', password: 'the password of hoarder' };
type Headers = IncomingHttpHeaders & IncomingHttpStatusHeader;
const FLOWS = '/restconf/data/acme-flows:flows/flow';
/** More unread answers than the bound lets a user have. */
const MOST = 50;

let node: TestNode;
let admin: Https;
beforeAll(async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'acme-flows.yang'), MODULE);
  writeFileSync(join(folder, 'flows.mjs'), PLUGIN);
  node = await startTestNode({
    logLevel: 'fatal',
    yang: [folder],
    plugins: [join(folder, 'flows.mjs')],
    passwords: { hoarder: HOARDER.password },
    limits: parseLimits(['bytes-per-user=2097152']),
  });
  admin = new Https(node);
});
afterAll(async () => {
  admin.close();
  await node.stop();
});

it('over HTTP/2, unread answers of a user are bounded: 503 with Retry-After, until they are given up', async () => {
  const session = connect(node.url, { ca: readFileSync(node.certificate) });
  const authorization = `Basic ${Buffer.from(`${HOARDER.user}:${HOARDER.password}`).toString('base64')}`;
  const ask = async (): Promise<readonly [ClientHttp2Stream, Headers]> => {
    const stream = session.request({ ':path': FLOWS, authorization });
    const [headers] = await once(stream, 'response');
    return [stream, headers];
  };
  const unread: ClientHttp2Stream[] = [];
  let refused: Headers | undefined;
  while (refused === undefined && unread.length < MOST) {
    const [stream, headers] = await ask();
    unread.push(stream);
    if (headers[':status'] !== 200) refused = headers;
  }
  expect(refused).toMatchObject({ ':status': 503, 'retry-after': '1' });
  expect((await admin.send('GET', '/restconf/data/acme-flows:flows/flow=1')).status).toBe(200);
  for (const stream of unread) stream.close();
  await expect
    .poll(
      async () => {
        const [stream, headers] = await ask();
        stream.close();
        return headers[':status'];
      },
      { timeout: 10_000 },
    )
    .toBe(200);
  session.close();
});

it('over NETCONF, messages without an end count as well: an rpc-error with the time to wait', async () => {
  const stalled: RawNetconf[] = [];
  const part = 'x'.repeat(1 << 20);
  let answer = '';
  for (let n = 0; n < MOST && answer === ''; n++) {
    const session = await RawNetconf.open(node, '1.1', HOARDER);
    const text = `<rpc xmlns="${BASE}" message-id="7"><get><filter>${part}`;
    session.send(`\n#${Buffer.byteLength(text)}\n${text}`);
    stalled.push(session);
    const other = await RawNetconf.open(node, '1.1', HOARDER);
    const reply = await other.ask('<get><filter><flows xmlns="urn:acme:flows"><flow/></flows></filter></get>');
    if (reply.includes('<rpc-error')) answer = reply;
    other.close();
  }
  expect(answer).toMatch(
    /^<rpc-reply xmlns="urn:ietf:params:xml:ns:netconf:base:1\.0" message-id="1"><rpc-error xmlns="urn:ietf:params:xml:ns:netconf:base:1\.0"><error-type>application<\/error-type><error-tag>resource-denied<\/error-tag><error-severity>error<\/error-severity><error-app-tag>[a-z-]+<\/error-app-tag><error-message xml:lang="en">the requests and answers of hoarder hold [^<]+<\/error-message><error-info><retry-after xmlns="[^"]+">1<\/retry-after><\/error-info><\/rpc-error><\/rpc-reply>$/,
  );
  for (const session of stalled) session.close();
});

it('an answer that fails midway is cut, over both protocols: nobody takes it for whole', async () => {
  await expect(admin.send('GET', '/restconf/data/acme-flows:flows/late')).rejects.toMatchObject({ code: 'ECONNRESET' });
  const session = await RawNetconf.open(node);
  session.send(chunked(rpc('<get><filter><flows xmlns="urn:acme:flows"><late/></flows></filter></get>')));
  expect(await session.receive()).toBe('closed');
  session.close();
});
