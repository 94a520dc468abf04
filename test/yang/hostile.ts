/** Shared by the tests of schemas that nobody means well with. */
import { expect } from 'vitest';
import { YangErrors } from '../../src/yang/index.js';
import { compileTexts, moduleText } from './support.js';

/** Milliseconds for what takes well below one second on a machine at rest. */
const SOON = 10_000;

export const repeat = (times: number, text: (i: number) => string): string =>
  Array.from({ length: times }, (_, i) => text(i)).join('\n');
/** The text of a module `m` with that body, alone. */
export const body = (text: string): readonly string[] => [moduleText('m', text)];

/** 'compiles', or the first error with its place. */
export function outcome(texts: readonly string[], implement?: readonly string[]): string {
  const start = performance.now();
  try {
    compileTexts(texts, implement ? { implement } : {});
    return 'compiles';
  } catch (error) {
    if (!(error instanceof YangErrors)) throw error;
    expect(error.errors.length).toBeLessThanOrEqual(100);
    for (const { message, location } of error.errors) {
      expect(message.length).toBeLessThan(700);
      expect(location.line).toBeGreaterThan(0);
    }
    return error.message.split('\n')[0] ?? '';
  } finally {
    expect(performance.now() - start).toBeLessThan(SOON);
  }
}
