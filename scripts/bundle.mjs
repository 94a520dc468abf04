// Makes the JavaScript of dist/: src/, the adapters and the packages they use as a few files that share what they have in common,
// since a node of a thousand files takes twice as long to start; the examples file by file, as their readers know them.
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import * as esbuild from 'esbuild';
import { licences } from './licences.mjs';
import { linkCommand } from './link-command.mjs';

/** What is imported from outside: the command, the package's exports, what scripts and benches measure, and the adapters. */
const ENTRIES = [
  'src/cli/main.ts',
  'src/index.ts',
  ...['bindings', 'clients', 'data', 'devices', 'generated', 'keys', 'netconf', 'yang'].map(
    (room) => `src/${room}/index.ts`,
  ),
  'src/generated/providers.ts',
  'src/node/modules.ts',
];
const CHUNKS = 'src/chunks';
/** Packages that stay where npm has put them: they look for native code beside themselves. */
const NATIVE = ['libsql', 'ssh2'];
/** Packages that are CommonJS ask for modules of Node.js by this. */
const REQUIRE =
  "import { createRequire as $createRequire } from 'node:module'; const require = $createRequire(import.meta.url);";

const SHARED = { outbase: '.', outdir: 'dist', format: 'esm', platform: 'node', target: 'node20', sourcemap: true };

/**
 * @param root the package's directory
 * @throws Error with what is wrong in the sources
 */
export async function bundle(root) {
  const shared = { ...SHARED, absWorkingDir: root, write: false, logLevel: 'silent' };
  const [program, examples] = await Promise.all([
    esbuild.build({
      ...shared,
      entryPoints: [...ENTRIES, ...adapters(root)],
      bundle: true,
      splitting: true,
      external: NATIVE,
      banner: { js: REQUIRE },
      legalComments: 'none',
      chunkNames: `${CHUNKS}/[name]-[hash]`,
      metafile: true,
    }),
    esbuild.build({ ...shared, entryPoints: ['examples/**/*.ts'] }),
  ]);
  const files = [...program.outputFiles, ...examples.outputFiles];
  for (const { path, contents } of files) writeChanged(path, contents);
  removeOthers(join(root, 'dist', CHUNKS), new Set(files.map(({ path }) => basename(path))));
  const notices = licences(root, Object.keys(program.metafile.inputs));
  writeChanged(join(root, 'dist/THIRD-PARTY-LICENSES.txt'), Buffer.from(notices));
  chmodSync(join(root, 'dist/src/cli/main.js'), 0o755);
  linkCommand(root);
}

/** Those that are packages of their own have a build of their own. */
function adapters(root) {
  return readdirSync(join(root, 'adapters'))
    .map((name) => `adapters/${name}/index.ts`)
    .filter((file) => existsSync(join(root, file)));
}

/** Files that are as they were keep their time, by which cached schemas are known. */
function writeChanged(path, contents) {
  if (existsSync(path) && readFileSync(path).equals(contents)) return;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, contents);
}

/** Chunks are named by their content: those of earlier sources stay behind. */
function removeOthers(directory, kept) {
  for (const name of readdirSync(directory)) if (!kept.has(name)) rmSync(join(directory, name));
}
