/** Command lines run inside the test's process, what they print caught. */
import { Readable } from 'node:stream';
import { vi } from 'vitest';
import { run } from '../../src/cli/program.js';

export interface Outcome {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs `yangent ...args`. */
export async function yangent(...args: readonly string[]): Promise<Outcome> {
  const out: string[] = [];
  const err: string[] = [];
  const into =
    (texts: string[], end: string) =>
    (...values: readonly unknown[]): boolean => {
      texts.push(values.map(String).join(' ') + end);
      return true;
    };
  const spies = [
    vi.spyOn(console, 'log').mockImplementation(into(out, '\n')),
    vi.spyOn(console, 'error').mockImplementation(into(err, '\n')),
    vi.spyOn(process.stdout, 'write').mockImplementation(writing(into(out, ''))),
    vi.spyOn(process.stderr, 'write').mockImplementation(writing(into(err, ''))),
  ];
  const before = process.exitCode;
  try {
    const code = await run(args);
    return { code, out: out.join(''), err: err.join('') };
  } finally {
    process.exitCode = before;
    for (const spy of spies) spy.mockRestore();
  }
}

type Written = (error?: Error | null) => void;

/** Returns a `write` of a stream, which tells its caller when it has written. */
function writing(take: (text: unknown) => boolean) {
  return (text: unknown, encodingOrDone?: BufferEncoding | Written, done?: Written): boolean => {
    const taken = take(text);
    const written = typeof encodingOrDone === 'function' ? encodingOrDone : done;
    if (written) queueMicrotask(written);
    return taken;
  };
}

/** Runs `work` with that text on standard input. */
export async function withInput<T>(input: string | Buffer, work: () => Promise<T>): Promise<T> {
  const stdin = vi
    .spyOn(process, 'stdin', 'get')
    .mockReturnValue(Object.assign(Readable.from([input]), { fd: 0 }) as never);
  try {
    return await work();
  } finally {
    stdin.mockRestore();
  }
}
