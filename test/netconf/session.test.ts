import { describe, expect, it, vi } from 'vitest';
import { RpcError } from '../../src/data/index.js';
import type { NetconfSession } from '../../src/netconf/session.js';
import type { ReplyBody } from '../../src/netconf/session-handler.js';
import { buildNotification } from '../../src/wire/index.js';
import { gate } from '../support/gate.js';
import { BASE, BASE_10, BASE_11, chunk, EOM, hello, openSession, rpc, startSession } from './wire.js';

const errorReply = (attributes: string, error: string): string =>
  `<rpc-reply xmlns="${BASE}"${attributes}><rpc-error xmlns="${BASE}">${error}</rpc-error></rpc-reply>`;

describe('the hello exchange', () => {
  it('sends capabilities and session-id at once, before the client says anything', async () => {
    const { wire } = await startSession();
    expect(await wire.receive()).toBe(
      `<?xml version="1.0" encoding="UTF-8"?>\n<hello xmlns="${BASE}"><capabilities><capability>${BASE_10}</capability><capability>${BASE_11}</capability></capabilities><session-id>4</session-id></hello>`,
    );
  });

  it('agrees on base:1.1 and chunked framing when both have it, also for bytes that came with the hello', async () => {
    const { wire, session } = await startSession();
    await wire.receive();
    wire.send(hello(BASE_10, BASE_11) + chunk(rpc(1, '<get/>')));
    wire.switchTo('chunked');
    expect(await wire.receive()).toBe(`<rpc-reply xmlns="${BASE}" message-id="1"><ok/></rpc-reply>`);
    expect(session.base).toBe('1.1');
  });

  it('keeps end-of-message framing with a client of base:1.0', async () => {
    const { wire, session } = await startSession();
    await wire.receive();
    wire.send(hello(BASE_10) + rpc(1, '<get/>') + EOM);
    expect(await wire.receive()).toBe(`<rpc-reply xmlns="${BASE}" message-id="1"><ok/></rpc-reply>`);
    expect(session.base).toBe('1.0');
  });

  it.each([
    [
      'has a session-id',
      `<hello xmlns="${BASE}"><capabilities><capability>${BASE_11}</capability></capabilities><session-id>1</session-id></hello>${EOM}`,
      'must not have a session-id',
    ],
    ['names no base capability', hello('urn:ietf:params:netconf:base:2.0'), 'no base capability'],
    ['is no hello', rpc(1, '<get/>') + EOM, 'the first message must be a hello'],
    ['is in another namespace', `<hello xmlns="urn:x"/>${EOM}`, 'the first message must be a hello'],
    ['is ill-formed', `<hello xmlns="${BASE}">${EOM}`, 'not well-formed'],
    ['has a DOCTYPE', `<!DOCTYPE hello [<!ENTITY a "b">]>${hello(BASE_11)}`, 'DOCTYPE'],
    ['is not UTF-8', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(EOM)]), 'not encoded in UTF-8'],
    ['is too long', 'x'.repeat(2_000), 'longer than 1000 bytes'],
    ['is cut off', '<hello', 'the stream ended inside a message'],
  ])('closes the session when the hello %s', async (_name, text, detail) => {
    const { wire, closed, done } = await startSession({ limits: { messageBytes: 1_000 } });
    await wire.receive();
    wire.send(text);
    if (detail.includes('ended')) wire.stream.end();
    expect(await wire.receive()).toBe('closed');
    await done;
    expect(closed).toEqual([{ reason: 'bad-hello', detail: expect.stringContaining(detail) }]);
  });

  it('closes the session when no hello comes', async () => {
    const { wire, closed } = await startSession({ limits: { helloTimeout: 20 } });
    await wire.receive();
    expect(await wire.receive()).toBe('closed');
    expect(closed).toEqual([{ reason: 'timeout', detail: 'no hello came in time' }]);
  });

  it('answers a second hello with an error', async () => {
    const { wire } = await openSession('1.1');
    wire.send(chunk(hello(BASE_11).replace(EOM, '')));
    expect(await wire.receive()).toBe(
      errorReply(
        '',
        '<error-type>rpc</error-type><error-tag>unknown-element</error-tag><error-severity>error</error-severity><error-message xml:lang="en">hello was exchanged already; only rpc may follow it</error-message><error-info><bad-element>hello</bad-element></error-info>',
      ),
    );
  });
});

describe('replies', () => {
  it('repeat all attributes of the rpc and their declarations, also with errors', async () => {
    const { wire } = await openSession('1.1', {
      onRpc: async () => {
        throw new RpcError({ type: 'application', tag: 'data-missing', message: 'gone', path: "/box:port[id='1']" });
      },
    });
    wire.send(
      chunk(
        `<rpc message-id="101" xmlns="${BASE}" xmlns:ex="http://example.net/content/1.0" ex:user-id="fred"><get/></rpc>`,
      ),
    );
    expect(await wire.receive()).toBe(
      `<rpc-reply xmlns="${BASE}" xmlns:ex="http://example.net/content/1.0" message-id="101" ex:user-id="fred"><rpc-error xmlns="${BASE}"><error-type>application</error-type><error-tag>data-missing</error-tag><error-severity>error</error-severity>` +
        `<error-path xmlns:box="urn:box">/box:port[box:id='1']</error-path><error-message xml:lang="en">gone</error-message></rpc-error></rpc-reply>`,
    );
  });

  it('come in the order of the requests, one carried out at a time', async () => {
    let running = 0;
    const { wire } = await openSession('1.1', {
      onRpc: async (_session, { messageId }) => {
        expect(++running).toBe(1);
        for (let turns = 10 - Number(messageId); turns > 0; turns -= 1) await new Promise(setImmediate);
        running -= 1;
        return { kind: 'data', xml: `<n xmlns="">${messageId}</n>` };
      },
    });
    wire.send([1, 2, 3, 4, 5].map((id) => chunk(rpc(id, '<get/>'))).join(''));
    for (const id of [1, 2, 3, 4, 5])
      expect(await wire.receive()).toBe(
        `<rpc-reply xmlns="${BASE}" message-id="${id}"><n xmlns="">${id}</n></rpc-reply>`,
      );
  });

  it('come in the order of the requests when these wait for the store together, and others wait for all of them', async () => {
    const begun: string[] = [];
    const stored = new Map(['1', '2', '3', '5'].map((id) => [id, gate<void>()]));
    const last = gate<void>();
    const { wire } = await openSession('1.1', {
      onRpc: async (_session, { messageId = '', operation }, turn) => {
        if (operation.name !== 'send') await turn.earlier;
        begun.push(messageId);
        if (messageId === '3') last.open();
        if (operation.name === 'send') {
          turn.queued();
          await stored.get(messageId)?.opened;
        }
        if (messageId === '2') throw new RpcError({ type: 'application', tag: 'data-missing', message: 'gone' });
        return { kind: 'data', xml: `<n xmlns="">${messageId}</n>` };
      },
    });
    const operations = ['<send/>', '<send/>', '<send/>', '<get/>', '<send/>'];
    wire.send(operations.map((operation, at) => chunk(rpc(at + 1, operation))).join(''));
    await last.opened;
    for (const id of ['3', '2']) stored.get(id)?.open();
    await new Promise(setImmediate);
    expect(begun).toEqual(['1', '2', '3']);
    for (const id of ['1', '5']) stored.get(id)?.open();
    const replies = [];
    for (let reply = 0; reply < 5; reply += 1) replies.push(await wire.receive());
    expect(replies.map((reply) => /message-id="(\d)"><(n|rpc-error)/.exec(reply)?.slice(1).join(' '))).toEqual([
      '1 n',
      '2 rpc-error',
      '3 n',
      '4 n',
      '5 n',
    ]);
    expect(begun).toEqual(['1', '2', '3', '4', '5']);
  });

  it('are waited for once many requests wait for the store', async () => {
    const stored = gate<void>();
    const full = gate<void>();
    let begun = 0;
    const { wire } = await openSession('1.1', {
      onRpc: async (_session, _rpc, turn) => {
        begun += 1;
        if (begun === 64) full.open();
        turn.queued();
        await stored.opened;
        return { kind: 'ok' };
      },
    });
    wire.send(Array.from({ length: 70 }, (_, at) => chunk(rpc(at + 1, '<send/>'))).join(''));
    await full.opened;
    await new Promise(setImmediate);
    expect(begun).toBe(64);
    stored.open();
    for (let reply = 1; reply <= 70; reply += 1) {
      expect(await wire.receive()).toContain(`message-id="${reply}"><ok/>`);
    }
  });

  it('may be made bit by bit', async () => {
    async function* rows(): AsyncGenerator<string> {
      for (let n = 0; n < 3; n += 1) yield `<r xmlns="">${n}</r>`;
    }
    const { wire } = await openSession('1.1', { onRpc: async () => ({ kind: 'data', xml: rows() }) });
    wire.send(chunk(rpc(1, '<get/>')));
    expect(await wire.receive()).toBe(
      `<rpc-reply xmlns="${BASE}" message-id="1"><r xmlns="">0</r><r xmlns="">1</r><r xmlns="">2</r></rpc-reply>`,
    );
  });

  it('say operation-failed, and no more, of a fault in the server', async () => {
    const { wire, internalErrors } = await openSession('1.1', {
      onRpc: async () => {
        throw new TypeError('secret detail');
      },
    });
    wire.send(chunk(rpc(1, '<get/>')));
    expect(await wire.receive()).toBe(
      errorReply(
        ' message-id="1"',
        '<error-type>application</error-type><error-tag>operation-failed</error-tag><error-severity>error</error-severity><error-message xml:lang="en">the server failed to carry out the operation</error-message>',
      ),
    );
    expect(internalErrors).toEqual([new TypeError('secret detail')]);
  });
});

describe('bad requests', () => {
  it('without message-id get missing-attribute, and the session lives', async () => {
    const { wire, session } = await openSession('1.1');
    wire.send(chunk(`<rpc xmlns="${BASE}" note="n"><get/></rpc>`));
    expect(await wire.receive()).toBe(
      errorReply(
        ' note="n"',
        '<error-type>rpc</error-type><error-tag>missing-attribute</error-tag><error-severity>error</error-severity><error-message xml:lang="en">rpc must have the attribute message-id (RFC 6241 section 4.1)</error-message><error-info><bad-attribute>message-id</bad-attribute><bad-element>rpc</bad-element></error-info>',
      ),
    );
    wire.send(chunk(rpc(2, '<get/>')));
    expect(await wire.receive()).toBe(`<rpc-reply xmlns="${BASE}" message-id="2"><ok/></rpc-reply>`);
    expect(session.counters).toEqual({ inRpcs: 1, inBadRpcs: 1, outRpcErrors: 1, outNotifications: 0 });
  });

  it.each([
    ['ill-formed XML', `<rpc xmlns="${BASE}" message-id="1"><get></rpc>`],
    ['an unbound prefix', `<rpc xmlns="${BASE}" message-id="1"><x:get/></rpc>`],
    ['a DOCTYPE', `<!DOCTYPE rpc><rpc xmlns="${BASE}" message-id="1"><get/></rpc>`],
    ['too deep nesting', `<rpc xmlns="${BASE}" message-id="1">${'<a>'.repeat(300)}${'</a>'.repeat(300)}</rpc>`],
  ])('of %s get malformed-message over base:1.1, and the session lives', async (_name, text) => {
    const { wire } = await openSession('1.1');
    wire.send(chunk(text) + chunk(rpc(2, '<get/>')));
    expect(await wire.receive()).toMatch(
      new RegExp(
        `^<rpc-reply xmlns="${BASE}"><rpc-error xmlns="${BASE}"><error-type>rpc</error-type><error-tag>malformed-message</error-tag>`,
      ),
    );
    expect(await wire.receive()).toBe(`<rpc-reply xmlns="${BASE}" message-id="2"><ok/></rpc-reply>`);
  });

  it('of ill-formed XML end a session of base:1.0, which does not know that error', async () => {
    const { wire, closed, done } = await openSession('1.0');
    wire.send(`<rpc${EOM}`);
    expect(await wire.receive()).toBe('closed');
    await done;
    expect(closed).toEqual([{ reason: 'other', detail: expect.stringContaining('not well-formed') }]);
  });

  it('with broken framing end the session without an answer', async () => {
    const { wire, closed, done } = await openSession('1.1');
    wire.send('\n#04\nabcd\n##\n');
    expect(await wire.receive()).toBe('closed');
    await done;
    expect(closed).toEqual([{ reason: 'other', detail: expect.stringContaining('chunked framing') }]);
  });

  it('that are too long get too-big and end the session', async () => {
    const { wire, closed, done } = await openSession('1.1', { limits: { messageBytes: 1_000 } });
    wire.send('\n#1001\n');
    expect(await wire.receive()).toContain('<error-type>transport</error-type><error-tag>too-big</error-tag>');
    expect(await wire.receive()).toBe('closed');
    wire.stream.end();
    await done;
    expect(closed).toEqual([{ reason: 'other', detail: 'the message is longer than 1000 bytes' }]);
  });
});

describe('the end of a session', () => {
  it('by close-session answers all earlier requests first, releases, then says ok', async () => {
    const order: string[] = [];
    const { wire, closed } = await openSession('1.1', {
      onRpc: async (_session, { operation, messageId }) => {
        order.push(messageId);
        return operation.name === 'close-session' ? { kind: 'ok', next: { kind: 'end' } } : { kind: 'ok' };
      },
      onClose: async () => {
        order.push('released');
      },
    });
    wire.send(chunk(rpc(1, '<get/>')) + chunk(rpc(2, '<close-session/>')) + chunk(rpc(3, '<get/>')));
    expect(await wire.receive()).toContain('message-id="1"');
    expect(await wire.receive()).toBe(`<rpc-reply xmlns="${BASE}" message-id="2"><ok/></rpc-reply>`);
    expect(order).toEqual(['1', '2', 'released']);
    expect(await wire.receive()).toBe('closed');
    expect(closed).toEqual([{ reason: 'closed' }]);
  });

  it('by the client ending the stream answers what came before', async () => {
    const { wire, closed, done } = await openSession('1.1');
    wire.send(chunk(rpc(1, '<get/>')));
    wire.stream.end();
    expect(await wire.receive()).toContain('message-id="1"');
    expect(await wire.receive()).toBe('closed');
    await done;
    expect(closed).toEqual([{ reason: 'dropped', detail: 'the client ended the stream without close-session' }]);
  });

  it('by a kill stops a request that waits', async () => {
    const { wire, session, closed, done } = await openSession('1.1', {
      onRpc: (session) =>
        new Promise<ReplyBody>((resolve) => session.closed.addEventListener('abort', () => resolve({ kind: 'ok' }))),
    });
    wire.send(chunk(rpc(1, '<get/>')));
    await vi.waitFor(() => expect(session.counters.inRpcs).toBe(1));
    session.close({ reason: 'killed', killedBy: 9 });
    expect(await wire.receive()).toBe('closed');
    await done;
    expect(closed).toEqual([{ reason: 'killed', killedBy: 9 }]);
  });

  it('by the connection breaking is told at once, also while a request runs', async () => {
    let release: (body: ReplyBody) => void = () => undefined;
    const { wire, session, closed, done } = await openSession('1.1', {
      onRpc: () =>
        new Promise((resolve) => {
          release = resolve;
        }),
    });
    wire.send(chunk(rpc(1, '<get/>')));
    await vi.waitFor(() => expect(session.counters.inRpcs).toBe(1));
    wire.stream.resetAndDestroy();
    await vi.waitFor(() => expect(closed.length).toBe(1));
    expect(closed[0]?.reason).toBe('dropped');
    release({ kind: 'ok' });
    await done;
    expect(closed.length).toBe(1);
  });

  it('comes after the idle time, unless the session has a subscription', async () => {
    const idle = await openSession('1.1', { limits: { idleTimeout: 20 } });
    expect(await idle.wire.receive()).toBe('closed');
    expect(idle.closed).toEqual([{ reason: 'timeout', detail: 'the session was idle too long' }]);
    const subscribed = await openSession('1.1', {
      limits: { idleTimeout: 20 },
      onRpc: async (session) => {
        session.exemptFromIdleTimeout = true;
        return { kind: 'ok' };
      },
    });
    subscribed.wire.send(chunk(rpc(1, '<get/>')));
    await subscribed.wire.receive();
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect(subscribed.closed).toEqual([]);
  });
});

describe('notifications', () => {
  const event = buildNotification('2024-01-01T00:00:00Z', '<alarm xmlns="urn:box"/>');

  it('follow the reply that started them', async () => {
    const { wire, session } = await openSession('1.1', {
      onRpc: async (session) => ({ kind: 'ok', next: { kind: 'run', run: () => void session.notify(event) } }),
    });
    wire.send(chunk(rpc(1, '<create-subscription xmlns="urn:ietf:params:xml:ns:netconf:notification:1.0"/>')));
    expect(await wire.receive()).toBe(`<rpc-reply xmlns="${BASE}" message-id="1"><ok/></rpc-reply>`);
    expect(await wire.receive()).toBe(
      '<notification xmlns="urn:ietf:params:xml:ns:netconf:notification:1.0"><eventTime>2024-01-01T00:00:00Z</eventTime><alarm xmlns="urn:box"/></notification>',
    );
    expect(session.counters.outNotifications).toBe(1);
  });

  const big = buildNotification('2024-01-01T00:00:00Z', `<alarm xmlns="urn:box">${'x'.repeat(100_000)}</alarm>`);
  /** Sends as long as the session takes more; resolves when it is over. */
  const sendAll = async (session: NetconfSession) => {
    for (;;) await session.notify(big);
  };

  it('wait for a slow reader and fail when the session ends', async () => {
    const { session } = await openSession('1.1');
    await vi.waitFor(() => expect(session.base).toBe('1.1'));
    const sending = sendAll(session);
    await vi.waitFor(() => expect(session.counters.outNotifications).toBeGreaterThan(5));
    const sent = session.counters.outNotifications;
    for (let turn = 0; turn < 100; turn += 1) await new Promise(setImmediate);
    expect(session.counters.outNotifications).toBeLessThan(sent + 100);
    session.close({ reason: 'other' });
    await expect(sending).rejects.toThrow(/closed/);
  });

  it('end the session of a reader who takes none for too long', async () => {
    const { session, closed, done } = await openSession('1.1', { limits: { stallTime: 50 } });
    await vi.waitFor(() => expect(session.base).toBe('1.1'));
    await expect(sendAll(session)).rejects.toThrow(/closed/);
    await done;
    expect(closed).toEqual([{ reason: 'dropped', detail: 'the client does not read its notifications' }]);
  });

  it('keep their place among the replies', async () => {
    const { wire } = await openSession('1.1', {
      onRpc: async (session) => {
        for (let n = 0; n < 3; n += 1) void session.notify(event);
        return { kind: 'ok' };
      },
    });
    wire.send(chunk(rpc(1, '<get/>')));
    for (let n = 0; n < 3; n += 1) expect(await wire.receive()).toBe(event);
    expect(await wire.receive()).toBe(`<rpc-reply xmlns="${BASE}" message-id="1"><ok/></rpc-reply>`);
  });
});

describe('fairness and bounds', () => {
  it('lets others run while a client pipelines without end', async () => {
    const { wire } = await openSession('1.1');
    const requests = 5_000;
    wire.send(chunk(rpc(1, '<get/>')).repeat(requests));
    let turns = 0;
    const ticking = setInterval(() => {
      turns += 1;
    }, 1);
    for (let n = 0; n < requests; n += 1) await wire.receive();
    clearInterval(ticking);
    expect(turns).toBeGreaterThan(5);
  });

  it('stops reading from a client whose requests pile up', async () => {
    const { wire } = await openSession('1.1', { onRpc: () => new Promise(() => undefined) });
    let accepted = 0;
    const request = chunk(rpc(1, `<get/><!--${'x'.repeat(10_000)}-->`));
    while (accepted < 1_000 && wire.stream.writableLength < 1e6) {
      wire.send(request);
      accepted += 1;
      await new Promise(setImmediate);
    }
    expect(accepted).toBeLessThan(1_000);
  });
});
