// npm run build:libyang [-- --twice]: libyang as WebAssembly, from the source packages of Debian, for adapters/libyang-wasm.
// Needs a Debian machine; installs the compiler if it is missing (root or sudo). --twice builds again and compares.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { ensureInstalled } from './install.mjs';
import { compileAll, link } from './libyang/compile.mjs';
import { configure } from './libyang/configure.mjs';
import { copyLicences } from './libyang/licences.mjs';
import { fetchSources } from './libyang/sources.mjs';
import { ensureToolchain } from './libyang/toolchain.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const target = `${root}adapters/libyang-wasm`;
const twice = process.argv.includes('--twice');

/** The binary of the sources in a folder of its own, which it removes. */
async function build(sources, toolchain) {
  const folder = mkdtempSync(`${tmpdir()}/libyang-wasm-`);
  try {
    cpSync(sources.libyang.folder, `${folder}/libyang`, { recursive: true });
    cpSync(sources.pcre2.folder, `${folder}/pcre2`, { recursive: true });
    cpSync(`${target}/native`, `${folder}/native`, { recursive: true });
    const units = configure(folder);
    const objects = await compileAll(folder, units, toolchain);
    return link(folder, objects, toolchain);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

ensureInstalled(root);
const began = performance.now();
const downloads = mkdtempSync(`${tmpdir()}/libyang-sources-`);
try {
  const toolchain = ensureToolchain();
  const sources = fetchSources(downloads);
  const binary = await build(sources, toolchain);
  if (twice && !binary.equals(await build(sources, toolchain)))
    throw new Error('two builds of the same sources differ');
  writeFileSync(`${target}/libyang.wasm`, binary);
  rmSync(`${target}/licences`, { recursive: true, force: true });
  mkdirSync(`${target}/licences`);
  copyLicences(sources, toolchain, `${target}/licences`);
  const { status } = spawnSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', target], {
    cwd: root,
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error('the wrapper does not compile');
  const size = (bytes) => `${Math.round(bytes.length / 1024)} kB`;
  console.log(
    `libyang ${sources.libyang.version} and pcre2 ${sources.pcre2.version}: ${size(readFileSync(`${target}/libyang.wasm`))}, ` +
      `${size(gzipSync(binary))} compressed, in ${Math.round((performance.now() - began) / 1000)} s` +
      `${twice ? '; built twice, the same bytes' : ''}`,
  );
} catch (error) {
  console.error(`libyang could not be built: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
} finally {
  rmSync(downloads, { recursive: true, force: true });
}
