import { chmodSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createEmbedder } from '../../../adapters/openai-embeddings/index.js';
import { temporaryFolder } from '../../support/clean-up.js';

const KEY = 'sk-a-key-that-nobody-must-see';
const never = new AbortController().signal;

let server: Server;
let url: string;
let folder: string;
/** What the service got, and what it answers next. */
const got: { headers: IncomingMessage['headers']; body: string }[] = [];
let answer: (response: ServerResponse, body: { input: string[] }) => void;

beforeAll(async () => {
  folder = temporaryFolder();
  writeFileSync(join(folder, 'key'), `${KEY}\n`, { mode: 0o600 });
  server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (part: string) => {
      body += part;
    });
    request.on('end', () => {
      got.push({ headers: request.headers, body });
      answer(response, JSON.parse(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/embeddings`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  got.length = 0;
  answer = (response, { input }) => {
    // Last first: the index says which text a vector belongs to.
    const data = input.map((text, index) => ({
      object: 'embedding',
      index,
      embedding: [text.length, 0, 4, 0, 0, 0, 0, 0],
    }));
    response.end(JSON.stringify({ object: 'list', data: data.reverse(), model: 'm' }));
  };
});

const embedder = (more: Record<string, unknown> = {}) =>
  createEmbedder(
    { adapter: 'openai-embeddings', url, model: 'm-small', dimensions: 8, 'key-file': 'key', ...more },
    folder,
  );

describe('an embeddings service', () => {
  it('is sent the texts, the model and the key, and gives a vector of length 1 for each text', async () => {
    const { embed, name, remote } = await embedder();
    const vectors = await embed(['abc', ''], never);
    expect(vectors.map((vector) => [...vector])).toEqual([
      [expect.closeTo(0.6), 0, expect.closeTo(0.8), 0, 0, 0, 0, 0],
      [0, 0, 1, 0, 0, 0, 0, 0],
    ]);
    expect(got).toHaveLength(1);
    expect(got[0]?.headers).toMatchObject({ authorization: `Bearer ${KEY}`, 'content-type': 'application/json' });
    expect(JSON.parse(got[0]?.body ?? '')).toEqual({
      model: 'm-small',
      input: ['abc', ''],
      encoding_format: 'float',
      dimensions: 8,
    });
    expect({ name, remote }).toEqual({ name: `${new URL(url).host}/m-small`, remote: true });
  });

  it('is not asked about nothing', async () => {
    expect(await (await embedder()).embed([], never)).toEqual([]);
    expect(got).toEqual([]);
  });

  it.each<[string, (response: ServerResponse) => void, RegExp]>([
    ['refuses', (r) => r.writeHead(401).end(`{"error":"wrong key ${KEY}"}`), /answered 401 .*\(key\)/],
    ['is broken', (r) => r.writeHead(500).end(), /answered 500$/],
    ['sends no JSON', (r) => r.end('<html>'), /did not answer with JSON/],
    ['sends no list', (r) => r.end('{}'), /without a list "data"/],
    ['leaves a text out', (r) => r.end('{"data":[]}'), /did not answer text 0 of 1/],
    ['sends a short vector', (r) => r.end('{"data":[{"index":0,"embedding":[1,2]}]}'), /gave 2 numbers where 8/],
    ['sends words', (r) => r.end('{"data":[{"embedding":[1,2,3,4,5,6,7,"x"]}]}'), /not made of numbers/],
    [
      'answers twice',
      (r) => r.end(JSON.stringify({ data: [0, 0].map((index) => ({ index, embedding: [1, 0, 0, 0, 0, 0, 0, 0] })) })),
      /text 0 twice/,
    ],
    ['sends too much', (r) => r.end('x'.repeat(5_000)), /more than 1024 octets/],
    ['sends elsewhere', (r) => r.writeHead(307, { location: 'http://127.0.0.1:9/' }).end(), /fetch failed|redirect/],
  ])('that %s is refused in words without the key', async (_, respond, expected) => {
    answer = respond;
    const { embed } = await embedder({ 'longest-answer': 1_024 });
    const error = await embed(['text'], never).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    expect(String(error)).toMatch(expected);
    expect(String(error)).not.toContain(KEY);
  });

  it('that does not answer in time, or is no longer wanted, is left', async () => {
    answer = () => undefined;
    await expect((await embedder({ timeout: 20 })).embed(['text'], never)).rejects.toMatchObject({
      name: 'TimeoutError',
    });
    await expect((await embedder()).embed(['text'], AbortSignal.timeout(20))).rejects.toMatchObject({
      name: 'TimeoutError',
    });
  });
});

describe('settings of an embeddings service', () => {
  it.each([
    [{ url: 'http://api.example/v1/embeddings' }, /"url" must be an https URL/],
    [{ url: 'https://me:secret@api.example/' }, /must not contain a password/],
    [{ url: 'nonsense' }, /"url" must be/],
    [{ model: '' }, /"model" is missing/],
    [{ dimensions: 1_000_000 }, /"dimensions" must be a number from 8 to 4096/],
    [{ timeout: '1' }, /"timeout" must be a number/],
    [{ speed: 1 }, /"speed" is no setting/],
    [{ 'key-file': 'nowhere' }, /there is no file/],
  ])('%j are refused', async (more, expected) => {
    await expect(embedder(more)).rejects.toThrow(expected);
  });

  it('name a key file that nobody else may read', async () => {
    const open = join(folder, 'open');
    writeFileSync(open, KEY);
    chmodSync(open, 0o644);
    const error = await embedder({ 'key-file': 'open' }).catch(String);
    expect(error).toMatch(/others may read it; run: chmod 600/);
    expect(error).not.toContain(KEY);
  });
});
