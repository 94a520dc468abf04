/** What keeps the nodes of npm start together, run by npm as npm start is, with processes that do nothing in their place. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../support/clean-up.js';

const LIFETIME = fileURLToPath(new URL('../../scripts/start/lifetime.mjs', import.meta.url));

const SCRIPT = `
import { spawn } from 'node:child_process';
import { lifetime } from ${JSON.stringify(pathToFileURL(LIFETIME).href)};
const { keep } = lifetime();
const pids = ['first', 'second'].map((name) => {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { detached: true, stdio: 'ignore' });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const stop = async () => (child.kill(), await ended);
  keep({ name, ended, stop });
  return child.pid;
});
console.log('running ' + [process.pid, ...pids].join(' '));
`;

/** Starts them and gives their process ids; what is left of them is killed when the test is over. */
async function start() {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module', scripts: { start: 'node start.mjs' } }));
  writeFileSync(join(folder, 'start.mjs'), SCRIPT);
  const npm = spawn('npm', ['start'], { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] });
  const ended = once(npm, 'exit');
  const pids: number[] = [];
  onTestFinished(() => {
    npm.kill('SIGKILL');
    for (const pid of pids.filter(isRunning)) process.kill(pid, 'SIGKILL');
  });
  for await (const line of createInterface({ input: npm.stdout })) {
    const [word, ...numbers] = line.split(' ');
    if (word !== 'running') continue;
    pids.push(...numbers.map(Number));
    break;
  }
  const [script, first, second] = pids;
  if (!script || !first || !second) throw new Error('a process has no number');
  return { npm, ended, pids, script, second };
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

const PATIENCE = { timeout: 20_000, interval: 50 };

test('SIGTERM to npm ends the script and all that it started', { timeout: 40_000 }, async () => {
  const { npm, ended, pids } = await start();
  expect(pids.map(isRunning)).toEqual([true, true, true]);
  npm.kill('SIGTERM');
  await ended;
  await expect.poll(() => pids.filter(isRunning), PATIENCE).toEqual([]);
});

test('SIGTERM to the script ends all that it started', { timeout: 40_000 }, async () => {
  const { ended, pids, script } = await start();
  process.kill(script, 'SIGTERM');
  await ended;
  await expect.poll(() => pids.filter(isRunning), PATIENCE).toEqual([]);
});

test('the end of one ends the other', { timeout: 40_000 }, async () => {
  const { ended, pids, second } = await start();
  process.kill(second, 'SIGKILL');
  await ended;
  await expect.poll(() => pids.filter(isRunning), PATIENCE).toEqual([]);
});
