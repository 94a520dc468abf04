/**
 * yuma123's netconfd behind OpenSSH, on the loopback, in a directory of its own: a NETCONF server that nobody here wrote.
 * Needs the peers `netconfd`, `sshd` and `libyuma-base`.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type ConnectOptions, connectNetconf, type NetconfClient } from '../../src/clients/index.js';
import { peer } from '../peers.js';
import { freePort } from '../support/free-port.js';

export interface NetconfdRig {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  /** In OpenSSH form. */
  readonly privateKey: string;
  readonly privateKeyFile: string;
  /** The server's key, as a `.pub` file holds it. */
  readonly hostKey: string;
  /** `SHA256:...` */
  readonly fingerprint: string;
  readonly directory: string;
  connect(options?: Partial<ConnectOptions>): Promise<NetconfClient>;
  stop(): Promise<void>;
}

export interface NetconfdOptions {
  /** Datastore that clients edit: `running` (the default) announces :writable-running, `candidate` :candidate. */
  readonly target?: 'running' | 'candidate';
  /** Modules to serve besides ietf-interfaces and iana-if-type. */
  readonly modules?: readonly string[];
}

const HOST = '127.0.0.1';
const START_LIMIT = 30_000;
const SUBSYSTEM = '/usr/sbin/netconf-subsystem';
/** Named by its file, it is served without the plugin of that module, which needs scripts that Debian does not ship. */
const INTERFACES = 'ietf/ietf-interfaces@2014-05-08.yang';

/** Starts both and resolves when a session can be opened. @throws Error with what they said, when that fails */
export async function startNetconfd(options: NetconfdOptions = {}): Promise<NetconfdRig> {
  const netconfd = need('netconfd');
  const sshd = need('sshd');
  const models = need('libyuma-base');
  const directory = mkdtempSync(join(tmpdir(), 'yangent-netconfd-'));
  const user = userInfo().username;
  const hostKey = makeKey(join(directory, 'host-key'));
  const userKey = makeKey(join(directory, 'user-key'));
  const port = await freePort();
  const socket = join(directory, 'ncxserver.sock');

  const daemon = start(directory, netconfd, [
    // Must be the port of sshd: netconf-subsystem tells the port it was reached at, and netconfd drops all others.
    `--port=${port}`,
    `--superuser=${user}`,
    `--ncxserver-sockname=${socket}`,
    `--modpath=${models}`,
    ...[join(models, INTERFACES), 'iana-if-type', ...(options.modules ?? [])].map((module) => `--module=${module}`),
    `--target=${options.target ?? 'running'}`,
    '--no-startup',
    '--log-level=info',
  ]);
  const config = join(directory, 'sshd.conf');
  const authorizedKeys = join(directory, 'authorized-keys');
  writeFileSync(authorizedKeys, readFileSync(`${userKey}.pub`), { mode: 0o600 });
  writeFileSync(config, sshdConfig({ port, hostKey, authorizedKeys, user, socket }));
  // sshd started by root wants its directory for privilege separation.
  if (process.getuid?.() === 0) mkdirSync('/run/sshd', { recursive: true, mode: 0o755 });
  const server = start(directory, sshd, ['-D', '-e', '-f', config]);

  const publicKey = readFileSync(`${hostKey}.pub`, 'utf8').trim();
  const fingerprint = fingerprintOf(`${hostKey}.pub`);
  const privateKey = readFileSync(userKey, 'utf8');
  const connect = (more: Partial<ConnectOptions> = {}): Promise<NetconfClient> =>
    connectNetconf({
      ...{ host: HOST, port, username: user, privateKey, hostKey: fingerprint, timeout: 10_000 },
      ...more,
    });
  const stop = async (): Promise<void> => {
    await Promise.all([end(server), end(daemon)]);
    rmSync(directory, { recursive: true, force: true });
  };
  try {
    const client = await untilReady(connect, [daemon, server], directory);
    await client.close();
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    host: HOST,
    port,
    user,
    privateKey,
    privateKeyFile: userKey,
    hostKey: publicKey,
    fingerprint,
    directory,
    connect,
    stop,
  };
}

interface SshdSettings {
  readonly port: number;
  readonly hostKey: string;
  readonly authorizedKeys: string;
  readonly user: string;
  readonly socket: string;
}

function sshdConfig({ port, hostKey, authorizedKeys, user, socket }: SshdSettings): string {
  return [
    `Port ${port}`,
    `ListenAddress ${HOST}`,
    `HostKey ${hostKey}`,
    'PidFile none',
    `AuthorizedKeysFile ${authorizedKeys}`,
    // The files stand in the directory for temporary files, which others may write.
    'StrictModes no',
    'PasswordAuthentication no',
    'KbdInteractiveAuthentication no',
    'UsePAM no',
    'PermitRootLogin prohibit-password',
    `AllowUsers ${user}`,
    'MaxStartups 200',
    'MaxSessions 200',
    `Subsystem netconf "${SUBSYSTEM} --ncxserver-sockname=${port}@${socket}"`,
    '',
  ].join('\n');
}

function makeKey(file: string): string {
  run('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', 'yangent-test', '-f', file]);
  return file;
}

function fingerprintOf(publicKeyFile: string): string {
  const printed = run('ssh-keygen', ['-l', '-E', 'sha256', '-f', publicKeyFile]);
  const fingerprint = /SHA256:\S+/.exec(printed)?.[0];
  if (fingerprint === undefined) throw new Error(`ssh-keygen printed no fingerprint: ${printed}`);
  return fingerprint;
}

function run(program: string, args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} failed: ${stderr}`);
  return stdout;
}

/** As leader of a process group, so that what it starts can be ended with it; its words go to a file in the directory. */
function start(directory: string, program: string, args: readonly string[]): ChildProcess {
  const child = spawn(program, args, {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, HOME: directory },
    cwd: directory,
  });
  const log = createWriteStream(join(directory, `${program.split('/').at(-1)}.log`), { flags: 'a' });
  child.stdout?.pipe(log, { end: false });
  child.stderr?.pipe(log, { end: false });
  return child;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  process.kill(-child.pid, 'SIGTERM');
  const patience = setTimeout(() => child.pid !== undefined && process.kill(-child.pid, 'SIGKILL'), 5_000);
  await gone;
  clearTimeout(patience);
}

async function untilReady(
  connect: () => Promise<NetconfClient>,
  children: readonly ChildProcess[],
  directory: string,
): Promise<NetconfClient> {
  const end = Date.now() + START_LIMIT;
  for (;;) {
    try {
      return await connect();
    } catch (error) {
      const died = children.some(({ exitCode, signalCode }) => exitCode !== null || signalCode !== null);
      if (died || Date.now() > end) throw new Error(`netconfd does not answer: ${String(error)}\n${logs(directory)}`);
      await pause(50);
    }
  }
}

function logs(directory: string): string {
  return ['netconfd.log', 'sshd.log'].map((name) => `${name}:\n${readOrNothing(join(directory, name))}`).join('\n');
}

function readOrNothing(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function need(name: Parameters<typeof peer>[0]): string {
  const path = peer(name);
  if (path === undefined) throw new Error(`${name} is not installed`);
  return path;
}
