/** What the listener holds against faces that go wrong, clients that misuse them, and logins that end meanwhile. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect as connectHttp2 } from 'node:http2';
import { connect, type TLSSocket } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import WebSocket from 'ws';
import { RpcError } from '../../src/data/index.js';
import type { CallerApi, Face, FaceAnswer, Socket } from '../../src/server/index.js';
import { gate } from '../support/gate.js';
import { Https } from '../support/http.js';
import { startTestNode, type TestNode } from '../support/node.js';

/** Answers that cannot be sent as they are, by name. */
const WRONG: Readonly<Record<string, unknown>> = {
  none: undefined,
  informational: { status: 101 },
  'no-status': { status: 42 },
  'status-999': { status: 999 },
  'line-break': { status: 200, headers: { 'x-a': 'b\r\nx-c: d' } },
  'field-name': { status: 200, headers: { 'x a': 'b' } },
  connection: { status: 200, headers: { Connection: 'close' } },
  length: { status: 200, headers: { 'Content-Length': '3' }, body: 'abcdef' },
  twice: { status: 200, headers: { 'x-a': 'b', 'X-A': 'c' } },
  'no-text': { status: 200, headers: { 'x-a': ['b'] } },
  'long-header': { status: 200, headers: { 'x-a': 'b'.repeat(20_000) } },
  'http2-settings': { status: 200, headers: { 'http2-settings': 'b' } },
  'body-of-204': { status: 204, body: 'x' },
  number: { status: 200, body: 7 },
};

async function* endless() {
  yield 'a';
  await new Promise(() => {});
}
async function* broken() {
  yield 'a';
  throw new Error('the source broke');
}
async function* nothing() {
  yield 'a';
  throw null;
}
async function* large() {
  yield Buffer.alloc(12 << 20);
}
async function* pieces() {
  yield 7 as never;
}

const slow = gate<void>();
const asked = gate<void>();
const kept: CallerApi[] = [];
const begun = gate<void>();
const late = gate<void>();
const accepting = gate<unknown>();
const sockets: Socket[] = [];
const writes: Promise<unknown>[] = [];
/** What faces do with an upgrade, by name. */
const UPGRADES: Readonly<Record<string, NonNullable<Face['mounts'][number]['upgrade']>>> = {
  late: async ({ signal }, accept) => {
    begun.open();
    await Promise.race([late.opened, once(signal, 'abort')]);
    const socket = await accept().catch((error: unknown) => {
      accepting.open(error);
      throw error;
    });
    sockets.push(socket);
    return undefined;
  },
  told: async (_request, accept) => {
    await accept();
    throw new RpcError({ type: 'application', tag: 'in-use', message: 'not now' });
  },
  breaks: async (_request, accept) => {
    const socket = await accept();
    for await (const message of socket.messages) {
      await socket.write(`first ${message}`);
      break;
    }
    for await (const message of socket.messages) await socket.write(`then ${message}`);
    return undefined;
  },
  offer: async (_request, accept) => {
    await accept('v9');
    return undefined;
  },
  twice: async (_request, accept) => {
    const socket = await accept();
    await accept().catch(({ message }: Error) => socket.write(message));
    return undefined;
  },
  nothing: async () => undefined,
  streamed: async () => ({ status: 403, body: broken() }),
  split: async () => ({ status: 403, headers: { 'x-a': 'b\r\n\r\nHTTP/1.1 200 OK' } }),
  long: async (_request, accept) => {
    const socket = await accept();
    void socket.write('x'.repeat(300_000));
    await socket.write('y');
    await socket.write(new Uint8Array(0));
    return undefined;
  },
  unread: async (_request, accept) => {
    const socket = await accept();
    for (let sent = 0; sent < 8; sent += 1) writes.push(socket.write('x'.repeat(8 << 20)).catch((error) => error));
    return undefined;
  },
  idle: async (_request, accept) => {
    sockets.push(await accept());
    return undefined;
  },
};

const rude: Face = {
  protocol: 'rude',
  mounts: [
    {
      path: 'rude',
      of: 'node',
      methods: ['GET', 'POST'],
      access: 'login',
      answer: async ({ as, rest: [what = ''] }) => {
        if (what === 'endless') return { status: 200, body: endless() };
        if (what === 'broken') return { status: 200, body: broken() };
        if (what === 'pieces') return { status: 200, body: pieces() };
        if (what === 'keep' && as) kept.push(as);
        if (what === 'keep') return { status: 200 };
        if (what === 'large') return { status: 200, body: large() };
        if (what === 'null') return { status: 200, body: nothing() };
        if (what !== 'slow') return WRONG[what] as FaceAnswer;
        asked.open();
        await slow.opened;
        return { status: 200, body: endless() };
      },
      upgrade: (request, accept) => {
        const serve = UPGRADES[request.rest[0] ?? ''];
        if (!serve) throw new Error('no such upgrade');
        return serve(request, accept);
      },
    },
    {
      path: 'card',
      of: 'node',
      methods: ['GET'],
      access: 'public',
      answer: async () => ({ status: 200, body: 'card' }),
    },
  ],
  refusal: ({ tag }) => ({ status: 409, body: tag }),
};

let rig: TestNode;
let admin: Https;
beforeAll(async () => {
  rig = await startTestNode({
    plugins: [{ faces: [rude] }],
    limits: {
      restconf: { eventStreams: 3, closeTime: 500, stallTime: 2_000, heartbeat: 200 },
      bytes: { perUser: 20 << 20 },
    },
  });
  admin = new Https(rig);
});
afterAll(async () => {
  admin.close();
  await rig.stop();
});

const addUser = (name: string) =>
  rig.node.edit({ 'yangent-access:access': { user: [{ name, password: `$0$${name}-has-a-password` }] } } as never);
const removeUser = async (name: string) =>
  expect((await admin.send('DELETE', `/restconf/data/yangent-access:access/user=${name}`)).status).toBe(204);
const dial = (path: string, user = 'admin', protocols: string[] = []) => {
  const password = user === 'admin' ? rig.password : `${user}-has-a-password`;
  const o = { auth: `${user}:${password}`, ca: readFileSync(rig.certificate) };
  return new WebSocket(`${rig.url.replace('https', 'wss')}/rude/${path}`, protocols, o);
};
/** Resolves when it is closed, with or without an error; of a WebSocket with the code. */
const over = (line: NodeJS.EventEmitter) => new Promise((resolve) => line.once('close', resolve));
async function refused(socket: WebSocket) {
  const [, response] = await once(socket, 'unexpected-response');
  let body = '';
  for await (const part of response) body += part;
  return { status: response.statusCode, headers: response.headers, body };
}

/** Resolves with the frame that closes with 1013. */
async function closing(line: TLSSocket): Promise<string> {
  for (let frames = ''; ; frames += (await once(line, 'data'))[0]) {
    const at = frames.search(/\x88.\x03\xf5/s);
    if (at >= 0) return frames.slice(at);
  }
}

/** The header of a handshake, field by field. */
const HANDSHAKE: Readonly<Record<string, string>> = {
  Connection: 'Upgrade',
  Upgrade: 'websocket',
  'Sec-WebSocket-Key': 'AAAAAAAAAAAAAAAAAAAAAA==',
  'Sec-WebSocket-Version': '13',
};
async function tls(): Promise<TLSSocket> {
  const socket = connect({ port: Number(new URL(rig.url).port), host: '127.0.0.1', ca: readFileSync(rig.certificate) });
  await once(socket, 'secureConnect');
  socket.on('error', () => {}).setEncoding('latin1');
  return socket;
}
const head = (path: string, fields: object, method = 'GET') => {
  const authorization = `Basic ${Buffer.from(`admin:${rig.password}`).toString('base64')}`;
  const lines = Object.entries({ Host: '127.0.0.1', Authorization: authorization, ...fields });
  return `${method} /rude/${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
};
async function raw(text: string): Promise<string> {
  const socket = await tls();
  socket.write(text);
  let answer = '';
  for await (const part of socket) answer += part;
  return answer;
}
const streamsOpen = async () =>
  Number(/^yangent_restconf_event_streams (\d+)$/m.exec((await admin.send('GET', '/metrics')).body)?.[1]);

describe('an answer that a face gives', () => {
  it.each(Object.keys(WRONG))('%s: is checked before any of it is sent', async (what) => {
    const answer = await admin.send('GET', `/rude/${what}`);
    expect(answer.status).toBe(500);
    expect(answer.body).toContain('operation-failed');
    expect(answer.headers['x-c']).toBeUndefined();
  });

  it('bit by bit is cut, over both versions of HTTP, when its source breaks', async () => {
    await expect(admin.send('GET', '/rude/broken')).rejects.toThrow();
    // Nothing was sent yet.
    expect(await admin.send('GET', '/rude/pieces')).toMatchObject({ status: 500 });
    const session = connectHttp2(rig.url, { ca: readFileSync(rig.certificate) });
    const authorization = `Basic ${Buffer.from(`admin:${rig.password}`).toString('base64')}`;
    for (const what of ['broken', 'null']) {
      const stream = session.request({ ':path': `/rude/${what}`, authorization }).resume();
      stream.on('error', () => {});
      await over(stream);
      expect(stream.rstCode).toBe(2); // INTERNAL_ERROR
    }
    session.close();
  });

  it('bit by bit is answered to HEAD by its header', async () => {
    expect(await admin.send('HEAD', '/rude/endless')).toMatchObject({ status: 200, body: '' });
    const answer = raw(head('endless', { Connection: 'close' }, 'HEAD'));
    expect(await answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    await expect.poll(streamsOpen).toBe(0);
  });

  it('bit by bit ends with the login, although the face goes on', async () => {
    await addUser('eve');
    const socket = await tls();
    const authorization = `Basic ${Buffer.from('eve:eve-has-a-password').toString('base64')}`;
    socket.write(head('endless', { Authorization: authorization }));
    const [first] = await once(socket, 'data');
    expect(first).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    socket.resume();
    const closed = over(socket);
    await removeUser('eve');
    await closed;
    await expect.poll(streamsOpen).toBe(0);
  });
});

describe('a client', () => {
  const basic = (user: string) => `Basic ${Buffer.from(`${user}:${user}-has-a-password`).toString('base64')}`;

  it('that leaves while the face works leaves no place taken', async () => {
    const line = await tls();
    line.write(head('slow', {}));
    await asked.opened;
    line.destroy();
    await over(line);
    const session = connectHttp2(rig.url, { ca: readFileSync(rig.certificate) });
    const stream = session.request({ ':path': '/rude/slow', authorization: basic('nobody') });
    stream.on('error', () => {}).close();
    slow.open();
    await expect.poll(streamsOpen).toBe(0);
    session.close();
  });

  it('that leaves during its login leaves no bytes counted', async () => {
    await addUser('lea');
    for (let time = 0; time < 3; time += 1) {
      const line = await tls();
      line.write(head('wrong', { Authorization: basic('lea'), 'Content-Length': String(8 << 20) }, 'POST'));
      line.destroy();
      await over(line);
    }
    const lea = new Https(rig, 'lea', 'lea-has-a-password');
    const body = 'x'.repeat(8 << 20);
    expect((await lea.send('POST', '/rude/none', { body })).status).toBe(500);
    expect((await lea.send('POST', '/rude/none', { body })).status).toBe(500);
    lea.close();
  });

  it('that does not read the end of an answer is cut', async () => {
    const line = await tls();
    line.write(head('large', {}));
    await once(line, 'readable');
    expect(await streamsOpen()).toBe(1);
    await expect.poll(streamsOpen, { timeout: 20_000 }).toBe(0);
    line.destroy();
  });

  it('is nobody any more when its login has ended, even to a face that kept it', async () => {
    await addUser('kim');
    const kim = new Https(rig, 'kim', 'kim-has-a-password');
    expect((await kim.send('GET', '/rude/keep')).status).toBe(200);
    kim.close();
    const as = kept.at(-1);
    expect(await as?.read('/yangent-access:access')).toBeUndefined();
    await removeUser('kim');
    await expect(as?.read('/yangent-access:access')).rejects.toThrow('the login of "kim" has ended');
    await expect(as?.edit({})).rejects.toThrow('has ended');
    const events = as?.subscribe('NETCONF', { signal: new AbortController().signal })[Symbol.asyncIterator]();
    await expect(events?.next()).rejects.toThrow('has ended');
  });

  it('without a login is refused another method before its body is counted', async () => {
    const answers = Array.from({ length: 4 }, () =>
      raw('POST /card HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nContent-Length: 8000000\r\n\r\n'),
    );
    expect(await raw('GET /card HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n')).toContain('card');
    for (const answer of await Promise.all(answers)) expect(answer).toMatch(/^HTTP\/1\.1 405 /);
  });
});

describe('a handshake', () => {
  it.each([
    ['without a key', { 'Sec-WebSocket-Key': 'short' }, 400],
    ['of another version', { 'Sec-WebSocket-Version': '7' }, 426],
    ['with a bad list of subprotocols', { 'Sec-WebSocket-Protocol': 'a, , b' }, 400],
    ['over HTTP/1.0', { 'X-Version': '1.0' }, 400],
    ['with a body', { 'Content-Length': '3' }, 400],
  ])('%s is refused before the face is asked', async (_what, fields, status) => {
    const text = head('idle', { ...HANDSHAKE, ...fields });
    const answer = await raw('X-Version' in fields ? text.replace('HTTP/1.1', 'HTTP/1.0') : text);
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(answer).toContain('x-content-type-options: nosniff');
    expect(sockets).toHaveLength(0);
  });

  it('is a GET, and nothing comes behind it before it is answered', async () => {
    expect(await raw(head('idle', HANDSHAKE, 'POST'))).toMatch(/^HTTP\/1\.1 405 /);
    expect(await raw(`${head('idle', HANDSHAKE)}early`)).toMatch(/^HTTP\/1\.1 400 /);
  });

  it.each(['nothing', 'streamed', 'split', 'offer'])(
    'that ends in a fault of the face (%s) is answered 500',
    async (what) => {
      expect(await refused(dial(what))).toMatchObject({ status: 500 });
    },
  );

  it('waits in its place among the streams until the face answers, and is given up with its client', async () => {
    const first = await tls();
    first.write(head('late', HANDSHAKE));
    await begun.opened;
    const others = [dial('idle'), dial('idle')];
    await Promise.all(others.map((each) => once(each, 'open')));
    expect(await refused(dial('idle'))).toMatchObject({ status: 503 });
    first.end();
    expect(String(await accepting.opened)).toContain('the client is gone');
    await expect.poll(streamsOpen).toBe(2);
    for (const each of others) each.close();
    await Promise.all(others.map((each) => over(each)));
  });

  it('ends with the login of its user', async () => {
    await addUser('mia');
    const waiting = dial('late', 'mia');
    waiting.on('error', () => {});
    await expect.poll(streamsOpen).toBe(1);
    const closed = over(waiting);
    await removeUser('mia');
    await closed;
    await expect.poll(streamsOpen).toBe(0);
  });
});

describe('a WebSocket', () => {
  it('is closed when the face throws, also an error that it has words for', async () => {
    const socket = dial('told');
    expect(await over(socket)).toBe(1011);
  });

  it('is accepted once', async () => {
    const socket = dial('twice');
    expect(String((await once(socket, 'message'))[0])).toContain('answered already');
    socket.close();
    await over(socket);
  });

  it('stays open when the face stops reading, and reads on', async () => {
    const socket = dial('breaks');
    await once(socket, 'open');
    for (const [say, hear] of [
      ['a', 'first a'],
      ['b', 'then b'],
      ['c', 'then c'],
    ] as const) {
      socket.send(say);
      expect(String((await once(socket, 'message'))[0])).toBe(hear);
    }
    socket.close();
    await over(socket);
  });

  it('carries a long message in frames, in its order', async () => {
    const socket = dial('long');
    const sizes: number[] = [];
    socket.on('message', (message: Buffer) => sizes.push(message.length));
    await expect.poll(() => sizes).toEqual([300_000, 1, 0]);
    socket.close();
    await over(socket);
  });

  it('counts what its user has not taken: more is refused, and who takes nothing is cut', async () => {
    const socket = dial('unread');
    await once(socket, 'open');
    socket.pause();
    await expect.poll(() => writes.length).toBe(8);
    const errors = (await Promise.all(writes)) as readonly unknown[];
    expect(String(errors.at(-1))).toContain('hold');
    expect(String(errors[0])).toContain('the WebSocket is closed');
    socket.resume();
    await over(socket);
    // All is given back: there is room for as much again.
    expect((await admin.send('POST', '/rude/idle', { body: 'x'.repeat(8 << 20) })).status).toBe(500);
  });

  it('counts what arrives: too much of one user at a time is turned away', async () => {
    await addUser('ida');
    const authorization = `Basic ${Buffer.from('ida:ida-has-a-password').toString('base64')}`;
    // A binary message of 8 MB less one byte, of which the last byte is kept back.
    const part = Buffer.concat([Buffer.from('82ff00000000007fffff00000000', 'hex'), Buffer.alloc((8 << 20) - 2)]);
    const lines = await Promise.all([tls(), tls(), tls()]);
    const over: Promise<string>[] = [];
    for (const line of lines) {
      line.write(head('idle', { ...HANDSHAKE, Authorization: authorization }));
      await once(line, 'data');
      over.push(closing(line));
      line.write(part);
    }
    expect(await Promise.race(over)).toContain('the messages, requests and answers of this user hold too many bytes');
    for (const line of lines) line.destroy();
    await expect.poll(streamsOpen).toBe(0);
  });

  it('counts no pongs', async () => {
    const line = await tls();
    line.write(head('idle', HANDSHAKE));
    await once(line, 'data');
    line.resume();
    const pongs = Buffer.concat(
      Array<Buffer>(8_000).fill(Buffer.concat([Buffer.from('8afd00000000', 'hex'), Buffer.alloc(125)])),
    );
    for (let sent = 0; sent < 25 << 20; sent += pongs.length) if (!line.write(pongs)) await once(line, 'drain');
    expect((await admin.send('POST', '/rude/none', { body: 'x'.repeat(8 << 20) })).status).toBe(500);
    line.destroy();
    await expect.poll(streamsOpen).toBe(0);
  });

  it('is cut when the other side says nothing any more, not while it says a long thing slowly', async () => {
    const [slow, dead] = await Promise.all([tls(), tls()]);
    for (const line of [slow, dead]) {
      line.write(head('idle', HANDSHAKE));
      await once(line, 'data');
      line.resume();
    }
    slow.write(Buffer.from([0x82, 0xfe, 0xff, 0xff, 0, 0, 0, 0]));
    const saying = setInterval(() => slow.write('x'), 100);
    await over(dead);
    expect(slow.destroyed).toBe(false);
    clearInterval(saying);
    await over(slow);
  });
});
