import { request } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type RestconfListener, restconfMonitoringProvider } from '../../src/restconf/index.js';
import { agentView, type Call, type Keys, nodeView } from '../../src/server/index.js';
import { alarm, FakeServer } from './support/fake-server.js';
import { AUTHORIZATION, errorOf, listen, send } from './support/listener.js';

let server: FakeServer;
let listener: RestconfListener;
beforeEach(async () => {
  server = new FakeServer();
  listener = await listen(server);
});
afterEach(() => listener.close());

/** Reads a stream until it has given `blocks` event or comment blocks, or ended. */
function stream(path: string, blocks: number, headers: Record<string, string> = {}): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const options = {
      host: '127.0.0.1',
      port: listener.port,
      path,
      headers: { authorization: AUTHORIZATION, ...headers },
    };
    const outgoing = request({ ...options, agent: false }, (response) => {
      expect(response.headers['content-type']).toBe('text/event-stream');
      let text = '';
      const found = () => text.split('\n\n').slice(0, -1);
      const finish = () => {
        resolve(found());
        outgoing.destroy();
      };
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
        if (found().length >= blocks) finish();
      });
      response.on('end', finish).on('error', finish);
    });
    outgoing.on('error', reject).end();
  });
}

describe('event streams', () => {
  it('carry notifications as JSON, with their id', async () => {
    server.events = [alarm('7', { id: 'a', text: 'link down' })];
    expect(await stream('/restconf/streams/NETCONF/json', 2, { accept: 'text/event-stream' })).toEqual([
      ': open',
      'id: 7\ndata: {"ietf-restconf:notification":{"eventTime":"2025-07-01T12:00:00Z","acme-box:alarm":{"id":"a","text":"link down"}}}',
    ]);
  });

  it('carry notifications as XML', async () => {
    server.events = [alarm('7', { id: 'a', text: 'two\nlines' })];
    const [, event] = await stream('/restconf/streams/NETCONF/xml', 2);
    expect(event).toBe(
      'id: 7\ndata: <notification xmlns="urn:ietf:params:xml:ns:netconf:notification:1.0"><eventTime>2025-07-01T12:00:00Z</eventTime>' +
        '<alarm xmlns="urn:acme:box"><id>a</id><text>two\ndata: lines</text></alarm></notification>',
    );
  });

  it('resume behind Last-Event-ID and replay from start-time', async () => {
    await stream('/restconf/streams/NETCONF/json', 1, { 'last-event-id': '41' });
    await stream(
      '/restconf/streams/NETCONF/json?start-time=2025-01-01T00:00:00+02:00&stop-time=2025-02-01T00:00:00Z',
      1,
    );
    expect(server.subscriptions).toMatchObject([
      { stream: 'NETCONF', after: '41' },
      { stream: 'NETCONF', startTime: '2025-01-01T00:00:00+02:00', stopTime: '2025-02-01T00:00:00Z' },
    ]);
  });

  it('let through what the filter selects', async () => {
    server.events = [alarm('1', { id: 'a' }), alarm('2', { id: 'b' }), { kind: 'stopped' }];
    const filter = encodeURIComponent("/acme-box:alarm[id='b']");
    const blocks = await stream(`/restconf/streams/NETCONF/json?filter=${filter}`, 9);
    expect(blocks.map((block) => block.split('\n')[0])).toEqual([': open', 'id: 2', ': stop-time reached']);
  });

  it('end with a notice when the reader was dropped', async () => {
    server.events = [{ kind: 'replay-complete' }, { kind: 'dropped', reason: 'too-slow' }];
    expect(await stream('/restconf/streams/NETCONF/json', 9)).toEqual([
      ': open',
      ': replay complete',
      ': dropped: too-slow',
    ]);
  });

  it('end when the client leaves and when the listener closes', async () => {
    await stream('/restconf/streams/NETCONF/json', 1);
    const { signal } = server.subscriptions[0]!;
    if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
    const open = stream('/restconf/streams/NETCONF/json', 9);
    while (server.subscriptions.length < 2) await new Promise(setImmediate);
    await listener.close();
    expect(await open).toEqual([': open']);
  });

  it('send heartbeats while there is nothing to tell', async () => {
    await listener.close();
    listener = await listen(server, { limits: { heartbeat: 20 } });
    expect(await stream('/restconf/streams/NETCONF/json', 3)).toEqual([': open', ': keep-alive', ': keep-alive']);
  });

  it('are bounded in number: 503 beyond', async () => {
    await listener.close();
    listener = await listen(server, { limits: { eventStreams: 1 } });
    const first = stream('/restconf/streams/NETCONF/json', 9);
    while (server.subscriptions.length < 1) await new Promise(setImmediate);
    const second = await send(listener, 'GET', '/restconf/streams/NETCONF/json');
    expect([second.status, errorOf(second)['error-tag']]).toEqual([503, 'resource-denied']);
    expect(server.subscriptions.at(-1)?.signal.aborted).toBe(true);
    await listener.close();
    await first;
  });

  it('are below the agent endpoints too', async () => {
    server.events = [alarm('7', {})];
    expect(await stream('/agents/ip%2Ffault%201/restconf/streams/NETCONF/json', 2)).toHaveLength(2);
  });

  it.each([
    ['/restconf/streams/NETCONF/json?filter=%2Fnobody%3Aalarm', {}, 400],
    ['/restconf/streams/NETCONF/json?filter=%5B', {}, 400],
    ['/restconf/streams/NETCONF/json?start-time=now', {}, 400],
    ['/restconf/streams/NETCONF/json?stop-time=2025-01-01T00:00:00Z', {}, 400],
    ['/restconf/streams/NETCONF/json?start-time=2999-01-01T00:00:00Z', {}, 400],
    ['/restconf/streams/NETCONF/json?depth=1', {}, 400],
    ['/restconf/streams/NETCONF/json', { accept: 'application/yang-data+json' }, 406],
    ['/restconf/streams/NETCONF/cbor', {}, 404],
    ['/restconf/streams/OTHER/json', {}, 404],
    ['/restconf/streams/NETCONF', {}, 404],
    ['/restconf/streams', {}, 404],
    ['/restconf/streams/%zz/json', {}, 400],
  ])('GET %s with %j is %i', async (path, headers, status) => {
    const reply = await send(listener, 'GET', path, { headers });
    expect([reply.status, errorOf(reply)['error-tag']]).toEqual([status, 'invalid-value']);
    expect(server.subscriptions).toEqual([]);
  });

  it('POST is 405, HEAD answers the header alone', async () => {
    expect((await send(listener, 'POST', '/restconf/streams/NETCONF/json')).status).toBe(405);
    const head = await send(listener, 'HEAD', '/restconf/streams/NETCONF/json');
    expect([head.status, head.headers['content-type']]).toEqual([200, 'text/event-stream']);
  });
});

describe('ietf-restconf-monitoring', () => {
  const provider = restconfMonitoringProvider({
    baseUrl: () => 'https://node.example:8443',
    streams: () => new FakeServer().streams(),
  });
  const read = (view: Call['view']) => {
    const state = provider.state?.['/ietf-restconf-monitoring:restconf-state'];
    if (typeof state !== 'function') throw new Error('no state function');
    return state({ view } as Call<Keys>) as Promise<{ streams: { stream: { access: { location: string }[] }[] } }>;
  };

  it('names the capabilities, and the location of each stream for each view', async () => {
    const node = await read(nodeView);
    expect(node).toMatchObject({
      capabilities: {
        capability: expect.arrayContaining(['urn:ietf:params:restconf:capability:defaults:1.0?basic-mode=explicit']),
      },
      streams: {
        stream: [
          {
            name: 'NETCONF',
            'replay-support': true,
            'replay-log-creation-time': '2025-01-01T00:00:00Z',
            access: [
              { encoding: 'xml', location: 'https://node.example:8443/restconf/streams/NETCONF/xml' },
              { encoding: 'json', location: 'https://node.example:8443/restconf/streams/NETCONF/json' },
            ],
          },
        ],
      },
    });
    const agent = await read(agentView('ip/fault 1'));
    expect(agent.streams.stream[0]?.access[1]?.location).toBe(
      'https://node.example:8443/agents/ip%2Ffault%201/restconf/streams/NETCONF/json',
    );
  });

  it('gives a value that the model accepts', async () => {
    const { schema } = await import('./support/model.js');
    const { fromValue, validate } = await import('../../src/data/index.js');
    const value = { 'ietf-restconf-monitoring:restconf-state': await read(nodeView) };
    const tree = fromValue(schema.root, value, { schema });
    expect(() => validate(tree, { schema, type: 'data' })).not.toThrow();
  });
});
