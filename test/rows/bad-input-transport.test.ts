/** Connections that stop half way, frames that are none, peers that do not read: each is ended, and the node goes on. */
import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { BASE, chunked, EOM, hello, RawNetconf, rpc } from '../support/raw-netconf.js';
import {
  type BadInputRig,
  basicOf,
  heapInUse,
  MESSAGE_LIMIT,
  readToEnd,
  startBadInputNode,
  tcpToNetconf,
  tcpToRestconf,
  tlsToRestconf,
} from './bad-input-rig.js';

let rig: BadInputRig;
beforeAll(async () => {
  rig = await startBadInputNode();
});
afterAll(() => rig?.stop());
afterEach(() => rig.answers());

describe('an SSH connection', () => {
  it('that says nothing is closed', async () => {
    await readToEnd(tcpToNetconf(rig.node));
  });

  it.each([
    ['its identification and no more', 'SSH-2.0-silent\r\n'],
    ['something else', 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'],
    ['another version', 'SSH-1.5-old\r\n'],
    ['a packet that is too long', `SSH-2.0-odd\r\n\xff\xff\xff\xff${'x'.repeat(100)}`],
    ['a broken key exchange', `SSH-2.0-odd\r\n\x00\x00\x00\x0c\x04\x14${'\x00'.repeat(10)}`],
    ['an identification without end', 'SSH-2.0-'.padEnd(100_000, 'x')],
  ])('that sends %s is closed', async (_title, text) => {
    const socket = tcpToNetconf(rig.node);
    socket.write(Buffer.from(text, 'latin1'));
    await readToEnd(socket);
  });

  it('that is reset in the middle is forgotten', async () => {
    for (let round = 0; round < 20; round += 1) {
      const socket = tcpToNetconf(rig.node);
      await once(socket, 'data');
      socket.write('SSH-2.0-gone\r\n');
      socket.resetAndDestroy();
    }
  });

  it('of which many are open and silent keeps nobody else out', async () => {
    const sockets = Array.from({ length: 200 }, () => tcpToNetconf(rig.node));
    await rig.answers();
    await Promise.all(sockets.map(readToEnd));
  });
});

describe('a NETCONF session', () => {
  it('whose client says no hello is closed', async () => {
    const session = await RawNetconf.connect(rig.node);
    expect(await session.receive()).toContain('<hello');
    expect(await session.receive()).toBe('closed');
  });

  it.each([
    ['without capabilities', `<hello xmlns="${BASE}"/>${EOM}`],
    ['without a base version', hello('urn:ietf:params:netconf:capability:candidate:1.0')],
    [
      'with a session-id',
      hello('urn:ietf:params:netconf:base:1.1').replace('</hello>', '<session-id>4</session-id></hello>'),
    ],
    ['in another namespace', hello('urn:ietf:params:netconf:base:1.1').replace(BASE, 'urn:other')],
    ['that is a request', `${rpc('<get/>')}${EOM}`],
    ['that is ill-formed', `<hello xmlns="${BASE}"><capabilities></hello>${EOM}`],
    ['with a DOCTYPE', `<!DOCTYPE hello [<!ENTITY a "a">]>${hello('urn:ietf:params:netconf:base:1.1')}`],
    ['that is no text', Buffer.from([0xff, 0xfe, 0x00, ...Buffer.from(EOM)])],
    ['that is empty', EOM],
    ['without end', 'x'.repeat(MESSAGE_LIMIT + 1)],
  ])('with a hello %s is closed', async (_title, text) => {
    const session = await RawNetconf.connect(rig.node);
    await session.receive();
    session.send(text);
    expect(await session.receive()).toBe('closed');
  });

  it.each([
    ['of no size', '\n#0\nx\n##\n'],
    ['of a size with a leading zero', '\n#05\nhello\n##\n'],
    ['above the largest size', '\n#4294967296\nx\n##\n'],
    ['of no number', '\n#five\nhello\n##\n'],
    ['that is negative', '\n#-1\nx\n##\n'],
    ['that is missing', `${rpc('<get/>')}${EOM}`],
    ['of too many digits', `\n#${'1'.repeat(40)}\n`],
    ['and an end that comes first', '\n##\n'],
    ['without the line break before it', '#5\nhello\n##\n'],
  ])('with a chunk header %s is closed', async (_title, text) => {
    const session = await RawNetconf.open(rig.node);
    session.send(text);
    expect(await session.receive()).toBe('closed');
  });

  it('whose frame is cut off by the end of the channel is closed without an answer', async () => {
    for (const text of ['\n#500\n<rpc', '\n#5', '\n', `\n#4\n<rpc\n`]) {
      const session = await RawNetconf.open(rig.node);
      session.send(text);
      session.channel.end();
      expect(await session.receive()).toBe('closed');
    }
    const old = await RawNetconf.open(rig.node, '1.0');
    old.send(rpc('<get/>'));
    old.channel.end();
    expect(await old.receive()).toBe('closed');
  });

  it('with a message above the limit is told so and closed', async () => {
    const session = await RawNetconf.open(rig.node);
    session.send(chunked(rpc(`<get>${' '.repeat(MESSAGE_LIMIT)}</get>`)));
    expect(await session.receive()).toMatch(/<error-tag>too-big<\/error-tag>.*\d+/s);
    expect(await session.receive()).toBe('closed');
  });

  it('that announces a huge chunk gets no memory for it', async () => {
    const before = heapInUse();
    const sessions = await Promise.all(Array.from({ length: 8 }, () => RawNetconf.open(rig.node)));
    for (const session of sessions) session.send('\n#4294967295\nx');
    await rig.answers();
    expect(heapInUse() - before).toBeLessThan(40 << 20);
    for (const session of sessions) session.close();
  });

  it('that is cut in the middle of a request is forgotten', async () => {
    for (let round = 0; round < 10; round += 1) {
      const session = await RawNetconf.open(rig.node);
      session.send(chunked(rpc('<get/>')));
      session.send('\n#100\n<rpc');
      session.channel.destroy();
      session.close();
    }
  });

  it('that asks and does not read holds back itself only', async () => {
    const before = heapInUse();
    const session = await RawNetconf.open(rig.node);
    session.channel.pause();
    const request = chunked(rpc('<get/>'));
    for (let n = 0; n < 500; n += 1) session.send(request);
    await rig.answers();
    await rig.answers();
    expect(heapInUse() - before).toBeLessThan(64 << 20);
    session.close();
  });
});

describe('an HTTPS connection', () => {
  it('without a TLS handshake is closed', async () => {
    await readToEnd(tcpToRestconf(rig.node));
  });

  it('that speaks no TLS is closed', async () => {
    const socket = tcpToRestconf(rig.node);
    socket.write('GET /restconf HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await readToEnd(socket);
  });

  it('that breaks off in the handshake is closed', async () => {
    const socket = tcpToRestconf(rig.node);
    socket.write(Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01]));
    await readToEnd(socket);
  });

  it.each(['http/1.1', 'h2'] as const)('that says nothing after its handshake (%s) is closed', async (protocol) => {
    await readToEnd(tlsToRestconf(rig.node, protocol));
  });

  it('whose header never ends is closed', async () => {
    const socket = tlsToRestconf(rig.node);
    socket.write('GET /restconf HTTP/1.1\r\nHost: localhost\r\nX-Slow: ');
    const drip = setInterval(() => socket.write('x'), 50);
    expect(await readToEnd(socket)).toMatch(/^(HTTP\/1\.1 408 |$)/);
    clearInterval(drip);
  });

  it('whose body never ends is closed', async () => {
    const socket = tlsToRestconf(rig.node);
    const header = [
      'Host: localhost',
      `Authorization: ${basicOf(rig.node)}`,
      'Content-Type: application/yang-data+json',
      'Content-Length: 1000',
    ];
    socket.write(`PUT /restconf/data/irtf-agent:tasks HTTP/1.1\r\n${header.join('\r\n')}\r\n\r\n{"irtf`);
    expect(await readToEnd(socket)).toMatch(/^(HTTP\/1\.1 408 |$)/);
  });

  it.each([
    ['no HTTP', 'hello\r\n\r\n', /^HTTP\/1\.1 400 /],
    ['a header field without a colon', 'GET /restconf HTTP/1.1\r\nnonsense\r\n\r\n', /^HTTP\/1\.1 400 /],
    [
      'a header that is too large',
      `GET /restconf HTTP/1.1\r\nHost: localhost\r\nX: ${'x'.repeat(40_000)}\r\n\r\n`,
      /^HTTP\/1\.1 431 /,
    ],
    [
      'two lengths',
      'POST /restconf HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello',
      /^HTTP\/1\.1 400 /,
    ],
    [
      'a length and chunks',
      'POST /restconf HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      /^HTTP\/1\.1 400 /,
    ],
    [
      'a chunk of no size',
      'POST /restconf HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nhello\r\n',
      /^HTTP\/1\.1 40[01] /,
    ],
    [
      'a negative length',
      'POST /restconf HTTP/1.1\r\nHost: localhost\r\nContent-Length: -5\r\n\r\n',
      /^HTTP\/1\.1 400 /,
    ],
    ['a null in the header', 'GET /restconf HTTP/1.1\r\nHost: localhost\r\nX: \0\r\n\r\n', /^HTTP\/1\.1 400 /],
    ['another version', 'GET /restconf HTTP/9.9\r\nHost: localhost\r\n\r\n', /^HTTP\/1\.1 (400|505) /],
    ['no host', 'GET /restconf HTTP/1.1\r\n\r\n', /^HTTP\/1\.1 400 /],
  ])('that sends %s is refused', async (_title, text, expected) => {
    const socket = tlsToRestconf(rig.node);
    socket.write(text);
    const answer = await readToEnd(socket);
    expect(answer).toMatch(expected);
    expect(answer.toLowerCase()).not.toContain('at ');
  });

  it('of HTTP/2 that sends what is no HTTP/2 is closed', async () => {
    for (const bytes of ['GET / HTTP/1.1\r\n\r\n', `PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n${'\xff'.repeat(50)}`]) {
      const socket = tlsToRestconf(rig.node, 'h2');
      socket.write(Buffer.from(bytes, 'latin1'));
      await readToEnd(socket);
    }
  });

  it('with a body above the limit is told so', async () => {
    const socket = tlsToRestconf(rig.node);
    const header = [
      'Host: localhost',
      `Authorization: ${basicOf(rig.node)}`,
      'Content-Type: application/yang-data+json',
      `Content-Length: ${MESSAGE_LIMIT + 1}`,
    ];
    socket.write(
      `PUT /restconf/data/irtf-agent:tasks HTTP/1.1\r\n${header.join('\r\n')}\r\n\r\n${' '.repeat(MESSAGE_LIMIT + 1)}`,
    );
    const answer = await readToEnd(socket);
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    expect(answer).toContain('too-big');
  });
});

describe('a reader of an event stream that stops reading', () => {
  const PADDING = 'x'.repeat(60_000);
  const events = async (count: number) => {
    for (let n = 0; n < count; n += 1) {
      await rig.node.node.notify<string>('irtf-agent:condition-notifications', {
        'task-id': `noise-${n}`,
        'input-required': [
          { required: `##target object ${PADDING} ##task description x`, 'start-time': '2026-01-01T00:00:00Z' },
        ],
      });
    }
  };

  it('over HTTPS is cut off, and costs no memory', async () => {
    const socket = tlsToRestconf(rig.node);
    socket.write(
      `GET /restconf/streams/NETCONF/json HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\nAuthorization: ${basicOf(rig.node)}\r\n\r\n`,
    );
    await once(socket, 'data');
    socket.pause();
    const before = heapInUse();
    await events(300);
    expect(heapInUse() - before).toBeLessThan(16 << 20);
    await rig.answers();
    expect((await readToEnd(socket.resume())).length).toBeLessThan(300 * PADDING.length);
  });

  it('over NETCONF holds back itself only, and costs no memory', async () => {
    const session = await RawNetconf.open(rig.node);
    await session.ask('<create-subscription xmlns="urn:ietf:params:xml:ns:netconf:notification:1.0"/>');
    session.channel.pause();
    const before = heapInUse();
    await events(300);
    expect(heapInUse() - before).toBeLessThan(16 << 20);
    await rig.answers();
    session.close();
  });
});
