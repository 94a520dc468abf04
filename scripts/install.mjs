// Installs the packages of the lock file when they are missing or older than it.
import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';

export function ensureInstalled(root) {
  const marker = `${root}node_modules/.package-lock.json`;
  const wanted = statSync(`${root}package-lock.json`).mtimeMs;
  if (existsSync(marker) && statSync(marker).mtimeMs >= wanted) return;
  console.log('Installing packages (first run, or package-lock.json has changed) ...');
  const { status } = spawnSync('npm', ['ci', '--no-fund', '--no-audit'], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status !== 0) {
    console.error('Could not install the packages. Is the npm registry reachable? Run "npm ci" to see the details.');
    process.exit(status ?? 1);
  }
}
