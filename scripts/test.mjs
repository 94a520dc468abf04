// npm test, and the further tiers: `node scripts/test.mjs [rows | interop | slow] [arguments for vitest]`.
// Without a tier: lint, floors, generated bindings and types, beside them the build and the quick tests.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { ensureInstalled } from './install.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Projects of vitest.config.ts by tier. */
const TIERS = { quick: ['unit', 'alone', 'smoke'], rows: ['rows'], interop: ['interop'], slow: ['slow'] };

const [first, ...rest] = process.argv.slice(2);
const tier = first !== undefined && Object.hasOwn(TIERS, first) ? first : 'quick';
const forVitest = tier === first ? rest : process.argv.slice(2);

const tests = [
  'tests',
  'node_modules/vitest/vitest.mjs',
  'run',
  ...TIERS[tier].flatMap((project) => ['--project', project]),
  ...forVitest,
];

const checks = [
  ['lint', 'node_modules/@biomejs/biome/bin/biome', 'check', '.'],
  [
    'floors',
    'node_modules/dependency-cruiser/bin/dependency-cruise.mjs',
    '--config',
    '.dependency-cruiser.cjs',
    'src',
    'adapters',
  ],
  ['bindings are up to date', 'node_modules/tsx/dist/cli.mjs', 'scripts/generate.ts', '--check'],
  ['types', 'node_modules/typescript/bin/tsc', '-p', 'tsconfig.json', '--noEmit'],
];

const running = new Set();

/** Runs commands one after the other. A quiet lane prints what a command wrote when that has ended. */
async function lane(commands, quiet) {
  for (const [name, ...command] of commands) {
    if (!quiet) console.log(`\n== ${name}`);
    const begun = performance.now();
    const child = spawn(process.execPath, command, {
      cwd: root,
      stdio: quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    });
    running.add(child);
    let written = '';
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (written += text));
    const code = await new Promise((resolve) => child.once('close', resolve));
    running.delete(child);
    if (quiet) console.log(`\n== ${name} (${Math.round((performance.now() - begun) / 1_000)} s)\n${written}`);
    if (code === 0) continue;
    console.error(`\n${name}: failed`);
    for (const other of running) other.kill();
    process.exit(code || 1);
  }
}

ensureInstalled(root);
await (tier === 'quick'
  ? Promise.all([lane(checks, true), lane([['build', 'scripts/build.mjs'], tests], false)])
  : lane([tests], false));
