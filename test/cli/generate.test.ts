import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/temporary.js';
import { yangent } from './support.js';

test('types of a module are written where they are wanted', async () => {
  const out = join(temporaryFolder(), 'types');
  const { code } = await yangent('generate', 'types', '--module', 'yangent-devices', '--out', out);
  expect(code).toBe(0);
  expect(readFileSync(join(out, 'yangent-devices.ts'), 'utf8')).toContain('protocol?: YangentDevices_Protocol;');
});

test('what to generate must be said', async () => {
  expect((await yangent('generate', 'types')).code).toBe(2);
  expect((await yangent('generate', 'poems')).code).toBe(2);
});

test('help is no error', async () => {
  const { code, out } = await yangent('--help');
  expect(code).toBe(0);
  for (const name of ['serve', 'compile', 'validate', 'tree', 'generate', 'conformance', 'profile', 'task', 'data']) {
    expect(out).toContain(`\n  ${name}`);
  }
});
