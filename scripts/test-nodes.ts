/** npm run test:nodes: the unit and smoke tests on each Node.js that yangent supports. Arguments go to vitest. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installNode, NODE_VERSIONS } from './node-runtimes.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const PROJECTS = ['unit', 'alone', 'smoke'].flatMap((project) => ['--project', project]);
const folder = mkdtempSync(join(tmpdir(), 'yangent-nodes-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

const failed: string[] = [];
for (const version of NODE_VERSIONS) {
  console.log(`\n== Node.js ${version}: installing it`);
  const node = await installNode(version, folder);
  const command = [join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...PROJECTS, ...process.argv.slice(2)];
  const { status } = spawnSync(node, command, { cwd: root, stdio: 'inherit' });
  if (status !== 0) failed.push(version);
}
console.log(
  failed.length > 0 ? `\nFailed on Node.js ${failed.join(', ')}.` : `\nPassed on Node.js ${NODE_VERSIONS.join(', ')}.`,
);
process.exit(failed.length > 0 ? 1 : 0);
