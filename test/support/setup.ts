/** Runs before each test file: nothing that a test changes in its process reaches the next file, which may share the process. */
import { afterAll, afterEach, vi } from 'vitest';
import { cleanUpAfterFile, cleanUpAfterTest } from './clean-up.js';
import { tellWorker } from './watchdog/worker.js';

tellWorker();

afterEach(cleanUpAfterTest);
afterAll(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  await cleanUpAfterFile();
});
