/** How many data parameters a task gives to its agent. */
import { expect, it } from 'vitest';
import { dataIn } from '../../../src/workflows/course/long-outputs.js';
import type { LongOutput } from '../../../src/workflows/run/reference-rows.js';

const DIGEST = `sha-256:${'d'.repeat(64)}`;
const OTHER = `sha-256:${'e'.repeat(64)}`;

const references = (kind: string, number: number) =>
  Array.from({ length: number }, (_, index) => ({ 'data-param': `${kind} ${index}`, digest: DIGEST }));
const paramsOf = (all: readonly { readonly 'data-param': string }[]) => all.map((each) => each['data-param']);

/** A run whose own long outputs are called real. */
const values = {
  readable: async (named: readonly LongOutput[]) =>
    named.filter(({ param, digest }) => param.startsWith('real') && digest === DIGEST),
};

it('gives as many as a node has inputs, whatever was made up beside them', async () => {
  const real = references('real', 256);
  expect(await dataIn(values, { made: references('made up', 1_000), real })).toEqual(paramsOf(real));
});

it('gives one to which another made-up reference refers as well', async () => {
  const [real] = references('real', 1);
  expect(await dataIn(values, [{ ...real, digest: OTHER }, real, { ...real, digest: OTHER }])).toEqual(['real 0']);
});

it('fails the step when there are more, and leaves none out', async () => {
  const failing = dataIn(values, references('real', 257));
  await expect(failing).rejects.toMatchObject({ code: 'too-big', message: expect.stringContaining('257') });
});
