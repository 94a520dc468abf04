/** Key pairs and certificates are made whatever the garbage collector does meanwhile. */
import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';

const MANY = Number(process.env.YANGENT_SOAK_KEYS ?? 400);
const SMALL_HEAP = ['--max-semi-space-size=1', '--max-old-space-size=64'];

// In a process of its own: when making a key waits for ever for the collector, nothing in that process can notice it. The young
// generation is filled up to some octets that differ each time, so that the collector comes at every point of the making.
it.each([
  ['host keys', 'keys/index.ts', 'hostKeyOf(await makeKeyPair("ed25519"))', 'hostKeyOf, makeKeyPair'],
  ['certificates', 'keys/index.ts', 'await selfSigned(["localhost"])', 'selfSigned'],
])(
  'are made wherever the collector comes in between: %s',
  (_, file, work, names) => {
    const text = `
      import { getHeapSpaceStatistics } from 'node:v8';
      import { ${names} } from ${JSON.stringify(new URL(`../../src/${file}`, import.meta.url).href)};
      const left = () =>
        getHeapSpaceStatistics().find((space) => space.space_name === 'new_space').space_available_size;
      globalThis.garbage = undefined;
      for (let n = 0; n < ${MANY}; n += 1) {
        const wanted = (n * 97) % 32_768;
        for (let now = left(); now > wanted + 20_000; now -= 8_016) garbage = new Array(1_000).fill(n);
        while (left() > wanted + 2_000) garbage = new Array(20).fill(n);
        ${work};
      }
      console.log('made', ${MANY});`;
    const made = execFileSync(process.execPath, [...SMALL_HEAP, '--import', 'tsx', '--input-type=module', '-e', text], {
      timeout: 60_000 + MANY * 20,
      encoding: 'utf8',
    });
    expect(made.trim()).toBe(`made ${MANY}`);
  },
  120_000 + MANY * 20,
);
