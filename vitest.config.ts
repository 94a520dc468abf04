import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { Skipped } from './test/support/skipped.js';
import { Watchdog } from './test/support/watchdog/watchdog.js';

const ALONE = 'test/**/*.alone.test.ts';

/** Folders of tests of the compiled program, by tier. In other folders the name says the tier: `*.slow.test.ts`. */
const TIERS: Readonly<Record<string, readonly string[]>> = {
  smoke: ['smoke'],
  rows: ['rows', 'examples'],
  interop: ['interop', 'adapters/libyang-wasm'],
  slow: ['slow', 'laws', 'fuzz'],
};

/** How many files run at once. Those that measure times run alone. */
const WORKERS: Readonly<Record<string, number>> = { slow: 1 };

const below = (folder: string) => `test/${folder}/**/*.test.ts`;
const filesOf = ([tier, folders]: readonly [string, readonly string[]]) => [
  ...folders.map(below),
  `test/**/*.${tier}.test.ts`,
];
const ELSEWHERE = [...Object.entries(TIERS).flatMap(filesOf), below('bench'), below('soak')];

const MINUTE = 60_000;

/** Milliseconds that a test file of a project may take. */
const LIMITS: Readonly<Record<string, number>> = { slow: 10 * MINUTE };

export default defineConfig({
  resolve: {
    alias: {
      yangent: fileURLToPath(new URL('src/index.ts', import.meta.url)),
      'libyang-wasm': fileURLToPath(new URL('adapters/libyang-wasm/dist/index.js', import.meta.url)),
    },
  },
  test: {
    testTimeout: 30_000,
    hookTimeout: MINUTE,
    pool: 'forks',
    maxWorkers: 2,
    setupFiles: 'test/support/setup.ts',
    reporters: ['default', new Skipped(), new Watchdog((project) => LIMITS[project] ?? 2 * MINUTE)],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          // The files of this project share their processes, and so the modules that they load.
          isolate: false,
          include: ['test/**/*.test.ts'],
          exclude: [ALONE, ...ELSEWHERE],
        },
      },
      { extends: true, test: { name: 'alone', include: [ALONE], exclude: ELSEWHERE } },
      ...Object.entries(TIERS).map((tier) => ({
        extends: true as const,
        test: {
          name: tier[0],
          include: filesOf(tier),
          maxWorkers: WORKERS[tier[0]] ?? 2,
          globalSetup: 'test/support/build.ts',
        },
      })),
    ],
  },
});
