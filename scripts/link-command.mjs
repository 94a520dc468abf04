// npm links the commands of dependencies, not the package's own: so that "npx yangent" finds this checkout's.
import { lstatSync, mkdirSync, readlinkSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

const TARGET = '../../dist/src/cli/main.js';

export function linkCommand(root) {
  const link = join(root, 'node_modules/.bin/yangent');
  if (process.platform === 'win32' || targetOf(link) === TARGET) return;
  mkdirSync(join(root, 'node_modules/.bin'), { recursive: true });
  if (lstatSync(link, { throwIfNoEntry: false })) rmSync(link);
  symlinkSync(TARGET, link);
}

function targetOf(link) {
  try {
    return readlinkSync(link);
  } catch {
    return undefined;
  }
}
