/** Bytes of data parameters at `/data/{id}`: sent, resumed, followed and fetched by curl, apart from the operations. */
import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { type ClientRequest, type IncomingMessage, request as plainRequest } from 'node:http';
import { request } from 'node:https';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describePeer } from '../peers.js';
import { temporaryFolder } from '../support/clean-up.js';
import { curl } from '../support/curl.js';
import { errorIn, Https } from '../support/http.js';
import { startTestNode, type TestNode } from '../support/node.js';
import { type ServeProcess, startServe } from '../support/serve.js';
import { login, startOwnersNode } from './ownership-rig.js';

const MEGABYTE = 1 << 20;
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest();
const reprDigest = (bytes: Uint8Array) => `sha-256=:${sha256(bytes).toString('base64')}:`;

let rig: TestNode;
let alice: Https;
let bob: Https;
beforeAll(async () => {
  rig = await startOwnersNode();
  alice = new Https(rig, 'alice', login('alice').password);
  bob = new Https(rig, 'bob', login('bob').password);
});
afterAll(async () => {
  alice?.close();
  bob?.close();
  await rig?.stop();
});

const put = (user: Https, id: string, body: Buffer, headers: Record<string, string> = {}, type = 'image/png') =>
  user.send('PUT', `/data/${id}`, { body, type, headers });
const param = async (user: Https, id: string) => {
  const { status, body } = await user.send('GET', `/restconf/data/yangent-contexts:data/param=${id}`);
  return status === 200 ? JSON.parse(body)['yangent-contexts:param'][0] : status;
};

describePeer('curl', 'curl moves files', () => {
  const loginOfAlice = `alice:${login('alice').password}`;

  it.each(['--http1.1', '--http2'])(
    'CUI-5-a CUI-5-c: up and down in one go with %s, whatever is in them',
    async (version) => {
      const file = join(temporaryFolder(), 'spectrum.bin');
      const bytes = randomBytes(3 * MEGABYTE + 17);
      writeFileSync(file, bytes);
      const id = `go${version}`;
      const sent = await curl(rig, `/data/${id}`, {
        login: loginOfAlice,
        options: [version, '--upload-file', file, '--header', 'content-type: video/mp4'],
      });
      expect(sent).toMatchObject({ status: 201, headers: { location: `/data/${id}`, 'upload-complete': '?1' } });
      expect(await param(alice, id)).toMatchObject({
        modality: 'video',
        'media-type': 'video/mp4',
        size: String(bytes.length),
        digest: `sha-256:${sha256(bytes).toString('hex')}`,
        complete: true,
      });
      const back = join(temporaryFolder(), 'back.bin');
      const fetched = await curl(rig, `/data/${id}`, {
        login: loginOfAlice,
        options: [version, '--dump-header', '-', '--output', back, '--no-include'],
      });
      expect(fetched).toMatchObject({
        status: 200,
        headers: {
          'content-type': 'video/mp4',
          'repr-digest': reprDigest(bytes),
          'content-length': String(bytes.length),
        },
      });
      expect(readFileSync(back).equals(bytes)).toBe(true);
    },
  );

  it('goes on with a download that broke off, and with an upload from where it ended', async () => {
    const folder = temporaryFolder();
    const [whole, part, back] = [join(folder, 'whole'), join(folder, 'part'), join(folder, 'back')];
    const bytes = randomBytes(MEGABYTE);
    writeFileSync(whole, bytes);
    writeFileSync(part, bytes.subarray(0, 400_000));
    const first = await curl(rig, '/data/resumed', {
      login: loginOfAlice,
      options: ['--upload-file', part, '--header', 'upload-complete: ?0'],
    });
    expect(first).toMatchObject({ status: 201, headers: { 'upload-offset': '400000', 'upload-complete': '?0' } });
    const head = await curl(rig, '/data/resumed', { method: 'HEAD', login: loginOfAlice });
    expect(head.headers).toMatchObject({ 'upload-offset': '400000', 'upload-complete': '?0' });
    // curl sends "Content-Range: bytes 400000-1048575/1048576".
    const rest = await curl(rig, '/data/resumed', {
      login: loginOfAlice,
      options: ['--upload-file', whole, '--continue-at', '400000'],
    });
    expect(rest).toMatchObject({ status: 204, headers: { 'upload-complete': '?1' } });
    writeFileSync(back, bytes.subarray(0, 1000));
    await curl(rig, '/data/resumed', {
      login: loginOfAlice,
      options: ['--no-include', '--output', back, '--continue-at', '1000'],
    });
    expect(readFileSync(back).equals(bytes)).toBe(true);
    expect(statSync(back).size).toBe(MEGABYTE);
  });
});

describe('bytes that arrive', () => {
  it('in parts keep to the total that was announced with the first one', async () => {
    const part = (range: string, bytes: string, more: Readonly<Record<string, string>> = {}) =>
      alice.send('PUT', '/data/total', { body: bytes, headers: { 'content-range': `bytes ${range}`, ...more } });
    expect(await part('0-3/10', '0123')).toMatchObject({ status: 201, headers: { 'upload-offset': '4' } });
    const refused = await part('4-7/8', '4567');
    expect(refused).toMatchObject({ status: 400 });
    expect(errorIn(refused)).toMatchObject({ 'error-tag': 'invalid-value', 'error-app-tag': 'length' });
    const cut = await part('4-7/*', '4567', { 'upload-complete': '?1' });
    expect(errorIn(cut)).toMatchObject({ 'error-tag': 'invalid-value', 'error-app-tag': 'length' });
    expect(await alice.send('HEAD', '/data/total')).toMatchObject({ headers: { 'upload-offset': '4' } });
    expect(await part('4-9/10', '456789')).toMatchObject({ status: 204, headers: { 'upload-complete': '?1' } });
    expect((await alice.send('GET', '/data/total')).body).toBe('0123456789');
  });

  it('belong to whoever sent them, and to those they are handed to', async () => {
    const bytes = Buffer.from('the picture');
    expect(await put(alice, 'mine', bytes)).toMatchObject({ status: 201 });
    expect(await bob.send('GET', '/data/mine')).toMatchObject({ status: 404 });
    expect(await bob.send('HEAD', '/data/mine')).toMatchObject({ status: 404 });
    expect(await param(bob, 'mine')).toBe(404);
    expect(await put(bob, 'mine', Buffer.from('forged'))).toMatchObject({ status: 403 });
    expect(await bob.send('DELETE', '/data/mine')).toMatchObject({ status: 404 });
    // A task to bob's agent that refers to it hands it on.
    const input = { from: 'a1', to: 'b1', content: '##task description look', 'data-param': ['mine'] };
    const assigned = await alice.send('POST', '/restconf/operations/yangent-tasks:assign', {
      body: JSON.stringify({ 'yangent-tasks:input': input }),
    });
    expect(assigned.status).toBe(200);
    expect(await bob.send('GET', '/data/mine')).toMatchObject({ status: 200, body: 'the picture' });
    expect(await put(bob, 'mine', Buffer.from('forged'))).toMatchObject({ status: 403 });
    expect(await bob.send('DELETE', '/data/mine')).toMatchObject({ status: 403 });
    expect(await alice.send('DELETE', '/data/mine')).toMatchObject({ status: 204 });
    expect(await bob.send('GET', '/data/mine')).toMatchObject({ status: 404 });
  });

  it('sent through an agent are for that agent, and appear in its data-params with their URL', async () => {
    await alice.send('PUT', '/agents/b2/data/for-b2', { body: 'text for b2', type: 'text/plain' });
    expect(await bob.send('GET', '/agents/b2/data/for-b2')).toMatchObject({ status: 200, body: 'text for b2' });
    const { body } = await bob.send('GET', '/agents/b2/restconf/data/irtf-agent:data-params=for-b2');
    expect(JSON.parse(body)).toEqual({
      'irtf-agent:data-params': [
        { id: 'for-b2', dataType: 'text', format: 'text/plain', url: `${rig.url}/data/for-b2` },
      ],
    });
  });

  it('are refused where their digest or length is not what was announced, and nothing is kept', async () => {
    const bytes = Buffer.from('0123456789');
    const wrong = await put(alice, 'broken', bytes, { 'repr-digest': reprDigest(Buffer.from('other')) });
    expect([wrong.status, errorIn(wrong)]).toMatchObject([
      400,
      { 'error-tag': 'invalid-value', 'error-app-tag': 'digest' },
    ]);
    expect(await alice.send('GET', '/data/broken')).toMatchObject({ status: 404 });
    expect(await put(alice, 'broken', bytes, { 'repr-digest': reprDigest(bytes) })).toMatchObject({ status: 201 });
    const short = await put(alice, 'broken', bytes, { 'content-range': 'bytes 0-19/20' });
    expect(short.status).toBe(400);
    expect((await alice.send('GET', '/data/broken')).body).toBe('0123456789');
  });

  it('go on only where they ended', async () => {
    await put(alice, 'parts', Buffer.from('abc'), { 'content-range': 'bytes 0-2/9' });
    const gap = await put(alice, 'parts', Buffer.from('ghi'), { 'content-range': 'bytes 6-8/9' });
    expect([gap.status, gap.headers['upload-offset'], errorIn(gap)]).toMatchObject([
      409,
      '3',
      {
        'error-app-tag': 'offset',
        'error-message': 'data "parts" cannot go on at byte 6; the next one expected is byte 3',
      },
    ]);
    expect(await put(alice, 'parts', Buffer.from('def'), { 'content-range': 'bytes 3-5/9' })).toMatchObject({
      status: 204,
    });
    expect(await put(alice, 'parts', Buffer.from('ghi'), { 'content-range': 'bytes 6-8/9' })).toMatchObject({
      status: 204,
    });
    expect((await alice.send('GET', '/data/parts')).body).toBe('abcdefghi');
    expect(await param(alice, 'parts')).toMatchObject({ 'chunk-count': 3, complete: true, size: '9' });
  });

  it('replace others only when they are complete and when the condition holds', async () => {
    const { headers } = await put(alice, 'version', Buffer.from('one'));
    const conditions: Record<string, string>[] = [{ 'if-none-match': '*' }, { 'if-match': '"other"' }];
    for (const condition of conditions)
      expect(await put(alice, 'version', Buffer.from('new'), condition)).toMatchObject({
        status: 412,
        body: expect.stringContaining('"error-app-tag":"precondition-failed"'),
      });
    expect(await put(alice, 'version', Buffer.from('two'), { 'if-match': String(headers.etag) })).toMatchObject({
      status: 204,
    });
    const not = await alice.send('GET', '/data/version', { headers: { 'if-none-match': String(headers.etag) } });
    expect([not.status, not.body]).toEqual([200, 'two']);
    const same = await alice.send('GET', '/data/version', { headers: { 'if-none-match': String(not.headers.etag) } });
    expect([same.status, same.body]).toEqual([304, '']);
  });

  it('given as text in a message are there as bytes too', async () => {
    await alice.send('PUT', '/restconf/data/irtf-agent:data-params=note', {
      body: JSON.stringify({ 'irtf-agent:data-params': [{ id: 'note', dataType: 'text', data: 'grüße' }] }),
    });
    expect(await alice.send('GET', '/data/note')).toMatchObject({
      status: 200,
      body: 'grüße',
      headers: { 'content-type': 'text/plain; charset=utf-8', 'content-length': '7' },
    });
  });

  it.each([
    ['bytes=0-3', 206, 'bytes 0-3/10', '0123'],
    ['bytes=7-', 206, 'bytes 7-9/10', '789'],
    ['bytes=-2', 206, 'bytes 8-9/10', '89'],
    ['bytes=5-100', 206, 'bytes 5-9/10', '56789'],
    ['bytes=10-', 416, 'bytes */10', ''],
    ['bytes=4-2', 200, undefined, '0123456789'],
    ['bytes=0-1,3-4', 200, undefined, '0123456789'],
    ['lines=1-2', 200, undefined, '0123456789'],
  ])('are answered for Range %s with %i', async (range, status, contentRange, body) => {
    await put(alice, 'ranges', Buffer.from('0123456789'));
    const answer = await alice.send('GET', '/data/ranges', { headers: { range } });
    expect([answer.status, answer.headers['content-range'], answer.body]).toEqual([status, contentRange, body]);
  });

  it.each([
    ['POST', '/data/x', {}, 405],
    ['GET', '/data/none', {}, 404],
    ['GET', '/data/%ff', {}, 400],
    ['GET', '/data/ranges?x=1', {}, 400],
    ['GET', "/data/'%22", {}, 404],
    ['PUT', '/data/x', { 'content-range': 'bytes 3-1/9' }, 400],
    ['PUT', '/data/x', { 'content-range': 'bytes 0-8/9', 'upload-complete': 'yes' }, 400],
    ['PUT', '/data/x', { 'repr-digest': 'sha-256=:AAAA:' }, 400],
    ['PUT', '/data/x', { 'content-encoding': 'gzip' }, 415],
    ['PUT', '/data/x', { 'content-type': 'no type' }, 415],
    ['PUT', '/data/%00', {}, 400],
    ['PUT', `/data/${'x'.repeat(300)}`, {}, 400],
  ])('%s %s with %j is refused with %i', async (method, path, headers, status) => {
    const answer = await alice.send(method, path, {
      ...(method === 'PUT' && { body: 'x' }),
      type: 'text/plain',
      headers,
    });
    expect(answer.status).toBe(status);
    expect(errorIn(answer)).toMatchObject({ 'error-message': expect.any(String) });
    expect(await param(alice, 'x')).toBe(404);
  });
});

describe('bounds', () => {
  let small: TestNode;
  let admin: Https;
  const send = (id: string, length: number, headers = {}) => put(admin, id, Buffer.alloc(length, 1), headers);
  beforeAll(async () => {
    small = await startTestNode({ limits: { data: { size: 1000, perUser: 2500 } } });
    admin = new Https(small);
  });
  afterAll(async () => {
    admin?.close();
    await small?.stop();
  });

  it('of one piece and of a user are kept, by whatever way the bytes come', async () => {
    expect(await send('a', 1000)).toMatchObject({ status: 201 });
    const refused = await send('b', 1001);
    expect([refused.status, errorIn(refused)]).toMatchObject([
      413,
      { 'error-tag': 'too-big', 'error-message': 'data "b" is longer than the 1000 bytes that there is room for' },
    ]);
    expect(await send('b', 600, { 'content-range': 'bytes 0-599/*' })).toMatchObject({ status: 201 });
    expect(await send('b', 600, { 'content-range': 'bytes 600-1199/*' })).toMatchObject({ status: 413 });
    const streamed = await curl(small, '/data/c', {
      method: 'PUT',
      body: 'x'.repeat(1001),
      headers: ['transfer-encoding: chunked'],
    });
    expect(streamed.status).toBe(413);
    expect(await param(admin, 'c')).toBe(404);
    await send('d', 800);
    expect(await param(admin, 'b')).toBe(404);
    expect(await send('e', 800)).toMatchObject({ status: 413 });
    expect(await send('a', 900)).toMatchObject({ status: 204 });
    expect(await send('e', 700)).toMatchObject({ status: 201 });
  });

  it('leave no bytes behind that nothing names', async () => {
    const files = () => readdirSync(join(small.directory, 'bytes'));
    for (const id of ['a', 'd', 'e']) expect(await admin.send('DELETE', `/data/${id}`)).toMatchObject({ status: 204 });
    expect(files()).toEqual([]);
  });
});

describe('data that is still arriving', () => {
  const authorization = (user: 'alice' | 'bob') =>
    `Basic ${Buffer.from(`${user}:${login(user).password}`).toString('base64')}`;
  const sending = (path: string) =>
    request(`${rig.url}${path}`, {
      method: 'PUT',
      ca: readFileSync(rig.certificate),
      headers: { authorization: authorization('alice'), 'content-type': 'audio/ogg' },
    });
  const answerTo = (outgoing: ClientRequest) =>
    new Promise<IncomingMessage>((resolve, reject) => outgoing.once('response', resolve).once('error', reject));
  const firstPiece = Buffer.alloc(4 * MEGABYTE, 1);

  it('CUI-5-c CUI-5-d: is followed while the operations go on, and ends with it', async () => {
    const voice = sending('/data/voice');
    const sent = answerTo(voice);
    voice.write(firstPiece);
    await expect
      .poll(() => param(alice, 'voice'), { timeout: 10_000 })
      .toMatchObject({ complete: false, size: String(firstPiece.length) });
    const follower = await answerTo(
      request(`${rig.url}/data/voice`, {
        ca: readFileSync(rig.certificate),
        headers: { authorization: authorization('alice') },
      }).end(),
    );
    expect(follower.headers).toMatchObject({ 'upload-complete': '?0', 'content-type': 'audio/ogg' });
    const received: Buffer[] = [];
    let bytes = 0;
    const heard = new Promise<void>((resolve) => follower.once('end', resolve));
    follower.on('data', (chunk: Buffer) => {
      received.push(chunk);
      bytes += chunk.length;
    });
    await expect.poll(() => bytes).toBe(firstPiece.length);
    const control = await alice.send('POST', '/restconf/operations/yangent-agents:discover', {
      body: JSON.stringify({ 'yangent-agents:input': {} }),
    });
    expect(control.status).toBe(200);
    voice.end('and the last words');
    expect((await sent).statusCode).toBe(201);
    await heard;
    expect(Buffer.concat(received).subarray(firstPiece.length).toString()).toBe('and the last words');
  });

  it('is written by one at a time, keeps what came of it, and goes on', async () => {
    const cut = sending('/data/cut');
    cut.on('error', () => {});
    cut.write(firstPiece);
    await expect
      .poll(() => param(alice, 'cut'), { timeout: 10_000 })
      .toMatchObject({ size: String(firstPiece.length) });
    const second = await put(alice, 'cut', Buffer.from('x'), {}, 'audio/ogg');
    expect([second.status, errorIn(second)]).toMatchObject([409, { 'error-tag': 'in-use' }]);
    cut.destroy();
    const size = firstPiece.length;
    await expect
      .poll(
        async () =>
          (await put(alice, 'cut', Buffer.from('end'), { 'content-range': `bytes ${size}-${size + 2}/${size + 3}` }))
            .status,
      )
      .toBe(204);
    expect(await param(alice, 'cut')).toMatchObject({ complete: true, size: String(size + 3), 'chunk-count': 2 });
  });
});

describe('after kill -9 in the middle of an upload', () => {
  let serve: ServeProcess | undefined;
  afterAll(() => serve?.end('SIGKILL'));

  it('what was told to be there is there, and the upload goes on', async () => {
    const data = temporaryFolder();
    serve = await startServe({ data });
    const authorization = `Basic ${Buffer.from(`admin:${serve.password}`).toString('base64')}`;
    const bytes = randomBytes(9 * MEGABYTE);
    const upload = plainRequest(`${serve.url}/data/big`, {
      method: 'PUT',
      headers: { authorization, 'content-type': 'application/octet-stream', 'content-length': String(bytes.length) },
    });
    upload.on('error', () => {});
    upload.write(bytes.subarray(0, 6 * MEGABYTE));
    const offset = async () => {
      const { url = '' } = serve ?? {};
      const answer = await fetch(`${url}/data/big`, { method: 'HEAD', headers: { authorization } });
      return Number(answer.headers.get('upload-offset'));
    };
    await expect.poll(offset, { timeout: 10_000 }).toBeGreaterThanOrEqual(4 * MEGABYTE);
    const told = await offset();
    await serve.end('SIGKILL');
    serve = await startServe({ data });
    const kept = await offset();
    expect(kept).toBeGreaterThanOrEqual(told);
    const rest = await fetch(`${serve.url}/data/big`, {
      method: 'PUT',
      headers: {
        authorization,
        'content-range': `bytes ${kept}-${bytes.length - 1}/${bytes.length}`,
        'repr-digest': reprDigest(bytes),
      },
      body: bytes.subarray(kept),
    });
    expect(rest.status).toBe(204);
    const whole = Buffer.from(
      await (await fetch(`${serve.url}/data/big`, { headers: { authorization } })).arrayBuffer(),
    );
    expect(whole.equals(bytes)).toBe(true);
  });
});
