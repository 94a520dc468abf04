/** A peer that lies about the bytes of its data: readers are told, nothing wrong is kept, and the next one reads anew. */
import { createHash } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { followed } from '../support/live-data.js';
import { startTestNode, type TestNode } from '../support/node.js';
import { agentEntry } from '../tasks/fixture.js';
import { until } from '../until.js';
import { user } from './bytes-client.js';
import { Client, users, withSecret } from './domains-rig.js';
import { header, message, newId } from './lying-batch.js';
import { LyingNode } from './lying-node.js';

const MOST = 1 << 20;

let liar: LyingNode;
let near: TestNode;
let bob: Client;
let id: string;
let count = 1;
beforeAll(async () => {
  liar = await LyingNode.start();
  near = await startTestNode({
    data: withSecret('from-near'),
    limits: { data: { size: MOST, silence: 2_000 }, remote: { patience: 1_000 } },
  });
  const accepts = { execution: { accepts: { sessions: 'anyone' } } };
  await near.node.edit({
    ...users('liar', 'bob'),
    'yangent-agents:agents': { agent: [agentEntry('fault', ['bob'], accepts)] },
  });
  const address = { target: liar.url, user: 'near', credential: 'peer', identity: liar.identity };
  const peer = [{ name: 'liar', domain: ['liar.example'], user: 'liar', address }];
  await near.node.edit({ 'yangent-peers:peers': { domain: 'near.example', peer } });
  bob = new Client(near, 'bob');
  id = newId();
  await liar.give({ session: [header(id)], message: [message(id, 1)] });
});
afterAll(async () => {
  bob?.https.close();
  liar?.stop();
  await near?.stop();
});

const digest = (text: string) => `sha-256=:${createHash('sha256').update(text).digest('base64')}:`;
const complete = (text: string, more: Record<string, string> = {}) => ({
  ...{ 'content-type': 'text/plain', 'content-length': `${text.length}`, 'upload-complete': '?1' },
  ...{ 'repr-digest': digest(text), ...more },
});

/** Lets the liar have these data, and name them. @returns how they are called here */
async function named(
  data: string,
  head: Record<string, string>,
  get: (response: ServerResponse, range: string | undefined) => void,
): Promise<string> {
  count += 1;
  answer(head, get);
  const artifact = [{ name: 'data', 'data-param': `${data}@liar.example` }];
  await liar.give({ session: [header(id)], message: [message(id, count, { artifact })] });
  return `${data}@liar.example`;
}

function answer(head: Record<string, string>, get: (response: ServerResponse, range: string | undefined) => void) {
  liar.answerBytes = (request, response) => {
    if (request.method === 'HEAD') response.writeHead(200, head).end();
    else get(response, request.headers.range);
  };
}

/** Returns what a reader gets, and whether the answer ended whole. */
async function read(
  param: string,
): Promise<{ readonly status: number; readonly text: string; readonly isWhole: boolean }> {
  const reader = await followed(near, user('bob'), `/data/${param}`);
  const isWhole = await reader.over;
  return { status: reader.status, text: reader.text(), isWhole };
}
/** The bytes of data that are stored. */
const stored = () =>
  readdirSync(near.directory, { recursive: true, encoding: 'utf8' })
    .filter((name) => /[0-9a-f-]{36}$/.test(name))
    .reduce((sum, name) => sum + statSync(join(near.directory, name)).size, 0);
/** Lets the peer give what is right, and reads until it has come. */
const right = (param: string, text: string) => {
  answer(complete(text), (response, range) => {
    const start = Number(/^bytes=(\d+)-/.exec(range ?? '')?.[1] ?? 0);
    response.writeHead(range === undefined ? 200 : 206, { 'content-type': 'text/plain' }).end(text.slice(start));
  });
  return until(
    () => read(param),
    (got) => got.isWhole && got.text === text,
  );
};

it('gives right bytes', async () => {
  const text = 'as it is';
  const param = await named('right', complete(text), (response) => response.writeHead(200, complete(text)).end(text));
  expect(await read(param)).toEqual({ status: 200, text, isWhole: true });
});

it('gives bytes of another digest', async () => {
  const param = await named('digest', complete('expected'), (response) => response.writeHead(200).end('and else'));
  expect((await read(param)).isWhole).toBe(false);
  expect(await right(param, 'expected')).toMatchObject({ text: 'expected' });
});

it('gives more, or fewer, bytes than it has said', async () => {
  for (const [name, given] of [
    ['more', 'expected, and more'],
    ['fewer', 'exp'],
  ] as const) {
    const param = await named(name, complete('expected'), (response) => response.writeHead(200).end(given));
    expect([name, (await read(param)).isWhole]).toEqual([name, false]);
    expect(await right(param, 'expected')).toMatchObject({ text: 'expected' });
  }
});

it('gives bytes without end', async () => {
  const growing = { 'content-type': 'video/mp4', 'upload-complete': '?0', 'upload-offset': '0' };
  const piece = Buffer.alloc(64 << 10, 'x');
  const param = await named('endless', growing, (response) => {
    const more = () => {
      while (!response.destroyed && response.write(piece));
    };
    response.writeHead(200, growing);
    response.on('drain', more);
    more();
  });
  const got = await read(param);
  expect(got.isWhole).toBe(false);
  expect(got.text.length).toBeLessThanOrEqual(MOST);
  await until(stored, (bytes) => bytes < MOST / 2);
  expect(await right(param, 'short')).toMatchObject({ text: 'short' });
});

it('gives another range than it was asked for', async () => {
  const text = 'first and second';
  const param = await named('range', complete(text), (response, range) => {
    if (range !== undefined) response.writeHead(206, { 'content-range': 'bytes 0-15/16' }).end(text);
    else {
      response.writeHead(200, { 'content-length': `${text.length}` });
      response.write(text.slice(0, 6), () => setTimeout(() => response.destroy(), 300));
    }
  });
  expect((await read(param)).isWhole).toBe(false);
  expect(await right(param, text)).toMatchObject({ text });
});

it.each([
  ['no length', { 'content-length': undefined, 'upload-offset': 'many' }],
  ['a length below zero', { 'content-length': undefined, 'upload-offset': '-7' }],
  ['a length beyond all numbers', { 'content-length': undefined, 'upload-offset': '9'.repeat(400) }],
])('says %s', async (what, more) => {
  const text = 'said';
  const head = Object.fromEntries(Object.entries({ ...complete(text), ...more }).filter(([, each]) => each)) as Record<
    string,
    string
  >;
  const param = await named(`says-${count}`, head, (response) => response.writeHead(200, head).end(text));
  const { status } = await read(param);
  expect([what, status < 500 ? 'told' : status]).toEqual([what, 'told']);
  const list = await bob.https.send('GET', '/restconf/data/yangent-contexts:data');
  expect([what, list.status]).toEqual([what, 200]);
  expect((await new Client(near).https.send('GET', '/restconf/data/irtf-agent:data-params')).status).toBe(200);
  expect(await right(param, 'expected')).toMatchObject({ text: 'expected' });
});

it.each([
  ['without end', `text/${'x'.repeat(4_000)}`],
  ['that is none', 'what is said; in clear'],
])('says a media type %s', async (_what, type) => {
  const head = complete('said', { 'content-type': type });
  const param = await named(`types-${count}`, head, (response) => response.writeHead(200, head).end('said'));
  expect(await read(param)).toMatchObject({ text: 'said', isWhole: true });
  const { headers } = await bob.https.send('HEAD', `/data/${param}`);
  expect(headers['content-type']).toBe('application/octet-stream');
});
