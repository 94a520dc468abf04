import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** These run the yangent command, and Workers, as others do: compiled. */
const COMPILED = ['test/{rows,interop,slow}/**/*.test.ts', 'test/adapters/libyang-wasm/**/*.test.ts'];

export default defineConfig({
  resolve: {
    alias: {
      yangent: fileURLToPath(new URL('src/index.ts', import.meta.url)),
      'libyang-wasm': fileURLToPath(new URL('adapters/libyang-wasm/dist/index.js', import.meta.url)),
    },
  },
  test: {
    testTimeout: 30_000,
    hookTimeout: 60_000,
    pool: 'forks',
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: ['test/bench/**', 'test/soak/**', ...COMPILED],
        },
      },
      {
        extends: true,
        test: { name: 'interop', include: COMPILED, globalSetup: 'test/support/build.ts' },
      },
    ],
  },
});
