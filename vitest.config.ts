import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  resolve: { alias: { yangent: fileURLToPath(new URL('src/index.ts', import.meta.url)) } },
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
          exclude: ['test/bench/**', 'test/soak/**', 'test/interop/**'],
        },
      },
      {
        extends: true,
        // These run the yangent command as others do: compiled.
        test: { name: 'interop', include: ['test/interop/**/*.test.ts'], globalSetup: 'test/support/build.ts' },
      },
    ],
  },
});
