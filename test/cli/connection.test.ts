import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { temporaryFolder } from '../support/clean-up.js';
import { startTestNode, type TestNode } from '../support/node.js';
import { yangent } from './support.js';

let node: TestNode;
let state: string;

beforeAll(async () => {
  state = temporaryFolder();
  vi.stubEnv('YANGENT_STATE', state);
  node = await startTestNode();
});

afterAll(async () => {
  await node.stop();
  vi.unstubAllEnvs();
});

test('the only node that this user runs is found by itself, and named', async () => {
  const found = await yangent('profile', 'list');
  expect([found.code, found.err]).toEqual([0, `yangent: node ${node.url}\n`]);
  expect(found.out).toMatch(/^coordinator +online +hosted +agent-task-dag, agent-task-dag-rollback, workflow$/m);
  expect(await yangent('profile', 'list', '--url', node.url)).toEqual({ ...found, err: '' });
});

test('of several nodes none is taken; one must be named', async () => {
  const other = await startTestNode();
  try {
    const { code, out, err } = await yangent('profile', 'list');
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(/^yangent: 2 nodes of this user are running; name one with --url or YANGENT_URL:\n/);
    for (const url of [node.url, other.url])
      expect(err).toMatch(new RegExp(`^  ${url}  process ${process.pid}, started \\d{4}-\\S+, data in \\S+$`, 'm'));
    expect((await yangent('profile', 'list', '--url', other.url)).code).toBe(0);
    vi.stubEnv('YANGENT_URL', node.url);
    expect((await yangent('profile', 'list')).code).toBe(0);
    vi.stubEnv('YANGENT_URL', '');
  } finally {
    await other.stop();
  }
});

test('files of nodes that have ended are passed over', async () => {
  // No process has this number: it is above the greatest that Linux gives out.
  const gone = {
    url: 'https://127.0.0.1:1',
    user: 'admin',
    passwordFile: '/nowhere',
    pid: 2 ** 22 + 1,
    started: '2099-01-01T00:00:00Z',
  };
  writeFileSync(join(state, 'gone.json'), JSON.stringify(gone));
  writeFileSync(join(state, 'damaged.json'), '{"url":');
  expect((await yangent('profile', 'list')).code).toBe(0);
});

test('when nothing runs, the way to start a node is told', async () => {
  const empty = join(state, 'empty');
  mkdirSync(empty);
  vi.stubEnv('YANGENT_STATE', empty);
  const { code, err } = await yangent('profile', 'list');
  vi.stubEnv('YANGENT_STATE', state);
  expect(code).toBe(2);
  expect(err).toBe(
    'yangent: no node of this user is running; start one with "yangent serve", or name one with --url\n',
  );
});

test('user, password and certificate can be given', async () => {
  const passwordFile = join(node.directory, 'admin-password');
  const { code } = await yangent(
    'profile',
    'list',
    '--url',
    node.url,
    '--user',
    'admin',
    '--password-file',
    passwordFile,
    '--ca',
    node.certificate,
  );
  expect(code).toBe(0);
});

test('YANGENT_URL names the node', async () => {
  vi.stubEnv('YANGENT_URL', `${node.url}/restconf`);
  expect((await yangent('profile', 'list')).code).toBe(0);
  vi.stubEnv('YANGENT_URL', 'localhost');
  expect((await yangent('profile', 'list')).err).toContain('"localhost" is not the address of a node');
  vi.stubEnv('YANGENT_URL', '');
});

test('a wrong password is told as such', async () => {
  const passwordFile = join(state, 'wrong');
  writeFileSync(passwordFile, 'guess\n');
  const { code, err } = await yangent(
    'profile',
    'list',
    '--url',
    node.url,
    '--user',
    'admin',
    '--password-file',
    passwordFile,
  );
  expect(code).toBe(1);
  expect(err).toBe(`yangent: ${node.url} does not let user "admin" in: unknown, or another password\n`);
});

test('where nobody listens, that is said', async () => {
  const passwordFile = join(node.directory, 'admin-password');
  const url = `https://127.0.0.1:${await closedPort()}`;
  const { code, err } = await yangent(
    'profile',
    'list',
    '--url',
    url,
    '--user',
    'admin',
    '--password-file',
    passwordFile,
  );
  expect(code).toBe(1);
  expect(err).toBe(`yangent: no node answers at ${url}; start one with "yangent serve"\n`);
  expect(await yangent('profile', 'list', '--url', url)).toEqual({ code, out: '', err });
});

test('at a node of another user, credentials are asked for', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `https://127.0.0.1:${Object(server.address()).port}`;
  const { code, err } = await yangent('profile', 'list', '--url', url);
  server.close();
  expect([code, err]).toEqual([2, `yangent: ${url} was not started by this user: give --user and --password-file\n`]);
});

test('a certificate that is not trusted is named', async () => {
  const other = await startTestNode();
  try {
    const passwordFile = join(node.directory, 'admin-password');
    const { code, err } = await yangent(
      'profile',
      'list',
      '--url',
      node.url,
      '--user',
      'admin',
      '--password-file',
      passwordFile,
      '--ca',
      other.certificate,
    );
    expect(code).toBe(1);
    expect(err).toBe(
      `yangent: the certificate of ${node.url} is not trusted; give the file of the right one with --ca\n`,
    );
  } finally {
    await other.stop();
  }
});

/** A port on which nobody listens. */
async function closedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}
