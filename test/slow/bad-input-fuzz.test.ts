/** Messages changed at random: whatever comes, it is answered or the session ends, and nothing fails inside the node. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  type BadInputRig,
  basicOf,
  readToEnd,
  startBadInputNode,
  tcpToNetconf,
  tlsToRestconf,
} from '../rows/bad-input-rig.js';
import { JSON_TYPE, XML_TYPE } from '../support/curl.js';
import { Https } from '../support/http.js';
import { chunked, RawNetconf } from '../support/raw-netconf.js';
import { CALLS, mutated, REQUESTS, wellFormed } from './bad-input-arbitrary.js';

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

it('of NETCONF that is well-formed', async () => {
  let session = await RawNetconf.open(rig.node);
  await fc.assert(
    fc.asyncProperty(wellFormed, async (message) => {
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
        `GET /restconf HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${basicOf(rig.node)}\r\nAccept: ${JSON_TYPE}\r\nConnection: close\r\n\r\n`,
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
