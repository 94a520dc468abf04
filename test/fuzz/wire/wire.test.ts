import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestNode, type TestNode } from '../../support/node.js';
import { Fault, inputsOf, parserFuzzer } from './part.js';
import { PARTS } from './parts/index.js';

const AGENT = new URL('../../support/agents/ip-fault.mjs', import.meta.url).pathname;
const SEED = 1;
/** A few of what `npm run fuzz` judges: always the same inputs, in a few seconds. */
const COUNTS = { parsers: 600, sockets: 100 } as const;

let node: TestNode;
beforeAll(async () => {
  node = await startTestNode({ agents: [AGENT], logLevel: 'silent' });
});
afterAll(() => node?.stop());

describe('random inputs are taken or refused as they must be', () => {
  it.each([...PARTS])('%s', async (name, part) => {
    const fuzzer = await part.start(node);
    try {
      await fuzzer.check(inputsOf(name, SEED, 0, COUNTS[part.over]));
    } finally {
      await fuzzer.end?.();
    }
  });
});

describe('the fuzz itself', () => {
  it('makes the same inputs from the same seed, however they are cut into batches', () => {
    const drawn = (from: number, count: number) => inputsOf('xml', 7, from, count).map(({ random }) => random.next());
    expect([...drawn(0, 3), ...drawn(3, 2)]).toEqual(drawn(0, 5));
    expect(drawn(0, 5)).not.toEqual(inputsOf('json', 7, 0, 5).map(({ random }) => random.next()));
    expect(new Set(drawn(0, 1_000)).size).toBe(1_000);
  });

  it('tells an input that fails such that it can be sent again', () => {
    const fuzzer = parserFuzzer({
      make: ({ next }) => next,
      show: () => Buffer.from([0, 255]),
      check: () => {
        throw new Error('not good');
      },
    });
    expect(() => fuzzer.check(inputsOf('xml', 1, 41, 1))).toThrow(
      /^input 41: Error: not good[\s\S]*\nBuffer\.from\('AP8=', 'base64'\)$/,
    );
    expect(() => fuzzer.check(inputsOf('xml', 1, 41, 1))).toThrow(Fault);
  });
});
