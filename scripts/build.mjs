// Makes dist/: the types of src/ and what belongs to it, its JavaScript, and the package libyang-wasm.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { ensureInstalled } from './install.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
ensureInstalled(root);
for (const project of ['tsconfig.build.json', 'adapters/libyang-wasm']) {
  const { status } = spawnSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', project], {
    cwd: root,
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(status ?? 1);
}
const { bundle } = await import('./bundle.mjs');
await bundle(root);
