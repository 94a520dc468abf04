/** Requests to URLs that users named. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { networkInterfaces } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { guardedFetch, Reach } from '../../src/clients/index.js';
import type { Resolve } from '../../src/clients/reach.js';

let server: Server;
let port = 0;
const asked: string[] = [];
beforeAll(async () => {
  server = createServer(({ url = '', method, headers }, answer) => {
    asked.push(`${method} ${url} ${headers.host}`);
    if (url === '/away') answer.writeHead(302, { location: '/secret' }).end();
    else if (url === '/long') answer.end('x'.repeat(2 * 1024 * 1024));
    else answer.writeHead(url === '/none' ? 204 : 200, { 'content-type': 'application/json' }).end('{"keys":[]}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  port = typeof address === 'object' ? (address?.port ?? 0) : 0;
});
afterAll(() => server.close());

/** An address of this machine that is not of the loopback; the loopback where it has no other. */
const OUTER =
  Object.values(networkInterfaces())
    .flatMap((each) => each ?? [])
    .find(({ internal, family }) => !internal && family === 'IPv4')?.address ?? '127.0.0.1';
const open = guardedFetch(new Reach({ loopback: true }));
const closed = guardedFetch(new Reach({ loopback: false }));

describe('what may be reached', () => {
  const reach = new Reach({ loopback: false, networks: ['10.1.0.0/16', '192.168.7.7', 'fd00:1::/32'] });
  it.each([...['93.184.215.14', '2606:2800:21f:cb07::1', '10.1.2.3', '192.168.7.7', 'fd00:1::5', '::ffff:10.1.2.3']])(
    '%s',
    (address) => expect(reach.permits(address, 443)).toBe(true),
  );
  it.each([
    ...['127.0.0.1', '127.8.8.8', '::1', '10.2.0.1', '192.168.7.8', '172.31.0.1', '169.254.169.254', '100.64.0.1'],
    ...['0.0.0.0', '::', 'fe80::1', 'fd00:2::1', '::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:a9fe:a9fe', '224.0.0.1'],
    ...['64:ff9b::7f00:1', '64:ff9b:1::7f00:1', '2002:7f00:1::', '2001::1', '::127.0.0.1', '::ffff:0:127.0.0.1'],
    ...['0:0:0:0:0:ffff:7f00:1', 'fe80::1%eth0', '192.0.2.1', '2001:db8::1', 'not an address'],
  ])('not %s', (address) => expect(reach.permits(address, 443)).toBe(false));
  it.each(['10.0.0.0/33', 'example', '10.1/16', '10.0.0.0/x'])('%s is no network', (network) => {
    expect(() => new Reach({ loopback: false, networks: [network] })).toThrow(RangeError);
  });
});

it.each(['localhost', '127.0.0.1', '127.1', '0x7f000001', '2130706433', '[::ffff:127.0.0.1]', '[::1]'])(
  'a machine that is closed is not spoken to, whatever it is called: %s',
  async (host) => {
    const before = asked.length;
    await expect(closed(`http://${host}:${port}/`)).rejects.toMatchObject({
      tag: 'access-denied',
      message: expect.stringContaining('--reach'),
    });
    expect(asked.length).toBe(before);
  },
);

it.each(['localhost', '127.0.0.1', '127.8.8.8', '[::ffff:127.0.0.1]', '[::1]', OUTER])(
  'where a machine is open, a port of the node itself is not: %s',
  async (host) => {
    const networks = host === OUTER ? [OUTER] : [];
    const own = guardedFetch(new Reach({ loopback: true, networks, ownPorts: () => [port] }));
    const before = asked.length;
    await expect(own(`http://${host}:${port}/`)).rejects.toMatchObject({
      tag: 'access-denied',
      message: expect.stringContaining(`port ${port} is this node itself`),
    });
    expect(asked.length).toBe(before);
  },
);

it('the port that goes without saying is one of the node as well', () => {
  const own = new Reach({ loopback: true, ownPorts: () => [443] });
  expect(() => own.requireUrl(new URL('https://127.0.0.1/'))).toThrow('this node itself');
  expect(() => own.requireUrl(new URL('http://127.0.0.1/'))).not.toThrow();
  expect(() => own.requireUrl(new URL('https://127.0.0.1:80/'))).not.toThrow();
});

it('one that is open is, with what was to be sent, under its own name', async () => {
  const reply = await open(`http://localhost:${port}/a?b`, { method: 'POST', headers: { 'x-y': 'z' }, body: '{}' });
  expect([reply.status, await reply.json()]).toEqual([200, { keys: [] }]);
  expect(asked.at(-1)).toBe(`POST /a?b localhost:${port}`);
  expect((await open(`http://127.0.0.1:${port}/none`)).status).toBe(204);
});

it('a redirect is not followed, and an endless answer is not read', async () => {
  expect((await open(`http://localhost:${port}/away`)).status).toBe(302);
  expect(asked.at(-1)).toContain('/away');
  await expect(open(`http://localhost:${port}/long`)).rejects.toThrow('more than');
});

it('what is given up ends', async () => {
  const signal = AbortSignal.abort(new Error('given up'));
  await expect(open(`http://localhost:${port}/`, { signal })).rejects.toThrow();
});

it.each([
  ['all at once', { all: true }],
  ['one', {}],
])('of a name every address is looked at: %s', async (_how, options) => {
  const found = await new Promise((resolve) => {
    const lookup = new Reach({ loopback: false }).lookupFor(new URL('https://localhost'));
    lookup('localhost', options, (error) => resolve(error));
  });
  expect(found).toMatchObject({ tag: 'access-denied' });
});

describe('a name', () => {
  const named = 'elsewhere.example';
  /** A fetch by a guard to which each lookup says the next of these. */
  const toldBy = (...addresses: string[][]) => {
    const resolve: Resolve = (_name, _options, done) =>
      done(
        null,
        (addresses.shift() ?? []).map((address) => ({ address, family: 4 })),
      );
    return guardedFetch(new Reach({ loopback: true, resolve }));
  };

  it('is looked up once: the connection goes to the address that was looked at', async () => {
    const rebound = [['127.0.0.1'], ['169.254.169.254']];
    expect((await toldBy(...rebound)(`http://${named}:${port}/`)).status).toBe(200);
    expect(asked.at(-1)).toBe(`GET / ${named}:${port}`);
    await expect(toldBy(...rebound.slice(1))(`http://${named}:${port}/`)).rejects.toThrow('--reach 169.254.169.254');
  });

  it('that has one address that may not be reached is not spoken to at any', async () => {
    const before = asked.length;
    await expect(toldBy(['127.0.0.1', '169.254.169.254'])(`http://${named}:${port}/`)).rejects.toThrow(
      `${named} (169.254.169.254) is not a public address`,
    );
    expect(asked.length).toBe(before);
  });
});
