import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readlinkSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

/** Compiles the sources. Raises what the compiler says when it finds an error. */
export async function build(root) {
  const child = spawn(process.execPath, [join(root, 'scripts/build.mjs')], { stdio: ['ignore', 'pipe', 'pipe'] });
  const said = [];
  child.stdout.on('data', (text) => said.push(text));
  child.stderr.on('data', (text) => said.push(text));
  const code = await new Promise((resolve) => {
    child.once('close', resolve);
  });
  if (code !== 0) throw new Error(`${Buffer.concat(said).toString().trim()}\nThe build failed.`);
  linkCommand(root);
}

const TARGET = '../../dist/src/cli/main.js';

/** npm links the commands of dependencies, not the package's own: so that "npx yangent" finds this checkout's. */
function linkCommand(root) {
  const link = join(root, 'node_modules/.bin/yangent');
  if (process.platform === 'win32' || targetOf(link) === TARGET) return;
  mkdirSync(join(root, 'node_modules/.bin'), { recursive: true });
  if (existsSync(link) || targetOf(link) !== undefined) rmSync(link);
  symlinkSync(TARGET, link);
}

function targetOf(link) {
  try {
    return readlinkSync(link);
  } catch {
    return undefined;
  }
}
