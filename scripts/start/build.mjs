import { spawn } from 'node:child_process';
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
}
