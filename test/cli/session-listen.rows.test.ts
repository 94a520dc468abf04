/** `yangent session listen` as a process of its own: interrupted, without its node, without a reader. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { type RestconfClient, restconfClient } from '../../src/clients/index.js';
import { cleanUpFile, temporaryFolder } from '../support/clean-up.js';
import { startTestNode, type TestNode } from '../support/node.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const data = join(temporaryFolder(), 'data');
let node: TestNode;
let client: RestconfClient;

async function start(port: number): Promise<void> {
  node = await startTestNode({ data, restconf: { host: '127.0.0.1', port } });
  const { url, password, certificate } = node;
  client = restconfClient({ url, username: 'admin', password, ca: readFileSync(certificate) });
}

async function stop(): Promise<void> {
  client.close();
  await node.stop();
}

beforeAll(async () => {
  await start(0);
  cleanUpFile(stop);
  for (const name of ['noc', 'ip'])
    await client.invoke('yangent-agents:register', {
      profile: { name, description: 'Talks', version: '1', provider: 'acme' },
    });
});

async function open(): Promise<string> {
  const opened = await client.invoke('yangent-sessions:open', {
    ...{ from: 'noc', kind: 'group', member: [{ agent: 'ip' }] },
  });
  return String(Object(opened).id);
}

const say = (session: string, content: string) =>
  client.invoke('yangent-sessions:send', { from: 'noc', session, content });

/** Returns the number of the message up to which agent ip has acknowledged. */
async function acknowledged(session: string): Promise<string> {
  const { value } = await client.get(`/yangent-sessions:sessions/session=${session}/member=ip`);
  return Object(value)['yangent-sessions:member'][0].acknowledged;
}

/** Starts a command, and collects what it prints. */
function command(...args: readonly string[]) {
  const target = args.includes('--url') ? [] : ['--url', node.url];
  const child = spawn(process.execPath, ['--import', 'tsx', 'src/cli/main.ts', 'session', ...args, ...target], {
    cwd: ROOT,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const printed = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed.out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    printed.err += text;
  });
  const ended = once(child, 'exit').then(([code, signal]) => code ?? signal);
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  return { child, printed, ended };
}

const SOON = { timeout: 25_000, interval: 50 };

test('IOA-4.1-n: Ctrl-C ends it with exit code 0, and all that was printed is acknowledged', async () => {
  const session = await open();
  await say(session, 'first');
  const { child, printed, ended } = command('listen', session, '--agent', 'ip');
  await expect.poll(() => printed.out, SOON).toContain('first');
  await say(session, 'second');
  await expect.poll(() => printed.out, SOON).toContain('second');
  child.kill('SIGINT');
  expect(await ended).toBe(0);
  expect(printed.err).toBe('');
  expect(await acknowledged(session)).toBe('4');
});

test('it goes on when the node comes back, and prints no message twice', async () => {
  const session = await open();
  await say(session, 'before');
  const { child, printed, ended } = command('listen', session, '--agent', 'ip');
  await expect.poll(() => printed.out, SOON).toContain('before');
  const { port } = new URL(node.url);
  await stop();
  await expect.poll(() => printed.err, SOON).toContain(`yangent: ${node.url} does not answer; trying again\n`);
  await start(Number(port));
  await expect.poll(() => printed.err, SOON).toContain('yangent: connected again\n');
  await say(session, 'after');
  await expect.poll(() => printed.out, SOON).toContain('after');
  child.kill('SIGINT');
  expect(await ended).toBe(0);
  expect(printed.out.match(/before|after/g)).toEqual(['before', 'after']);
}, 120_000);

test('a node that goes away before anything came is waited for as well', async () => {
  const waits: number[] = [];
  const standIn = createServer(async (request, response) => {
    const body = await json(request);
    if (!request.url?.endsWith(':receive')) return response.writeHead(204).end();
    const asked = waits.push(Object(body)['yangent-sessions:input'].wait);
    if (asked === 2) return response.destroy();
    if (asked !== 3) return response.writeHead(204).end();
    const message = {
      session: 's',
      sequence: '1',
      id: 'm',
      type: 'yangent-sessions:discussion',
      at: '2026-01-02T00:00:00Z',
    };
    response.writeHead(200, { 'content-type': 'application/yang-data+json' });
    return response.end(JSON.stringify({ 'yangent-sessions:output': { message: [message] } }));
  });
  await once(standIn.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void standIn.close());
  const url = `http://127.0.0.1:${Object(standIn.address()).port}`;
  const password = join(temporaryFolder(), 'password');
  writeFileSync(password, 'x');
  const login = ['--url', url, '--user', 'ann', '--password-file', password];
  const { printed, ended } = command('listen', '--agent', 'ip', '--wait', '1', '--json', ...login);
  expect(await ended).toBe(0);
  expect(printed.err).toContain(`yangent: ${url} does not answer; trying again\nyangent: connected again\n`);
  expect(JSON.parse(printed.out)).toMatchObject({ id: 'm' });
  expect(waits.slice(0, 4)).toEqual([0, 1, 0, 1]);
});

test('it prints a message that the home of its session refused, and acknowledges it', async () => {
  const why = { 'error-tag': 'invalid-value', 'error-message': 'there is no message 99' };
  const rejected = [{ session: 's', id: 'f-1', ...why }];
  const acknowledged: unknown[] = [];
  const standIn = createServer(async (request, response) => {
    if (request.method === 'GET') return response.writeHead(404).end();
    const input = Object(await json(request))['yangent-sessions:input'];
    if (request.url?.endsWith(':acknowledge')) acknowledged.push(input.position);
    if (!request.url?.endsWith(':receive') || acknowledged.length > 0) return response.writeHead(204).end();
    response.writeHead(200, { 'content-type': 'application/yang-data+json' });
    return response.end(JSON.stringify({ 'yangent-sessions:output': { rejected } }));
  });
  await once(standIn.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void standIn.close());
  const url = `http://127.0.0.1:${Object(standIn.address()).port}`;
  const password = join(temporaryFolder(), 'password');
  writeFileSync(password, 'x');
  const login = ['--url', url, '--user', 'ann', '--password-file', password];
  const { printed, ended } = command('listen', '--agent', 'fault', '--wait', '1', '--json', ...login);
  expect(await ended).toBe(0);
  expect(JSON.parse(printed.out)).toEqual({ rejected: rejected[0] });
  expect(acknowledged).toEqual([[{ session: 's', through: '0', rejected: ['f-1'] }]]);
});

test('a message that nobody reads is not acknowledged', async () => {
  const session = await open();
  await say(session, 'read');
  const { child, printed, ended } = command('listen', session, '--agent', 'ip');
  await expect.poll(() => printed.out, SOON).toContain('read');
  await expect.poll(() => acknowledged(session), SOON).toBe('3');
  child.stdout.destroy();
  await say(session, 'unread');
  expect(await ended).toBe(0);
  expect(await acknowledged(session)).toBe('3');
});

test('a text comes from standard input', async () => {
  const session = await open();
  const { child, printed, ended } = command('say', session, '--from', 'noc', '-');
  child.stdin.end('two\nlines\n');
  expect(await ended).toBe(0);
  expect(printed.out).toBe(`#3 in ${session}\n`);
  const { message } = Object(await client.invoke('yangent-sessions:history', { session, limit: 1 }));
  expect(message).toMatchObject([{ content: 'two\nlines' }]);
});
