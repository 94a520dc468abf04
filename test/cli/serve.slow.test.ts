import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeEach, expect, test, vi } from 'vitest';
import { connectNetconf, restconfClient } from '../../src/clients/index.js';
import type { ReadyInfo } from '../../src/node/index.js';
import { temporaryFolder } from '../support/clean-up.js';
import { IP_FAULT } from './node.js';
import { spawnServe, untilReady } from './process.js';
import { yangent } from './support.js';

let directory: string;
let state: string;

beforeEach(() => {
  directory = temporaryFolder();
  state = temporaryFolder();
  vi.stubEnv('YANGENT_STATE', state);
  return () => vi.unstubAllEnvs();
});

const FREE = ['--netconf', '127.0.0.1:0', '--restconf', '127.0.0.1:0'];

function readyInfo(file: string): ReadyInfo {
  return JSON.parse(readFileSync(file, 'utf8'));
}

test('serve writes its ready file when all listens, and takes it back with SIGTERM', async () => {
  const readyFile = join(directory, 'ready.json');
  const served = spawnServe('--data', directory, ...FREE, '--agent', IP_FAULT, '--ready-file', readyFile);
  await untilReady(served);
  const ready = readyInfo(readyFile);
  expect(ready).toEqual({
    netconf: { host: '127.0.0.1', port: expect.any(Number), hostKeyFingerprint: expect.stringMatching(/^SHA256:/) },
    restconf: {
      url: expect.stringMatching(/^https:\/\/127\.0\.0\.1:\d+$/),
      certificate: join(directory, 'restconf-cert.pem'),
    },
    agents: ['coordinator', 'ip-fault'].map((id) => ({
      id,
      restconf: `${ready.restconf?.url}/agents/${id}/restconf`,
      netconfUser: expect.stringMatching(new RegExp(`%${id}$`)),
    })),
    passwordFile: join(directory, 'admin-password'),
    pid: served.child.pid,
    auditKey: expect.stringMatching(/^[0-9a-f-]{36}\+[0-9a-f]{8}\+A[\w+/]+=*$/),
    auditKeyFingerprint: expect.stringMatching(/^[\w-]{43}$/),
  });
  // The first start tells the key that auditors keep.
  const told = `  audit key ${ready.auditKey}   fingerprint ${ready.auditKeyFingerprint}\n`;
  expect(served.output().out).toContain(told);
  expect(statSync(readyFile).mode & 0o777).toBe(0o600);
  expect(statSync(ready.passwordFile).mode & 0o777).toBe(0o600);
  expect(readdirSync(state)).toHaveLength(1);
  expect((await yangent('profile', 'list')).out).toContain('ip-fault');

  served.child.kill('SIGTERM');
  expect(await served.ended).toBe(0);
  expect(readdirSync(state)).toEqual([]);
  expect(served.output().err).toBe('');
});

test('every --user logs in with the password in the file beside it', async () => {
  const readyFile = join(directory, 'ready.json');
  const users = ['alice', 'bob'].flatMap((name) => {
    writeFileSync(join(directory, `${name}.password`), `${name}-secret\n`);
    return ['--user', name, '--password-file', join(directory, `${name}.password`)];
  });
  const served = spawnServe('--data', join(directory, 'data'), ...FREE, ...users, '--ready-file', readyFile);
  await untilReady(served);
  const { netconf, restconf } = readyInfo(readyFile);
  for (const name of ['alice', 'bob']) {
    const client = restconfClient({
      url: restconf?.url ?? '',
      username: name,
      password: `${name}-secret`,
      ca: readFileSync(restconf?.certificate ?? ''),
    });
    expect((await client.get('/yangent-agents:agents').catch((error) => error)).status).not.toBe(401);
    client.close();
  }
  const session = await connectNetconf({
    host: '127.0.0.1',
    port: netconf?.port ?? 0,
    username: 'bob',
    password: 'bob-secret',
    hostKey: netconf?.hostKeyFingerprint ?? '',
  });
  expect(session.sessionId).toBeGreaterThan(0);
  await session.close();
});

test('a key given with --authorized-key opens a session for an ordinary ssh client', async () => {
  const key = join(directory, 'key');
  await promisify(execFile)('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', key]);
  const readyFile = join(directory, 'ready.json');
  const served = spawnServe(
    '--data',
    join(directory, 'data'),
    ...FREE,
    '--authorized-key',
    `admin=${key}.pub`,
    '--ready-file',
    readyFile,
  );
  await untilReady(served);
  const { netconf } = readyInfo(readyFile);
  const session = await connectNetconf({
    host: '127.0.0.1',
    port: netconf?.port ?? 0,
    username: 'admin',
    privateKey: readFileSync(key),
    hostKey: netconf?.hostKeyFingerprint ?? '',
  });
  expect(session.capabilities).toContain('urn:ietf:params:netconf:base:1.1');
  await session.close();
});

test('host key, certificate and password stay the same over a restart', async () => {
  const seen: string[] = [];
  for (const start of [1, 2]) {
    const readyFile = join(directory, `ready-${start}.json`);
    const served = spawnServe('--data', join(directory, 'data'), ...FREE, '--ready-file', readyFile);
    await untilReady(served);
    const { netconf, restconf, passwordFile } = readyInfo(readyFile);
    const certificate = createHash('sha256')
      .update(readFileSync(restconf?.certificate ?? ''))
      .digest('hex');
    seen.push([netconf?.hostKeyFingerprint, certificate, readFileSync(passwordFile, 'utf8')].join(' '));
    served.child.kill('SIGTERM');
    expect(await served.ended).toBe(0);
  }
  expect(seen[0]).toBe(seen[1]);
});

test('--no-tls serves plain HTTP on loopback, and is refused elsewhere', async () => {
  const readyFile = join(directory, 'ready.json');
  const served = spawnServe('--data', directory, '--restconf', '127.0.0.1:0', '--no-tls', '--ready-file', readyFile);
  await untilReady(served);
  const { netconf, restconf } = readyInfo(readyFile);
  expect(netconf).toBeUndefined();
  expect(restconf).toEqual({ url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/) });

  const { code, err } = await yangent('serve', '--data', join(directory, 'b'), '--restconf', '0.0.0.0:0', '--no-tls');
  expect(code).toBe(2);
  expect(err).toBe('yangent: --no-tls is for loopback only; 0.0.0.0 can be reached from elsewhere\n');
});

test('what is wrong with the options is told before anything starts', async () => {
  const password = join(directory, 'password');
  const cases: readonly (readonly [readonly string[], string])[] = [
    [['--user', 'alice'], '--user and --password-file come in pairs'],
    [['--user', 'alice', '--password-file', password], `cannot read ${password}`],
    [['--authorized-key', 'alice'], '--authorized-key takes NAME=FILE, not "alice"'],
    [['--netconf', '830'], 'It must be HOST:PORT, e.g. 127.0.0.1:8830.'],
    [['--agent', join(directory, 'nobody.js')], `${join(directory, 'nobody.js')}: there is no such file`],
    [['--log-level', 'loud'], 'Allowed choices are'],
  ];
  for (const [options, message] of cases) {
    const { code, err } = await yangent('serve', '--data', join(directory, 'data'), ...FREE, ...options);
    expect([code, err]).toEqual([2, expect.stringContaining(message)]);
  }
});

test('an address that is taken is told with what to do', async () => {
  const first = spawnServe(
    '--data',
    join(directory, 'a'),
    '--netconf',
    '127.0.0.1:0',
    '--ready-file',
    join(directory, 'a.json'),
  );
  await untilReady(first);
  const port = readyInfo(join(directory, 'a.json')).netconf?.port;
  const { code, err } = await yangent('serve', '--data', join(directory, 'b'), '--netconf', `127.0.0.1:${port}`);
  expect(code).toBe(1);
  expect(err).toBe(
    `yangent: 127.0.0.1:${port} is taken by another program; give another address, or port 0 for a free one\n`,
  );
});
