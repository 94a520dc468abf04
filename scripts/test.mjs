// npm test: installs what is missing, then lint, types, floors, generated bindings, unit and interop tests. Arguments go to vitest.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { ensureInstalled } from './install.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
ensureInstalled(root);

const steps = [
  ['lint', 'node_modules/@biomejs/biome/bin/biome', 'check', '.'],
  ['types', 'node_modules/typescript/bin/tsc', '-p', 'tsconfig.json', '--noEmit'],
  [
    'floors',
    'node_modules/dependency-cruiser/bin/dependency-cruise.mjs',
    '--config',
    '.dependency-cruiser.cjs',
    'src',
    'adapters',
  ],
  ['bindings are up to date', 'node_modules/tsx/dist/cli.mjs', 'scripts/generate.ts', '--check'],
  ['build', 'scripts/build.mjs'],
  ['tests', 'node_modules/vitest/vitest.mjs', 'run', ...process.argv.slice(2)],
];

for (const [name, ...command] of steps) {
  console.log(`\n== ${name}`);
  const { status } = spawnSync(process.execPath, command, { cwd: root, stdio: 'inherit' });
  if (status !== 0) {
    console.error(`\n${name}: failed`);
    process.exit(status ?? 1);
  }
}
