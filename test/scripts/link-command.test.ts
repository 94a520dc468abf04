import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
// @ts-expect-error: a script without types
import { linkCommand } from '../../scripts/link-command.mjs';
import { temporaryFolder } from '../support/clean-up.js';

test('the command is linked where npx looks for it, also in the place of another or of a link that leads nowhere', () => {
  const root = temporaryFolder();
  const link = join(root, 'node_modules/.bin/yangent');
  mkdirSync(join(root, 'dist/src/cli'), { recursive: true });
  writeFileSync(join(root, 'dist/src/cli/main.js'), 'the command');
  linkCommand(root);
  expect(readFileSync(link, 'utf8')).toBe('the command');

  const other = temporaryFolder();
  mkdirSync(join(other, 'node_modules/.bin'), { recursive: true });
  mkdirSync(join(other, 'dist/src/cli'), { recursive: true });
  writeFileSync(join(other, 'dist/src/cli/main.js'), 'the other');
  symlinkSync('../../nowhere', join(other, 'node_modules/.bin/yangent'));
  linkCommand(other);
  linkCommand(other);
  expect(readFileSync(join(other, 'node_modules/.bin/yangent'), 'utf8')).toBe('the other');
});
