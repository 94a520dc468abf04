/**
 * Foreign programs and files that some tests compare us with. Where one is not installed the tests that need it are
 * skipped, which the end of the run says; with CI=true its absence is a failure, so that a run that compares nothing is never green.
 */
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readdirSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, it } from 'vitest';

/** How each peer is found; the Debian package that brings it. */
const PEERS = {
  yanglint: { package: 'libyang2-tools', find: () => program('yanglint') },
  'libyang-modules': { package: 'libyang2', find: () => directory('/usr/share/yang/modules/libyang') },
  'libyuma-base': { package: 'libyuma-base', find: () => directory('/usr/share/yuma/modules') },
  'libyuma-nmda': { package: 'libyuma-base', find: () => directory('/usr/share/yuma/nmda-modules') },
  'frr-modules': { package: 'frr', find: () => directoryOf('/usr/share/yang/frr-interface.yang') },
  netconfd: { package: 'netconfd', find: () => program('netconfd') },
  yangcli: { package: 'yangcli', find: () => program('yangcli') },
  sshd: { package: 'openssh-server', find: () => program('sshd') },
  curl: { package: 'curl', find: () => program('curl') },
  chromium: { package: 'chromium', find: () => program('chromium') },
  'libyang-wasm': { package: 'none: npm run build:libyang', find: builtLibyang },
  'nats-server': { package: 'nats-server', find: () => program('nats-server') },
  mosquitto: { package: 'mosquitto', find: () => program('mosquitto') },
  prosody: { package: 'prosody', find: () => program('prosody') },
  'redis-server': { package: 'redis-server', find: () => program('redis-server') },
  faketime: { package: 'faketime', find: fakeTime },
  tmpfs: { package: 'none: mount, as root', find: mounting },
  python3: { package: 'python3', find: () => pythonWith('ssl') },
  'python3-ncclient': { package: 'python3-ncclient', find: () => pythonWith('ncclient') },
  'python3-websockets': { package: 'python3-websockets', find: () => pythonWith('websockets') },
} as const;

export type Peer = keyof typeof PEERS;

const found = new Map<Peer, string | undefined>();

/**
 * Path of a peer, or undefined where it is not installed: of the program; for packages of Python of the
 * interpreter that can import it; for the module packages of their directory.
 */
export function peer(name: Peer): string | undefined {
  if (!found.has(name)) found.set(name, PEERS[name].find());
  return found.get(name);
}

/** A `describe` block that needs peers. `body` gets their paths, in the order of `names`. */
export function describePeer(names: Peer | readonly Peer[], title: string, body: (...paths: string[]) => void): void {
  const wanted = typeof names === 'string' ? [names] : names;
  const paths = wanted.map(peer);
  if (paths.every((path): path is string => path !== undefined)) {
    describe(title, () => body(...paths));
    return;
  }
  const missing = wanted.filter((name) => peer(name) === undefined);
  if (process.env.CI === 'true') {
    describe(title, () => {
      it.each(missing)('has its peer %s', (name) => {
        throw new Error(`${name} is not installed (Debian package ${PEERS[name].package}); with CI=true it must be`);
      });
    });
    return;
  }
  describeNeeding(
    missing.map((name) => `${name} (Debian package ${PEERS[name].package})`).join(', '),
    title,
    () => undefined,
  );
}

/** A `describe` block that is skipped where something is missing. The end of the run tells what. */
export function describeNeeding(missing: string | undefined, title: string, body: () => void): void {
  if (!missing) describe(title, body);
  else describe.skip(title, () => it(`needs ${missing}`, () => undefined));
}

/** Servers live in the sbin directories, which are not in everybody's PATH. */
function program(name: string): string | undefined {
  const dirs = [...(process.env.PATH ?? '').split(delimiter), '/usr/local/sbin', '/usr/sbin', '/sbin'];
  return dirs.map((dir) => join(dir, name)).find(executable);
}

function executable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function directory(path: string): string | undefined {
  return existsSync(path) ? path : undefined;
}

/** The directory that holds the file, where it does. */
function directoryOf(file: string): string | undefined {
  return existsSync(file) ? dirname(file) : undefined;
}

/** The package of the workspace: linked, and with its binary. */
function builtLibyang(): string | undefined {
  return directoryOf(fileURLToPath(new URL('../node_modules/libyang-wasm/libyang.wasm', import.meta.url)));
}

/**
 * Path of a Python interpreter that can import a module. The system's first: an own Python in front of it in PATH does not see the
 * system's packages.
 */
function pythonWith(module: string): string | undefined {
  const candidates = ['/usr/bin/python3', program('python3')].filter((file) => file !== undefined);
  return candidates.find(
    (file) => executable(file) && spawnSync(file, ['-c', `import ${module}`], { stdio: 'ignore' }).status === 0,
  );
}

/** Path of `mount`, where this user may mount file systems. */
function mounting(): string | undefined {
  return process.getuid?.() === 0 ? program('mount') : undefined;
}

/** Path of the library for programs of several threads. */
function fakeTime(): string | undefined {
  const name = 'faketime/libfaketimeMT.so.1';
  const folder = existsSync('/usr/lib')
    ? readdirSync('/usr/lib').find((each) => existsSync(join('/usr/lib', each, name)))
    : undefined;
  return folder === undefined ? undefined : join('/usr/lib', folder, name);
}
