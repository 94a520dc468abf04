import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';

/** Environment variable: the directory in which each worker process notes which test file it runs. */
export const WORKERS = 'YANGENT_TEST_WORKERS';

/** Notes that this process runs the test file, so that the watchdog can end it. */
export function tellWorker(): void {
  const directory = process.env[WORKERS];
  if (directory) writeFileSync(join(directory, String(process.pid)), expect.getState().testPath ?? '');
}
