/** A PostgreSQL of a bench's own: a cluster in a temporary directory, on a port of the loopback, with its default settings. */
import { execFile, execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../../support/free-port.js';
import { startProgram, untilReady } from './process.js';

const PACKAGE = 'postgresql';
const VERSIONS = '/usr/lib/postgresql';
const HOST = '127.0.0.1';

export interface Postgres {
  /** Of its database `bench`, as superuser. */
  readonly url: string;
  stop(): Promise<void>;
}

/** Every commit is flushed (`fsync` and `synchronous_commit` are on). @throws Error when it is not installed or fails */
export async function startPostgres(): Promise<Postgres> {
  const programs = programsFolder();
  // PostgreSQL does not run as root.
  const user = process.getuid?.() === 0 ? userOf('postgres') : undefined;
  const directory = mkdtempSync(join(tmpdir(), 'yangent-postgres-'));
  const data = join(directory, 'data');
  const password = randomBytes(16).toString('hex');
  const passwordFile = join(directory, 'password');
  writeFileSync(passwordFile, password);
  if (user) for (const path of [directory, passwordFile]) chownSync(path, user.uid, user.gid);
  const log = join(directory, 'log');
  const remove = () => rmSync(directory, { recursive: true, force: true });
  try {
    const credentials = ['--username=postgres', '--auth=scram-sha-256', `--pwfile=${passwordFile}`];
    const locale = ['--locale=C.UTF-8', '--encoding=UTF8'];
    await run(join(programs, 'initdb'), [`--pgdata=${data}`, ...credentials, ...locale], user);
    const port = await freePort();
    const args = [...['-D', data], ...['-h', HOST], ...['-p', String(port)], ...['-k', directory]];
    const settings = ['fsync=on', 'synchronous_commit=on'].flatMap((setting) => ['-c', setting]);
    const server = startProgram(join(programs, 'postgres'), [...args, ...settings], { log, user });
    const stop = async () => {
      // A fast shutdown: sessions still open are cut.
      await server.end('SIGINT');
      remove();
    };
    try {
      await untilReady('PostgreSQL', server, () => reach(port));
      const env = { PGPASSWORD: password };
      const address = [...['-h', HOST], ...['-p', String(port)], ...['-U', 'postgres']];
      await untilReady('PostgreSQL', server, () => run(join(programs, 'createdb'), [...address, 'bench'], user, env));
    } catch (error) {
      await stop();
      throw error;
    }
    return { url: `postgresql://postgres:${password}@${HOST}:${port}/bench`, stop };
  } catch (error) {
    remove();
    throw error;
  }
}

/** Those of the newest version that Debian has installed: they are not in everybody's PATH. */
function programsFolder(): string {
  const versions = existsSync(VERSIONS) ? readdirSync(VERSIONS) : [];
  const folders = versions.sort((a, b) => Number(b) - Number(a)).map((version) => join(VERSIONS, version, 'bin'));
  const folder = folders.find((one) => existsSync(join(one, 'initdb')));
  if (folder === undefined) throw new Error(`PostgreSQL is not installed: apt-get install ${PACKAGE}`);
  return folder;
}

interface User {
  readonly uid: number;
  readonly gid: number;
}

function userOf(name: string): User {
  const id = (flag: string) => Number(execFileSync('id', [flag, name], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

async function run(file: string, args: readonly string[], user?: User, env?: Record<string, string>): Promise<void> {
  await promisify(execFile)(file, args, { timeout: 60_000, cwd: '/', env: { ...process.env, ...env }, ...user });
}

/** Resolves when something listens on the port. */
function reach(port: number): Promise<void> {
  return new Promise((done, failed) => {
    const socket = connect({ host: HOST, port }, () => {
      socket.destroy();
      done();
    });
    socket.on('error', failed);
  });
}
