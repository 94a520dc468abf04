/** Files that share a process, as those of the unit tests do. One of them never ends. */
import { defineConfig } from 'vitest/config';
import { Watchdog } from '../watchdog.js';

export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['*.case.ts'],
    isolate: false,
    maxWorkers: 2,
    setupFiles: '../../setup.ts',
    reporters: ['default', new Watchdog(() => 3_000)],
  },
});
