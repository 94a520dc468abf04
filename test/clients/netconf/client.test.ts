import { afterEach, describe, expect, it } from 'vitest';
import { type NetconfClient, netconfOverStream, type SessionOptions } from '../../../src/clients/index.js';
import { parseXml, serializeXml, xmlElement } from '../../../src/data/index.js';
import { buildNotification, CAPABILITY, type Capability } from '../../../src/wire/index.js';
import { BASE, BASE_10, BASE_11, chunk, EOM, Wire } from '../../netconf/wire.js';
import { socketPair } from '../socket-pair.js';

const clients: NetconfClient[] = [];
afterEach(async () => {
  for (const client of clients.splice(0)) await client.close();
});

/** A server of literal text, whose hello is the given one. */
async function connect(
  options: SessionOptions = {},
  capabilities = [BASE_10, BASE_11],
  sessionId = '<session-id>7</session-id>',
): Promise<{ client: Promise<NetconfClient>; server: Wire }> {
  const [ours, theirs] = await socketPair();
  const server = new Wire(theirs);
  server.send(
    `<hello xmlns="${BASE}"><capabilities>${capabilities.map((each) => `<capability>${each}</capability>`).join('')}</capabilities>${sessionId}</hello>${EOM}`,
  );
  return { client: netconfOverStream(ours, { timeout: 5_000, ...options }), server };
}

async function open(options: SessionOptions = {}): Promise<{ client: NetconfClient; server: Wire }> {
  const { client, server } = await connect(options);
  await server.receive();
  server.switchTo('chunked');
  return { client: await client, server };
}

const ok = (id: number): string => chunk(`<rpc-reply xmlns="${BASE}" message-id="${id}"><ok/></rpc-reply>`);

describe('opening a session', () => {
  it('sends a hello without session-id and learns what the server says', async () => {
    const { client, server } = await connect({}, [BASE_10, `${CAPABILITY.withDefaults}?basic-mode=explicit`]);
    expect(await server.receive()).toBe(
      `<?xml version="1.0" encoding="UTF-8"?>\n<hello xmlns="${BASE}"><capabilities><capability>${BASE_10}</capability><capability>${BASE_11}</capability></capabilities></hello>`,
    );
    const { sessionId, base, supports } = await client.then((c) => ({
      sessionId: c.sessionId,
      base: c.base,
      supports: [CAPABILITY.withDefaults, 'withDefaults', 'candidate'].map((each) => c.supports(each as Capability)),
    }));
    expect({ sessionId, base, supports }).toEqual({ sessionId: 7, base: '1.0', supports: [true, true, false] });
    expect((await client).parametersOf('withDefaults')?.get('basic-mode')).toBe('explicit');
    expect((await client).parametersOf('url')).toBeUndefined();
  });

  it('knows the modules that the hello names, and speaks of them in error paths', async () => {
    const { client: opening, server } = await connect({}, [
      BASE_10,
      'urn:b?module=box&amp;revision=2024-01-01&amp;features=a,b&amp;deviations=box-dev',
      'urn:c?no=module',
      'urn:d',
    ]);
    await server.receive();
    const client = await opening;
    expect(client.modules).toEqual([
      { name: 'box', namespace: 'urn:b', revision: '2024-01-01', features: ['a', 'b'], deviations: ['box-dev'] },
    ]);
    const refused = client.rpc('<a/>');
    await server.receive();
    server.send(
      `<rpc-reply xmlns="${BASE}" message-id="1"><rpc-error><error-type>application</error-type><error-tag>data-missing</error-tag><error-path xmlns:b="urn:b" xmlns:c="urn:c">/b:box/c:more</error-path></rpc-error></rpc-reply>${EOM}`,
    );
    await expect(refused).rejects.toMatchObject({ tag: 'data-missing', path: '/box:box/c:more' });
  });

  it.each([
    ['no base capability', ['urn:x'], undefined, 'no base capability of ours'],
    ['no session-id', [BASE_10], '', 'no session-id'],
  ])('fails with %s', async (_name, capabilities, sessionId, message) => {
    const { client } = await connect({}, capabilities, sessionId);
    await expect(client).rejects.toMatchObject({ type: 'transport', message: expect.stringContaining(message) });
  });

  it('fails when no hello comes in time, or the connection ends, or the caller gives up', async () => {
    const [silent] = await socketPair();
    await expect(netconfOverStream(silent, { timeout: 20 })).rejects.toMatchObject({
      type: 'transport',
      message: 'no hello came within 20 ms',
    });
    const [ours, theirs] = await socketPair();
    theirs.end();
    await expect(netconfOverStream(ours)).rejects.toMatchObject({
      type: 'transport',
      message: expect.stringContaining('closed the connection before its hello'),
    });
    const [other] = await socketPair();
    const giveUp = new AbortController();
    const opening = netconfOverStream(other, { signal: giveUp.signal });
    giveUp.abort();
    await expect(opening).rejects.toMatchObject({ type: 'transport' });
  });
});

describe('requests', () => {
  it('remind a server that lets the first one lie of it, once', async () => {
    const { client, server } = await open();
    const answer = client.rpc('<foo xmlns="urn:x"/>');
    expect([await server.receive(), await server.receive()]).toEqual([
      `<rpc xmlns="${BASE}" message-id="1"><foo xmlns="urn:x"/></rpc>`,
      `<rpc xmlns="${BASE}" message-id="2"><get-config><source><running/></source><filter type="subtree"/></get-config></rpc>`,
    ]);
    server.send(ok(1) + ok(2));
    expect(serializeXml(await answer)).toContain('<ok/>');
    const next = client.rpc('<foo xmlns="urn:x"/>');
    expect(await server.receive()).toContain('message-id="3"');
    server.send(ok(3));
    await next;
  });

  it('go out at once, and replies find theirs', async () => {
    const { client, server } = await open();
    const replies = [client.get(), client.rpc('<foo xmlns="urn:x"/>'), client.rpc(xmlElement('bar', 'urn:x'))];
    expect([await server.receive(), await server.receive(), await server.receive()]).toEqual([
      `<rpc xmlns="${BASE}" message-id="1"><get></get></rpc>`,
      `<rpc xmlns="${BASE}" message-id="2"><foo xmlns="urn:x"/></rpc>`,
      `<rpc xmlns="${BASE}" message-id="3"><bar xmlns="urn:x"/></rpc>`,
    ]);
    server.send(
      chunk(`<rpc-reply xmlns="${BASE}" message-id="1"><data><a xmlns="urn:x"/></data></rpc-reply>`) + ok(2) + ok(3),
    );
    const [data, foo] = await Promise.all(replies);
    expect(serializeXml(data!)).toBe(`<data xmlns="${BASE}"><a xmlns="urn:x"/></data>`);
    expect(foo?.name).toBe('rpc-reply');
  });

  it.each<[string, (client: NetconfClient) => Promise<unknown>, string]>([
    [
      'get with an XPath filter',
      (c) => c.get({ filter: { xpath: '/x:a[x:b="1"]', namespaces: { x: 'urn:x' } } }),
      '<get><filter type="xpath" xmlns:x="urn:x" select="/x:a[x:b=&quot;1&quot;]"/></get>',
    ],
    [
      'getConfig',
      (c) => c.getConfig('candidate', { filter: { subtree: '<a xmlns="urn:x"/>' }, withDefaults: 'trim' }),
      '<get-config><source><candidate/></source><filter type="subtree"><a xmlns="urn:x"/></filter><with-defaults xmlns="urn:ietf:params:xml:ns:yang:ietf-netconf-with-defaults">trim</with-defaults></get-config>',
    ],
    [
      'editConfig',
      (c) =>
        c.editConfig({
          target: 'running',
          config: '<a xmlns="urn:x"/>',
          defaultOperation: 'none',
          testOption: 'set',
          errorOption: 'rollback-on-error',
        }),
      '<edit-config><target><running/></target><default-operation>none</default-operation><test-option>set</test-option><error-option>rollback-on-error</error-option><config><a xmlns="urn:x"/></config></edit-config>',
    ],
    [
      'copyConfig',
      (c) => c.copyConfig('startup', { url: 'file:///a&b' }),
      '<copy-config><target><startup/></target><source><url>file:///a&amp;b</url></source></copy-config>',
    ],
    ['deleteConfig', (c) => c.deleteConfig('startup'), '<delete-config><target><startup/></target></delete-config>'],
    ['lock', (c) => c.lock('running'), '<lock><target><running/></target></lock>'],
    ['unlock', (c) => c.unlock('running'), '<unlock><target><running/></target></unlock>'],
    [
      'commit',
      (c) => c.commit({ confirmed: true, confirmTimeout: 60, persist: 'p' }),
      '<commit><confirmed/><confirm-timeout>60</confirm-timeout><persist>p</persist></commit>',
    ],
    ['cancelCommit', (c) => c.cancelCommit('p'), '<cancel-commit><persist-id>p</persist-id></cancel-commit>'],
    ['discardChanges', (c) => c.discardChanges(), '<discard-changes/>'],
    [
      'validate',
      (c) => c.validate({ config: '<a xmlns="urn:x"/>' }),
      '<validate><source><config><a xmlns="urn:x"/></config></source></validate>',
    ],
    ['killSession', (c) => c.killSession(4), '<kill-session><session-id>4</session-id></kill-session>'],
    [
      'createSubscription',
      (c) => c.createSubscription({ stream: 'NETCONF', startTime: '2024-01-01T00:00:00Z' }),
      '<create-subscription xmlns="urn:ietf:params:xml:ns:netconf:notification:1.0"><stream>NETCONF</stream><startTime>2024-01-01T00:00:00Z</startTime></create-subscription>',
    ],
    [
      'getSchema',
      (c) => c.getSchema({ identifier: 'm', format: 'yang' }),
      '<get-schema xmlns="urn:ietf:params:xml:ns:yang:ietf-netconf-monitoring"><identifier>m</identifier><format>yang</format></get-schema>',
    ],
    [
      'getData',
      (c) => c.getData({ datastore: 'operational', maxDepth: 2 }),
      '<get-data xmlns="urn:ietf:params:xml:ns:yang:ietf-netconf-nmda"><datastore xmlns:ds="urn:ietf:params:xml:ns:yang:ietf-datastores">ds:operational</datastore><max-depth>2</max-depth></get-data>',
    ],
    [
      'editConfig of a file',
      (c) => c.editConfig({ target: 'candidate', url: 'file:///a', testOption: 'test-only' }),
      '<edit-config><target><candidate/></target><test-option>test-only</test-option><url>file:///a</url></edit-config>',
    ],
    [
      'copyConfig of a whole configuration',
      (c) =>
        c.copyConfig({ url: 'file:///a' }, { config: '<a xmlns="urn:x"/>' }, { withDefaults: 'report-all-tagged' }),
      '<copy-config><target><url>file:///a</url></target><source><config><a xmlns="urn:x"/></config></source><with-defaults xmlns="urn:ietf:params:xml:ns:yang:ietf-netconf-with-defaults">report-all-tagged</with-defaults></copy-config>',
    ],
    [
      'lock of a datastore of RFC 8342',
      (c) => c.lock({ datastore: 'running' }),
      '<lock><target><datastore xmlns="urn:ietf:params:xml:ns:yang:ietf-netconf-nmda" xmlns:ds="urn:ietf:params:xml:ns:yang:ietf-datastores">ds:running</datastore></target></lock>',
    ],
    [
      'a confirming commit',
      (c) => c.commit({ confirmed: true, persistId: 'p&q' }),
      '<commit><confirmed/><persist-id>p&amp;q</persist-id></commit>',
    ],
    [
      'getData with origins',
      (c) =>
        c.getData({
          datastore: 'operational',
          filter: { xpath: '/x:a', namespaces: { x: 'urn:x' } },
          configFilter: false,
          negatedOriginFilter: ['system', 'learned'],
          maxDepth: 'unbounded',
          withOrigin: true,
        }),
      '<get-data xmlns="urn:ietf:params:xml:ns:yang:ietf-netconf-nmda"><datastore xmlns:ds="urn:ietf:params:xml:ns:yang:ietf-datastores">ds:operational</datastore><xpath-filter xmlns:x="urn:x">/x:a</xpath-filter><config-filter>false</config-filter><negated-origin-filter xmlns:or="urn:ietf:params:xml:ns:yang:ietf-origin">or:system</negated-origin-filter><negated-origin-filter xmlns:or="urn:ietf:params:xml:ns:yang:ietf-origin">or:learned</negated-origin-filter><max-depth>unbounded</max-depth><with-origin/></get-data>',
    ],
    [
      'editData',
      (c) => c.editData({ datastore: 'candidate', defaultOperation: 'none', url: 'file:///a' }),
      '<edit-data xmlns="urn:ietf:params:xml:ns:yang:ietf-netconf-nmda"><datastore xmlns:ds="urn:ietf:params:xml:ns:yang:ietf-datastores">ds:candidate</datastore><default-operation>none</default-operation><url>file:///a</url></edit-data>',
    ],
    [
      'action',
      (c) => c.action('<box xmlns="urn:x"><ping/></box>'),
      '<action xmlns="urn:ietf:params:xml:ns:yang:1"><box xmlns="urn:x"><ping/></box></action>',
    ],
  ])('%s', async (_name, call, operation) => {
    const { client, server } = await open();
    const called = call(client).catch(() => undefined);
    const sent = await server.receive();
    expect(sent).toBe(`<rpc xmlns="${BASE}" message-id="1">${operation}</rpc>`);
    expect(() => parseXml(sent)).not.toThrow();
    server.send(ok(1));
    await called;
  });

  it('reject with the errors of the reply', async () => {
    const { client, server } = await open({ moduleOf: () => 'box' });
    const request = client.lock('running');
    await server.receive();
    const error = (message: string): string =>
      `<rpc-error><error-type>protocol</error-type><error-tag>lock-denied</error-tag><error-severity>error</error-severity><error-path xmlns:b="urn:b">/b:box</error-path><error-message xml:lang="en">${message}</error-message><error-info><session-id>9</session-id></error-info></rpc-error>`;
    server.send(chunk(`<rpc-reply xmlns="${BASE}" message-id="1">${error('one')}${error('two')}</rpc-reply>`));
    await expect(request).rejects.toMatchObject({
      tag: 'lock-denied',
      message: 'one',
      path: '/box:box',
      info: { 'session-id': '9' },
      others: [{ message: 'two' }],
    });
  });

  it('under a lock give it up, also when they fail, and leave the first error', async () => {
    const { client, server } = await open();
    const fault = new Error('no');
    const failing = client.locked('candidate', () => Promise.reject(fault));
    expect(await server.receive()).toContain('<lock><target><candidate/></target></lock>');
    server.send(ok(1));
    expect(await server.receive()).toContain('<unlock><target><candidate/></target></unlock>');
    server.send(ok(2));
    await expect(failing).rejects.toBe(fault);
  });

  it('getSchema gives a schema that is XML as XML', async () => {
    const { client, server } = await open();
    const asked = client.getSchema({ identifier: 'm', format: 'yin' });
    await server.receive();
    server.send(
      chunk(
        `<rpc-reply xmlns="${BASE}" message-id="1"><data xmlns="urn:ietf:params:xml:ns:yang:ietf-netconf-monitoring"><module xmlns="urn:ietf:params:xml:ns:yang:yin:1" name="m"/></data></rpc-reply>`,
      ),
    );
    expect(await asked).toBe('<module xmlns="urn:ietf:params:xml:ns:yang:yin:1" name="m"/>');
  });

  it('get a reply without message-id when it is the oldest', async () => {
    const { client, server } = await open();
    const request = client.rpc('<a/>');
    await server.receive();
    server.send(
      chunk(
        `<rpc-reply xmlns="${BASE}"><rpc-error><error-type>rpc</error-type><error-tag>malformed-message</error-tag></rpc-error></rpc-reply>`,
      ),
    );
    await expect(request).rejects.toMatchObject({ tag: 'malformed-message' });
  });

  it('time out, or are given up, one by one; a late reply is dropped', async () => {
    const { client, server } = await open();
    await expect(client.rpc('<a/>', { timeout: 10 })).rejects.toMatchObject({
      type: 'transport',
      message: 'no reply came within 10 ms',
    });
    const giveUp = new AbortController();
    const second = client.rpc('<b/>', { signal: giveUp.signal });
    giveUp.abort(new Error('enough'));
    await expect(second).rejects.toThrow('enough');
    const third = client.rpc('<c/>');
    server.send(ok(1) + ok(2) + ok(3));
    expect((await third).attributes[0]?.value).toBe('3');
  });

  it('are bounded in number', async () => {
    const { client } = await open({ pendingLimit: 2 });
    const waiting = Promise.allSettled([client.rpc('<a/>'), client.rpc('<b/>')]);
    await expect(client.rpc('<c/>')).rejects.toMatchObject({ tag: 'resource-denied' });
    await client.close();
    await waiting;
  });

  it('all fail when the connection is lost, and so do later ones', async () => {
    const { client, server } = await open();
    const waiting = Promise.allSettled([client.rpc('<a/>'), client.rpc('<b/>')]);
    await server.receive();
    server.stream.resetAndDestroy();
    for (const outcome of await waiting)
      expect(outcome).toMatchObject({
        status: 'rejected',
        reason: { type: 'transport', tag: 'operation-failed', message: expect.stringContaining('connection was lost') },
      });
    await client.closed;
    await expect(client.rpc('<c/>')).rejects.toMatchObject({ type: 'transport' });
  });

  it('fail when the server breaks the framing', async () => {
    const { client, server } = await open();
    const request = client.rpc('<a/>');
    server.send('\n#x');
    await expect(request).rejects.toMatchObject({
      type: 'transport',
      message: expect.stringContaining('chunked framing'),
    });
  });
});

describe('notifications', () => {
  const event = (n: number): string =>
    chunk(buildNotification(`2024-01-01T00:00:0${n}Z`, `<tick xmlns="urn:x">${n}</tick>`));

  it('come in order, also those from before anyone read, between replies', async () => {
    const { client, server } = await open();
    const subscribed = client.createSubscription();
    await server.receive();
    server.send(ok(1) + event(1) + event(2));
    await subscribed;
    const times: string[] = [];
    const seen: string[] = [];
    for await (const { eventTime, event: element } of client.notifications()) {
      times.push(eventTime);
      if (times.length === 2) {
        client.observable.subscribe({ next: ({ eventTime: time }) => seen.push(time), error: () => undefined });
        server.send(event(3));
      }
      if (times.length === 3) break;
      expect(element.name).toBe('tick');
    }
    expect(times).toEqual([1, 2, 3].map((n) => `2024-01-01T00:00:0${n}Z`));
    expect(seen).toEqual(['2024-01-01T00:00:03Z']);
  });

  it('that nobody reads are bounded, and a reader learns that some are lost', async () => {
    const { client, server } = await open({ notificationLimit: 2 });
    const request = client.rpc('<a/>');
    server.send(event(1) + event(2) + event(3) + ok(1));
    await request;
    const times: string[] = [];
    const reading = (async () => {
      for await (const { eventTime } of client.notifications()) times.push(eventTime);
    })();
    await expect(reading).rejects.toMatchObject({
      tag: 'resource-denied',
      message: expect.stringContaining('fell more than 2 behind'),
    });
    expect(times.length).toBe(2);
  });

  it('end with the session', async () => {
    const { client, server } = await open();
    const all = (async () => {
      const times: string[] = [];
      for await (const { eventTime } of client.notifications()) times.push(eventTime);
      return times;
    })();
    server.send(event(1));
    server.stream.end();
    expect(await all).toEqual(['2024-01-01T00:00:01Z']);
  });
});

describe('close', () => {
  it('says close-session and waits for the server', async () => {
    const { client, server } = await open();
    const closing = client.close();
    expect(await server.receive()).toBe(`<rpc xmlns="${BASE}" message-id="1"><close-session/></rpc>`);
    server.send(ok(1));
    expect(await server.receive()).toBe('closed');
    server.stream.end();
    await closing;
    await client.close();
  });
});
