// The compiler for WebAssembly, from the machine's own Debian.
import { existsSync } from 'node:fs';
import { run, runAsRoot } from './run.mjs';

/**
 * Installs what is missing. The runtime of the compiler is in a package named after its version.
 * @returns {{ major: string }} the compiler's major version
 */
export function ensureToolchain() {
  if (!existsSync('/etc/debian_version')) throw new Error('this needs a Debian machine (apt)');
  const depends = run('apt-cache', ['show', '--no-all-versions', 'clang']);
  const major = /^Depends:.*\bclang-(\d+)/m.exec(depends)?.[1];
  if (major === undefined) throw new Error('apt does not know the package clang: run apt-get update');
  const wanted = ['clang', 'lld', 'wasi-libc', `libclang-rt-${major}-dev-wasm32`, 'dpkg-dev', 'ca-certificates'];
  const missing = wanted.filter((name) => !isInstalled(name));
  if (missing.length > 0) {
    console.log(`Installing ${missing.join(' ')} ...`);
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    runAsRoot('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...missing], { env });
  }
  return { major };
}

function isInstalled(name) {
  try {
    return run('dpkg', ['-s', name]).includes('Status: install ok installed');
  } catch {
    return false;
  }
}
