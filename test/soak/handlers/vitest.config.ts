/** Runs tests of rows with one operation of the server taken away: `YANGENT_WITHOUT=module:name`. */
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const without = process.env.YANGENT_WITHOUT ?? '';
/** Where every rpc and action goes through. */
const INVOKE = '/src/server/invoke.ts';
const LOOK_UP = 'const handler = registry.operation(operation);';

export default defineConfig({
  root: fileURLToPath(new URL('../../../', import.meta.url)),
  resolve: { alias: { yangent: fileURLToPath(new URL('../../../src/index.ts', import.meta.url)) } },
  plugins: [
    {
      name: 'without-one-operation',
      enforce: 'pre',
      transform(code, id) {
        if (!id.endsWith(INVOKE)) return undefined;
        if (!code.includes(LOOK_UP)) throw new Error(`${INVOKE} no longer looks operations up as expected here`);
        const changed = `const handler = operation.qname === ${JSON.stringify(without)} ? undefined : registry.operation(operation);`;
        return { code: code.replace(LOOK_UP, changed), map: null };
      },
    },
  ],
  test: { include: ['test/rows/**/*.test.ts'], testTimeout: 20_000, hookTimeout: 60_000, pool: 'forks' },
});
