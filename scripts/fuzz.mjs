// npm run fuzz [-- PART...]: good, nearly good and bad inputs for parsers and for a node; `-- --help` tells the parts.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { ensureInstalled } from './install.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
ensureInstalled(root);
const { status } = spawnSync(
  process.execPath,
  ['--expose-gc', '--import', 'tsx', 'test/fuzz/wire/run.ts', ...process.argv.slice(2)],
  { cwd: root, stdio: 'inherit' },
);
process.exit(status ?? 1);
