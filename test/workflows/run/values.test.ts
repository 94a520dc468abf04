/** The values of runs that are kept in memory. */
import { expect, it } from 'vitest';
import { Values } from '../../../src/workflows/run/values.js';

it('counts a value once that two have read at the same time', async () => {
  const text = JSON.stringify('x'.repeat(5 << 20));
  let reads = 0;
  const none = async () => {
    throw new Error('nothing else is used here');
  };
  const get = async () => {
    reads += 1;
    return text;
  };
  const data = { freeParamId: none, putParam: none };
  const content = { get: none, seal: none, open: none, digest: none };
  const values = new Values({ values: { get, keep: none, size: none, setParam: none } }, data, content);
  await Promise.all([values.get('run', 'one'), values.get('run', 'one')]);
  expect(reads).toBe(2);
  // There is room for three of them.
  await values.get('run', 'two');
  await values.get('run', 'three');
  await values.get('run', 'one');
  expect(reads).toBe(4);
});
