/** Compiles src/ to dist/ before the tests that run the yangent command; what has not changed is not compiled again. */
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const BUILD_INFO = `${root}dist/.tsbuildinfo`;

/** The compiled yangent command. */
export const YANGENT = `${root}dist/src/cli/main.js`;

/** @throws Error with what the compiler says when it writes no program. Types are judged by another step. */
export default function build(): void {
  const compile = (project = 'tsconfig.build.json') =>
    spawnSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', project, '--noCheck'], {
      cwd: root,
      encoding: 'utf8',
    });
  compile('adapters/libyang-wasm');
  compile();
  const probe = () => spawnSync(process.execPath, [YANGENT, '--version'], { encoding: 'utf8' });
  if (probe().status === 0) return;
  // The notes of an earlier build may promise files that are gone.
  rmSync(BUILD_INFO, { force: true });
  const { stdout } = compile();
  const { status, stderr } = probe();
  if (status !== 0) throw new Error(`dist/ cannot be built, or does not run:\n${stdout}${stderr}`);
}
