// npm run demo -- NAME: installs and builds what is missing, then plays the scenario of that name.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { ensureInstalled } from './install.mjs';
import { build } from './start/build.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
ensureInstalled(root);
try {
  await build(root);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
const arguments_ = [`${root}dist/src/cli/main.js`, 'demo', ...process.argv.slice(2)];
const child = spawn(process.execPath, arguments_, { stdio: 'inherit' });
// A terminal sends its signals to both; this one waits for the other to clear up.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => signal === 'SIGTERM' && child.kill(signal));
child.once('close', (code) => process.exit(code ?? 1));
