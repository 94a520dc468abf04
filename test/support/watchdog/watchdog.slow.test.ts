import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';

it('a test file with an endless loop is ended and named, and the other files run', () => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', '--config', 'test/support/watchdog/cases/vitest.config.ts'],
    { encoding: 'utf8', timeout: 60_000, env: { ...process.env, NO_COLOR: '1' } },
  );
  expect(stderr).toMatch(/endless\.case\.ts did not finish within 3 s and was ended\.\n/);
  expect(stdout).toMatch(/Test Files .*3 passed/);
  expect(status).toBe(1);
}, 90_000);
