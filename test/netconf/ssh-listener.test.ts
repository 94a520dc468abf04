import { createHook } from 'node:async_hooks';
import { execFileSync, type SpawnOptions, spawn } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ssh2 from 'ssh2';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { AccessError } from '../../src/access/index.js';
import { connectNetconf, type NetconfClient } from '../../src/clients/index.js';
import { serializeXml } from '../../src/data/index.js';
import { fingerprintOf, type HostKey } from '../../src/keys/index.js';
import { parseLoginName } from '../../src/netconf/ssh-login.js';
import { describePeer } from '../peers.js';
import { newHostKey } from '../support/host-key.js';
import { until } from '../until.js';
import { PASSWORD, type SshServer, type SshServerOptions, startSshServer } from './ssh-server.js';
import { BASE, BASE_10, chunk, EOM, hello, rpc } from './wire.js';

let directory = '';
let hostKey: HostKey;
/** The user's key, as a file. */
let identity = '';
let identityFingerprint = '';
const servers: SshServer[] = [];
const clients: NetconfClient[] = [];

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'yangent-ssh-'));
  hostKey = await newHostKey();
  identity = join(directory, 'id');
  execFileSync('ssh-keygen', ['-q', '-N', '', '-t', 'ed25519', '-f', identity]);
  const [, blob = ''] = (await readFile(`${identity}.pub`, 'utf8')).split(' ');
  identityFingerprint = fingerprintOf(Buffer.from(blob, 'base64'));
});
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()));
  await Promise.all(servers.splice(0).map((server) => server.close()));
});
afterAll(() => rm(directory, { recursive: true }));

async function start(o: SshServerOptions = {}): Promise<SshServer> {
  const server = await startSshServer({ hostKey: hostKey.pem, keys: [identityFingerprint], ...o });
  servers.push(server);
  return server;
}

async function login(
  server: SshServer,
  username = 'admin',
  credentials: object = { password: PASSWORD },
): Promise<NetconfClient> {
  const client = await connectNetconf({
    host: '127.0.0.1',
    port: server.port,
    username,
    hostKey: hostKey.fingerprint,
    timeout: 10_000,
    ...credentials,
  });
  clients.push(client);
  return client;
}

async function who(client: NetconfClient): Promise<string> {
  return serializeXml(await client.get()).replace(/<[^>]+>/g, '');
}

async function run(
  command: string,
  args: readonly string[],
  input: string | undefined,
  options: SpawnOptions = {},
): Promise<{ code: number; out: string; err: string }> {
  const child = spawn(command, args, { ...options, stdio: 'pipe' });
  let out = '';
  let err = '';
  child.stdout?.on('data', (bytes) => {
    out += bytes;
  });
  child.stderr?.on('data', (bytes) => {
    err += bytes;
  });
  child.stdin?.on('error', () => undefined);
  child.stdin?.end(input);
  const [code] = await once(child, 'close');
  return { code, out, err };
}

async function ssh(
  server: SshServer,
  args: readonly string[],
  input = '',
): Promise<{ code: number; out: string; err: string }> {
  const known = join(directory, `known-${server.port}`);
  await writeFile(known, `[127.0.0.1]:${server.port} ${hostKey.publicKey}\n`);
  const options = [
    '-F',
    'none',
    '-p',
    String(server.port),
    '-i',
    identity,
    '-o',
    `UserKnownHostsFile=${known}`,
    '-o',
    'BatchMode=yes',
    '-o',
    'IdentitiesOnly=yes',
  ];
  return run('ssh', [...options, ...args], input);
}

/** A TCP connection that speaks whatever the test likes. */
async function raw(server: SshServer): Promise<Socket> {
  const socket = connect(server.port, '127.0.0.1');
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

it('a connection that is over leaves no timer behind, which would hold all that it was made of', async () => {
  const timers = new Set<number>();
  const hook = createHook({
    init: (id, type) => type === 'Timeout' && timers.add(id),
    destroy: (id) => timers.delete(id),
  });
  const server = await start();
  await (await login(server)).close();
  hook.enable();
  for (let round = 0; round < 10; round += 1) {
    await (await login(server)).close();
    const nobody = connect(server.port, '127.0.0.1').end('SSH-2.0-nobody\r\n').resume();
    await once(nobody, 'close');
  }
  await until(
    () => timers.size,
    (left) => left < 5,
    2_000,
  );
  hook.disable();
});

describe('the OpenSSH client', () => {
  it('speaks NETCONF with "ssh -s", and ends with status 0', async () => {
    const server = await start();
    const { code, out } = await ssh(
      server,
      ['-s', 'admin@127.0.0.1', 'netconf'],
      hello(BASE_10) + rpc(1, '<get/>') + EOM + rpc(2, '<close-session/>') + EOM,
    );
    expect(out.split(EOM).slice(1)).toEqual([
      `<rpc-reply xmlns="${BASE}" message-id="1"><data xmlns="${BASE}"><who xmlns="urn:test">admin node</who></data></rpc-reply>`,
      `<rpc-reply xmlns="${BASE}" message-id="2"><ok/></rpc-reply>`,
      '',
    ]);
    expect(code).toBe(0);
    expect(server.closed).toEqual([{ reason: 'closed' }]);
  });

  it('gets chunks with base:1.1, and all answers when it closes its side', async () => {
    const server = await start();
    const { out } = await ssh(
      server,
      ['-s', 'admin@127.0.0.1', 'netconf'],
      hello('urn:ietf:params:netconf:base:1.1') + chunk(rpc(1, '<get/>')),
    );
    expect(out).toContain(
      chunk(
        `<rpc-reply xmlns="${BASE}" message-id="1"><data xmlns="${BASE}"><who xmlns="urn:test">admin node</who></data></rpc-reply>`,
      ),
    );
    expect(server.closed).toEqual([{ reason: 'dropped', detail: 'the client ended the stream without close-session' }]);
  });

  it('sees the view of an agent with USER%AGENT-ID', async () => {
    const server = await start();
    const { out } = await ssh(
      server,
      ['-s', '-l', 'admin%ip-fault', '127.0.0.1', 'netconf'],
      hello(BASE_10) + rpc(1, '<get/>') + EOM,
    );
    expect(out).toContain('<who xmlns="urn:test">admin ip-fault</who>');
  });

  it.each([
    ['a shell', ['admin@127.0.0.1']],
    ['a command', ['admin@127.0.0.1', 'id']],
    ['sftp', ['-s', 'admin@127.0.0.1', 'sftp']],
    ['another subsystem', ['-s', 'admin@127.0.0.1', 'netconf2']],
  ])('does not get %s', async (_name, args) => {
    const { code, out } = await ssh(await start(), args);
    expect(code).not.toBe(0);
    expect(out).toBe('');
  });

  it('does not get a forwarded port', async () => {
    const server = await start();
    const { code, err } = await ssh(server, [
      '-o',
      'ExitOnForwardFailure=yes',
      '-R',
      '0:127.0.0.1:1',
      '-N',
      'admin@127.0.0.1',
    ]);
    expect([code, err]).toEqual([255, expect.stringContaining('remote port forwarding failed')]);
  });

  it('with an unknown key is refused, and only offers it', async () => {
    const server = await start({ keys: [] });
    const { code, err } = await ssh(server, ['-s', 'admin@127.0.0.1', 'netconf']);
    expect([code, err]).toEqual([
      255,
      expect.stringContaining('Permission denied (publickey,password,keyboard-interactive)'),
    ]);
    expect(server.attempts.map((attempt) => attempt.method === 'publickey' && attempt.proven)).toEqual([false]);
  });
});

describePeer('python3-ncclient', 'ncclient', (python) => {
  it.each([
    ['a password', 'password'],
    ['a key', 'key'],
  ])('logs in with %s, gets data and notifications, and closes', async (_name, method) => {
    const server = await start();
    const script = `
import sys
from ncclient import manager
how = {'password': ${JSON.stringify(PASSWORD)}} if sys.argv[2] == 'password' else {'key_filename': sys.argv[3]}
with manager.connect(host='127.0.0.1', port=int(sys.argv[1]), username='admin', hostkey_verify=False, allow_agent=False, look_for_keys=False, **how) as m:
    print(m.session_id, m.get().data_xml)
    m.create_subscription()
    for n in range(3):
        print(m.take_notification(timeout=10).notification_xml)
    try:
        m.lock('running')
    except Exception as error:
        print(error.tag)
`;
    const { code, out, err } = await run(python ?? '', ['-c', script, String(server.port), method, identity], '');
    expect([code, err]).toEqual([0, '']);
    expect(out).toContain('admin node');
    expect(out.match(/<tick xmlns="urn:test">\d/g)).toEqual(['1', '2', '3'].map((n) => `<tick xmlns="urn:test">${n}`));
    expect(out).toContain('operation-not-supported');
    await vi.waitFor(() => expect(server.closed).toEqual([{ reason: 'closed' }]));
  });
});

describe('a login', () => {
  it('by password, key, or keyboard-interactive says who it is', async () => {
    const server = await start();
    expect(await who(await login(server))).toBe('admin node');
    expect(await who(await login(server, 'admin%a%b', { privateKey: await readFile(identity) }))).toBe('admin a%b');
    expect(server.attempts.map(({ method, user, agent }) => [method, user, agent])).toEqual([
      ['password', 'admin', undefined],
      ['publickey', 'admin', 'a%b'],
      ['publickey', 'admin', 'a%b'],
    ]);
    expect(server.attempts[0]?.sourceHost).toBe('127.0.0.1');
  });

  it('by keyboard-interactive asks for the password', async () => {
    const server = await start();
    const connection = new ssh2.Client();
    const prompts: unknown[] = [];
    const method: ssh2.KeyboardInteractiveAuthMethod = {
      type: 'keyboard-interactive',
      username: 'admin',
      prompt: (_name, _instructions, _language, asked, answer) => {
        prompts.push(...asked);
        answer([PASSWORD]);
      },
    };
    connection.connect({ host: '127.0.0.1', port: server.port, username: 'admin', authHandler: [method] });
    await once(connection, 'ready');
    connection.end();
    expect(prompts).toEqual([{ prompt: 'Password: ', echo: false }]);
  });

  it('with a signature of another key is refused without asking', async () => {
    const server = await start();
    const mine = ssh2.utils.parseKey(await readFile(identity)) as ssh2.ParsedKey;
    const other = ssh2.utils.parseKey(
      generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs1', format: 'pem' }) as string,
    ) as ssh2.ParsedKey;
    const forged = Object.assign(Object.create(Object.getPrototypeOf(mine)), mine, {
      sign: (data: Buffer) => other.sign(data),
    });
    const method: ssh2.PublicKeyAuthMethod = { type: 'publickey', username: 'admin', key: forged };
    const connection = new ssh2.Client();
    connection.connect({
      host: '127.0.0.1',
      port: server.port,
      username: 'admin',
      authHandler: [method],
    });
    await expect(once(connection, 'ready')).rejects.toThrow(/authentication methods failed/);
    expect(server.attempts.every((attempt) => attempt.method === 'publickey' && !attempt.proven)).toBe(true);
  });

  it('that is not checked, as too many wait, is told with the error', async () => {
    const server = await start({ refusal: new AccessError('overloaded', 'too many logins wait') });
    await expect(login(server)).rejects.toMatchObject({ type: 'transport' });
    expect(server.failed[0]).toMatchObject({ user: 'admin', method: 'password', errorTag: 'resource-denied' });
  });

  it('with a wrong password, or by an unknown user, is refused', async () => {
    const server = await start();
    await expect(login(server, 'admin', { password: 'wrong' })).rejects.toMatchObject({
      type: 'transport',
      tag: 'access-denied',
      message: `127.0.0.1 port ${server.port} refuses the login of admin`,
    });
    await expect(login(server, 'nobody')).rejects.toMatchObject({ tag: 'access-denied' });
    expect(server.sessions).toEqual([]);
  });

  it('may be tried only so often in one connection', async () => {
    const server = await start({ limits: { maxLoginTries: 3 } });
    const connection = new ssh2.Client();
    const tries = Array.from({ length: 10 }, () => ({
      type: 'password' as const,
      username: 'admin',
      password: 'wrong',
    }));
    connection.on('error', () => undefined);
    connection.connect({ host: '127.0.0.1', port: server.port, username: 'admin', authHandler: tries });
    await once(connection, 'close');
    expect(server.attempts.length).toBe(3);
  });

  it('is to a server whose key is known, unless that is on the loopback', async () => {
    const server = await start();
    const wrong = `SHA256:${'A'.repeat(43)}`;
    await expect(login(server, 'admin', { password: PASSWORD, hostKey: wrong })).rejects.toMatchObject({
      tag: 'access-denied',
      message: `127.0.0.1 port ${server.port}: the host key is ${hostKey.fingerprint}, not ${wrong}`,
    });
    await expect(login(server, 'admin', { password: PASSWORD, hostKey: () => false })).rejects.toMatchObject({
      tag: 'access-denied',
    });
    expect(await who(await login(server, 'admin', { password: PASSWORD, hostKey: undefined }))).toBe('admin node');
    expect(server.attempts.length).toBe(1);
  });

  it('name is split at the first percent sign', () => {
    expect(['a', 'a%b', 'a%b%c', '%b'].map(parseLoginName)).toEqual([
      { user: 'a' },
      { user: 'a', agent: 'b' },
      { user: 'a', agent: 'b%c' },
      { user: '', agent: 'b' },
    ]);
  });
});

describe('one bad connection', () => {
  it.each([
    ['garbage', Buffer.from('GET / HTTP/1.1\r\n\r\n')],
    ['a banner and garbage', Buffer.concat([Buffer.from('SSH-2.0-x\r\n'), Buffer.alloc(10_000, 0xff)])],
    ['an endless banner', Buffer.alloc(300_000, 0x41)],
  ])('with %s harms no other', async (_name, bytes) => {
    const server = await start();
    const client = await login(server);
    const socket = await raw(server);
    socket.write(bytes);
    socket.resume();
    await new Promise(setImmediate);
    socket.destroy();
    expect(await who(client)).toBe('admin node');
  });

  it('that does not log in goes after the grace time', async () => {
    const server = await start({ limits: { loginGrace: 50 } });
    const socket = await raw(server);
    socket.write('SSH-2.0-x\r\n');
    socket.resume();
    await once(socket, 'close');
  });

  it('that opens no session goes after the grace time', async () => {
    const server = await start({ limits: { loginGrace: 300 } });
    const connection = new ssh2.Client();
    connection.on('error', () => undefined);
    connection.connect({ host: '127.0.0.1', port: server.port, username: 'admin', password: PASSWORD });
    await once(connection, 'close');
    expect(server.attempts.length).toBe(1);
  });

  it('of many that wait for a login makes room for the next', async () => {
    const server = await start({ limits: { maxUnauthenticated: 20 } });
    const sockets = await Promise.all(Array.from({ length: 200 }, () => raw(server)));
    for (const socket of sockets) socket.resume();
    expect(await who(await login(server))).toBe('admin node');
    await vi.waitFor(() => expect(sockets.filter((socket) => !socket.closed).length).toBeLessThanOrEqual(20));
    for (const socket of sockets) socket.destroy();
  });

  it('that vanishes ends its session', async () => {
    const server = await start();
    const connection = new ssh2.Client();
    connection.on('error', () => undefined);
    connection.connect({ host: '127.0.0.1', port: server.port, username: 'admin', password: PASSWORD });
    await once(connection, 'ready');
    connection.subsys('netconf', (error, channel) => void (error ?? channel.resume()));
    await vi.waitFor(() => expect(server.sessions.length).toBe(1));
    connection.destroy();
    await vi.waitFor(() => expect(server.closed.length).toBe(1));
    expect(server.closed[0]?.reason).toBe('dropped');
  });
});

describe('limits', () => {
  it('hold for all sessions together', async () => {
    const server = await start({ limits: { maxSessions: 2 } });
    const first = await login(server);
    await login(server);
    await expect(login(server)).rejects.toMatchObject({
      tag: 'operation-failed',
      message: expect.stringContaining('offers no NETCONF'),
    });
    await first.close();
    await vi.waitFor(() => login(server));
  });

  it('hold for the channels of one connection', async () => {
    const server = await start({ limits: { maxChannels: 2 } });
    const connection = new ssh2.Client();
    connection.connect({ host: '127.0.0.1', port: server.port, username: 'admin', password: PASSWORD });
    await once(connection, 'ready');
    const open = (): Promise<boolean> =>
      new Promise((resolve) => connection.subsys('netconf', (error) => resolve(!error)));
    expect([await open(), await open(), await open()]).toEqual([true, true, false]);
    connection.end();
  });

  it('of memory hold for a client that does not read', async () => {
    const big = 'x'.repeat(1_000_000);
    const server = await start({ onRpc: async () => ({ kind: 'data', xml: `<big xmlns="">${big}</big>` }) });
    const connection = new ssh2.Client();
    connection.connect({ host: '127.0.0.1', port: server.port, username: 'admin', password: PASSWORD });
    await once(connection, 'ready');
    connection.subsys('netconf', (_error, channel) => {
      channel.pause();
      channel.write(hello(BASE_10) + `${rpc(1, '<get/>')}${EOM}`.repeat(100));
    });
    await vi.waitFor(() => expect(server.sessions[0]?.counters.inRpcs).toBeGreaterThan(1));
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(server.sessions[0]?.counters.inRpcs).toBeLessThan(20);
    connection.destroy();
  });
});

describe('closing the listener', () => {
  it('ends its sessions and connections, and takes no more', async () => {
    const server = await startSshServer({ hostKey: hostKey.pem });
    const client = await login(server);
    await server.close();
    await client.closed;
    expect(server.closed).toEqual([{ reason: 'other', detail: 'the server shuts down' }]);
    await expect(login(server)).rejects.toMatchObject({ type: 'transport', tag: 'operation-failed' });
  });
});
