/** Makes the JavaScript of dist/ before the tests that run the yangent command. Types are judged by another step. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The compiled yangent command. */
export const YANGENT = `${root}dist/src/cli/main.js`;

/** @throws Error with what is wrong when it makes no program */
export default function build(): void {
  const run = (...args: string[]) => spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
  run('node_modules/typescript/bin/tsc', '-p', 'adapters/libyang-wasm', '--noCheck');
  const made = run(
    '--input-type=module',
    '--eval',
    "await (await import('./scripts/bundle.mjs')).bundle(process.cwd())",
  );
  const probe = run(YANGENT, '--version');
  if (made.status === 0 && probe.status === 0) return;
  throw new Error(`dist/ cannot be built, or does not run:\n${made.stderr}${probe.stderr}`);
}
