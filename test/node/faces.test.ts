/** Faces of plugins on the listener of a node: what is checked before them, and what they can answer. */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect as connectHttp2 } from 'node:http2';
import { connect } from 'node:tls';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import WebSocket from 'ws';
import { RpcError } from '../../src/data/index.js';
import type { CallerApi, Face, Socket } from '../../src/server/index.js';
import { errorIn, Https } from '../support/http.js';
import { startTestNode, type TestNode } from '../support/node.js';

const PLAIN = { 'content-type': 'text/plain' };
const sockets: Socket[] = [];

async function* letters() {
  for (const letter of 'abc') yield letter;
}

/** Each state of a task, as a line. */
async function* states(as: CallerApi, id: string, signal: AbortSignal) {
  for await (const { state } of as.watch(id, { signal })) yield `${state}\n`;
}

/** Tells what it was asked. */
const echo: Face = {
  protocol: 'echo',
  mounts: [
    {
      path: 'echo',
      of: 'both',
      methods: ['GET', 'POST'],
      access: 'login',
      answer: async ({ method, rest, query, agent, body, as, source, origin, signal }) => {
        const [what] = rest;
        if (what === 'watch' && as) return { status: 200, body: states(as, rest[1] ?? '', signal) };
        if (what === 'letters') return { status: 200, headers: PLAIN, body: letters() };
        if (what === 'bytes') return { status: 200, body: Uint8Array.of(0, 255) };
        if (what === 'fault') throw new Error('a fault of the face');
        if (what === 'refused') throw new RpcError({ type: 'application', tag: 'in-use', message: 'not now' });
        if (what === 'edit') await as?.edit(JSON.parse(Buffer.from(body).toString()));
        if (what === 'read') return { status: 200, body: JSON.stringify(await as?.read(query.get('path') ?? '/')) };
        const said = { method, rest, query: [...query], agent, body: Buffer.from(body).toString(), source, origin };
        return { status: 200, headers: PLAIN, body: JSON.stringify({ ...said, user: as?.principal.name }) };
      },
      upgrade: async ({ rest }, accept) => {
        if (rest[0] === 'no') return { status: 403, headers: PLAIN, body: 'no' };
        const socket = await accept(rest[0]);
        sockets.push(socket);
        for await (const message of socket.messages)
          await socket.write(typeof message === 'string' ? `text ${message}` : Uint8Array.of(message.length));
      },
    },
    { path: 'open/to-all', of: 'both', methods: ['GET'], access: 'public', answer: async ({ as }) => who(as) },
    { path: 'open/to-some', of: 'node', methods: ['GET'], access: 'anonymous', answer: async ({ as }) => who(as) },
  ],
};

/** Tells errors in its own words. */
const wordy: Face = {
  protocol: 'wordy',
  mounts: [
    {
      path: '.well-known/wordy',
      of: 'node',
      methods: ['GET'],
      access: 'login',
      answer: async ({ as }) => ({
        status: 200,
        body: String(await as?.invoke('yangent-tasks:query', { id: 'none' })),
      }),
    },
  ],
  refusal: ({ tag }, { method }) => ({ status: 409, headers: PLAIN, body: `${method}: ${tag}` }),
};

async function who(as: { readonly principal: { readonly name: string } } | undefined) {
  return { status: 200, headers: PLAIN, body: as?.principal.name ?? 'nobody' };
}

let rig: TestNode;
let admin: Https;
let ann: Https;
beforeAll(async () => {
  rig = await startTestNode({ plugins: [{ faces: [echo, wordy] }] });
  await rig.node.edit({ 'yangent-access:access': { user: [{ name: 'ann', password: '$0$ann-has-a-password' }] } });
  admin = new Https(rig);
  ann = new Https(rig, 'ann', 'ann-has-a-password');
  const profile = { name: 'noc', description: 'd', version: '1.0.0', provider: 'p' };
  const entry = (id: string, more: object) => ({ id, profile: { ...profile, name: id }, ...more });
  const agent = [entry('noc', {}), entry('secret', { visibility: 'private', owner: ['admin'] })];
  await rig.node.edit({ 'yangent-agents:agents': { agent } } as never);
});
afterAll(async () => {
  admin.close();
  ann.close();
  await rig.stop();
});

const asked = async (client: Https, method: string, path: string, o = {}) => {
  const { status, body } = await client.send(method, path, o);
  expect(status).toBe(200);
  return JSON.parse(body);
};
const credentials = (user: string, password: string) => ({
  auth: `${user}:${password}`,
  ca: readFileSync(rig.certificate),
});
const dial = (path: string, o: WebSocket.ClientOptions & { readonly auth?: string } = {}, protocols: string[] = []) =>
  new WebSocket(`${rig.url.replace('https', 'wss')}${path}`, protocols, {
    ...credentials('admin', rig.password),
    ...o,
  });

/** What the audit trail tells of the face, by user. */
async function audited(): Promise<readonly string[]> {
  const span = `start-time=2020-01-01T00:00:00Z&stop-time=${new Date().toISOString()}`;
  const { body } = await admin.send('GET', `/restconf/streams/audit/json?${span}`, { accept: 'text/event-stream' });
  const lines = [...body.matchAll(/^data: (.*)$/gm)].flatMap(([, text = '']) => {
    const { 'ietf-restconf:notification': event = {} } = JSON.parse(text);
    const { protocol, user, operation, outcome } = event['yangent-access:audit'] ?? {};
    return protocol === 'echo' ? [`${user} ${operation} ${outcome}`] : [];
  });
  return lines.sort().reverse();
}

/** What the node answers instead of the upgrade. */
async function refused(socket: WebSocket): Promise<{ readonly status: number | undefined; readonly body: string }> {
  const [, response] = await once(socket, 'unexpected-response');
  let body = '';
  for await (const part of response) body += part;
  return { status: response.statusCode, body };
}

describe('a mount', () => {
  it('is asked with method, path, query, body and caller', async () => {
    expect(await asked(ann, 'POST', '/echo/a%2Fb/c?x=1&x=2', { body: 'hi', type: 'text/plain' })).toEqual({
      ...{ method: 'POST', rest: ['a/b', 'c'], body: 'hi', user: 'ann', source: '127.0.0.1', origin: rig.url },
      query: [
        ['x', '1'],
        ['x', '2'],
      ],
    });
    expect(await asked(ann, 'GET', '/agents/noc/echo')).toMatchObject({ agent: 'noc', rest: [] });
  });

  it('answers over HTTP/2, too', async () => {
    const session = connectHttp2(rig.url, { ca: readFileSync(rig.certificate) });
    const authorization = `Basic ${Buffer.from(`admin:${rig.password}`).toString('base64')}`;
    for (const [path, expected] of [
      ['/echo/letters', 'abc'],
      ['/open/to-all', 'nobody'],
    ] as const) {
      const stream = session.request({ ':path': path, authorization });
      let body = '';
      for await (const part of stream.setEncoding('utf8')) body += part;
      expect(body).toBe(expected);
    }
    session.close();
  });

  it('answers with a text, with bytes, or bit by bit', async () => {
    expect(await admin.send('GET', '/echo/letters')).toMatchObject({ status: 200, body: 'abc' });
    const { stdout } = await promisify(execFile)(
      'curl',
      ['-sS', '--cacert', rig.certificate, '-u', `admin:${rig.password}`, `${rig.url}/echo/bytes`],
      { encoding: 'buffer' },
    );
    expect([...stdout]).toEqual([0, 255]);
    const head = await admin.send('HEAD', '/echo');
    expect(head).toMatchObject({ status: 200, body: '' });
    expect(head.headers['x-content-type-options']).toBe('nosniff');
  });

  it('is for those whom it is for', async () => {
    const stranger = new Https(rig, 'ann', 'wrong');
    expect((await stranger.send('GET', '/echo')).status).toBe(401);
    // Nobody is asked, or only who says something.
    expect(await stranger.send('GET', '/open/to-all')).toMatchObject({ status: 200, body: 'nobody' });
    expect((await stranger.send('GET', '/open/to-some')).status).toBe(401);
    expect(await ann.send('GET', '/open/to-some')).toMatchObject({ status: 200, body: 'ann' });
    const curl = ['-sS', '--cacert', rig.certificate, `${rig.url}/open/to-some`];
    expect((await promisify(execFile)('curl', curl)).stdout).toBe('nobody');
    stranger.close();
  });

  it('at an agent is there for those who may know of the agent', async () => {
    expect((await admin.send('GET', '/agents/secret/echo')).status).toBe(200);
    expect((await ann.send('GET', '/agents/secret/echo')).status).toBe(404);
    expect((await ann.send('GET', '/agents/nobody/echo')).status).toBe(404);
    expect((await ann.send('GET', '/agents/secret/open/to-all')).status).toBe(404);
    expect((await ann.send('GET', '/agents/noc/open/to-all')).status).toBe(200);
    // It is of the node only.
    expect((await ann.send('GET', '/agents/noc/open/to-some')).status).toBe(404);
  });

  it('refuses other methods, and pages of other sites', async () => {
    const other = await admin.send('DELETE', '/echo');
    expect(other).toMatchObject({ status: 405, headers: { allow: 'GET, POST, HEAD' } });
    const site = await admin.send('GET', '/echo', { headers: { origin: 'https://elsewhere.example' } });
    expect(site.status).toBe(403);
    expect((await admin.send('GET', '/echoes')).status).toBe(404);
  });

  it('tells errors of the node as RESTCONF does, or in its own words, and no more of its own faults', async () => {
    const refusal = await admin.send('GET', '/echo/refused');
    expect([refusal.status, errorIn(refusal)]).toEqual([
      409,
      { 'error-type': 'application', 'error-tag': 'in-use', 'error-message': 'not now' },
    ]);
    expect(await admin.send('GET', '/.well-known/wordy')).toMatchObject({ status: 409, body: 'GET: data-missing' });
    const fault = await admin.send('GET', '/echo/fault');
    expect(fault.status).toBe(500);
    expect(fault.body).not.toContain('a fault of the face');
  });

  it('acts as its caller, and the audit trail names its protocol', async () => {
    const place = { name: 'lab', latitude: '1.0', longitude: '2.0' };
    const body = JSON.stringify({ 'yangent-agents:agents': { place: [place] } });
    expect((await ann.send('POST', '/echo/edit', { body })).status).toBe(403);
    expect((await admin.send('POST', '/echo/edit', { body })).status).toBe(200);
    expect(await asked(admin, 'GET', "/echo/read?path=/yangent-agents:agents/place[name='lab']")).toEqual(place);
    // Refusals are written a little later than they are told.
    await expect.poll(audited).toEqual(['ann edit denied', 'admin edit done']);
  });

  it('follows a task to its end', async () => {
    const doing = (what: string, input: object) =>
      admin.send('POST', `/restconf/${what}`, { body: JSON.stringify({ 'yangent-tasks:input': input }) });
    const order = { from: 'noc', to: 'secret', objective: 'x', async: true };
    const assigned = await doing('operations/yangent-tasks:assign', order);
    const { id } = JSON.parse(assigned.body)['yangent-tasks:output'];
    const whole = admin.send('GET', `/echo/watch/${id}`);
    for (const [step, input] of [
      ['claim', {}],
      ['complete', {}],
    ] as const) {
      const answer = await doing(`data/yangent-tasks:tasks/task=${id}/${step}`, input);
      expect([step, answer.status, answer.body]).toEqual([step, expect.toBeOneOf([200, 204]), expect.anything()]);
    }
    const told = (await whole).body.trimEnd().split('\n');
    expect(told.at(-1)).toBe('completed');
    expect(await admin.send('GET', `/echo/watch/${id}`)).toMatchObject({ status: 200, body: 'completed\n' });
    expect((await ann.send('GET', `/echo/watch/${id}`)).status).toBe(409);
  });

  it('must have a path of its own', async () => {
    const starting = (...paths: string[]) => {
      const mounts = paths.map((path) => ({ ...echo.mounts[0]!, path }));
      return startTestNode({ plugins: [{ faces: [{ protocol: 'x', mounts }] }] });
    };
    await expect(starting('restconf')).rejects.toThrow('face "x": the mount "restconf" is a path of the node itself');
    await expect(starting('/a')).rejects.toThrow('is no path');
    await expect(starting('a', 'a')).rejects.toThrow('is taken by the face "x"');
  });
});

describe('a WebSocket', () => {
  it('carries texts and bytes both ways, under the subprotocol that the face takes', async () => {
    const socket = dial('/echo/v2', {}, ['v1', 'v2']);
    await once(socket, 'open');
    expect(socket.protocol).toBe('v2');
    socket.send('hi');
    expect(String((await once(socket, 'message'))[0])).toBe('text hi');
    socket.send(Uint8Array.of(1, 2, 3));
    expect([...(await once(socket, 'message'))[0]]).toEqual([3]);
    socket.close();
    await once(socket, 'close');
  });

  it('is opened for who may, where there is one, and from where one may', async () => {
    expect((await refused(dial('/echo', { auth: 'admin:wrong' }))).status).toBe(401);
    expect((await refused(dial('/echo', { origin: 'https://elsewhere.example' }))).status).toBe(403);
    expect((await refused(dial('/agents/secret/echo', credentials('ann', 'ann-has-a-password')))).status).toBe(404);
    const none = await refused(dial('/open/to-all'));
    expect(none.status).toBe(400);
    expect(none.body).toContain('takes no WebSocket');
    expect((await refused(dial('/restconf/data'))).status).toBe(404);
    expect(await refused(dial('/echo/no'))).toEqual({ status: 403, body: 'no' });
  });

  it('is closed on a message that is too long, without harm to others', async () => {
    const [long, other] = [dial('/echo'), dial('/echo')];
    await Promise.all([once(long, 'open'), once(other, 'open')]);
    long.on('error', () => {});
    long.send('x'.repeat(9 << 20));
    expect((await once(long, 'close'))[0]).toBe(1009);
    other.send('still here');
    expect(String((await once(other, 'message'))[0])).toBe('text still here');
    other.close();
  });

  it('ends when its user is gone', async () => {
    const socket = dial('/echo', credentials('ann', 'ann-has-a-password'));
    await once(socket, 'open');
    const closed = once(socket, 'close');
    expect((await admin.send('DELETE', '/restconf/data/yangent-access:access/user=ann')).status).toBe(204);
    expect((await closed)[0]).toBe(1008);
  });

  it('is the only upgrade: other requests are answered as without, and none comes behind another one', async () => {
    const authorization = `Basic ${Buffer.from(`admin:${rig.password}`).toString('base64')}`;
    for (const [line, status, body] of [
      ['GET /restconf/yang-library-version', '200 OK', 'yang-library-version'],
      ['GET /healthz', '200 OK', 'ok\n'],
      ['GET /echo', '200 OK', '"user":"admin"'],
      ['POST /echo', '200 OK', '"body":"hi"'],
    ] as const) {
      const socket = connect({
        port: Number(new URL(rig.url).port),
        host: '127.0.0.1',
        ca: readFileSync(rig.certificate),
      });
      const length = line.startsWith('POST') ? 'Content-Type: text/plain\r\nContent-Length: 2\r\n\r\nhi' : '\r\n';
      socket.write(
        `${line} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: ${authorization}\r\nConnection: Upgrade, HTTP2-Settings, close\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n${length}`,
      );
      let answer = '';
      for await (const part of socket.setEncoding('utf8')) answer += part;
      expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status}\\r\\n`));
      expect(answer).toContain(body);
    }
    // On one connection, again and again.
    const warnings: unknown[] = [];
    const warn = (warning: Error) => warnings.push(warning.message);
    process.on('warning', warn);
    const again = connect({
      port: Number(new URL(rig.url).port),
      host: '127.0.0.1',
      ca: readFileSync(rig.certificate),
    });
    again.setEncoding('utf8');
    for (let time = 0; time < 20; time += 1) {
      again.write('GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n');
      let answer = '';
      while (!answer.endsWith('ok\n')) answer += (await once(again, 'data'))[0];
      expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    }
    again.destroy();
    process.off('warning', warn);
    expect(warnings).toEqual([]);
    const both = connect({ port: Number(new URL(rig.url).port), host: '127.0.0.1', ca: readFileSync(rig.certificate) });
    both.write('GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n');
    both.write('GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
    both.on('error', () => {}).resume();
    await once(both, 'close');
    expect((await admin.send('GET', '/echo')).status).toBe(200);
  });

  it('ends with the node', async () => {
    const own = await startTestNode({ plugins: [{ faces: [echo] }] });
    const socket = new WebSocket(`${own.url.replace('https', 'wss')}/echo`, {
      auth: `admin:${own.password}`,
      ca: readFileSync(own.certificate),
    });
    await once(socket, 'open');
    const closed = once(socket, 'close');
    await own.stop();
    expect((await closed)[0]).toBe(1008);
    expect(sockets.at(-1)?.signal.aborted).toBe(true);
  });
});
