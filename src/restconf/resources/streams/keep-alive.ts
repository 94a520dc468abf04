const QUIET = Symbol('quiet');

/**
 * Passes on the items of a source, and `undefined` for every interval in which it had none. The source is asked for
 * one item at a time, so a slow reader holds it back. The source is closed when the reader leaves.
 *
 * @param interval milliseconds
 */
export async function* withKeepAlive<Item>(
  source: AsyncIterable<Item>,
  interval: number,
): AsyncGenerator<Item | undefined, void, void> {
  const iterator = source[Symbol.asyncIterator]();
  let pending: Promise<IteratorResult<Item>> | undefined;
  try {
    for (;;) {
      pending ??= iterator.next();
      const next = await firstOf(pending, interval);
      if (next === QUIET) {
        yield undefined;
        continue;
      }
      pending = undefined;
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    // Not awaited: a generator that waits for its next item answers only when that comes, which its signal brings about.
    iterator.return?.()?.catch(() => {});
    pending?.catch(() => {});
  }
}

async function firstOf<Value>(value: Promise<Value>, interval: number): Promise<Value | typeof QUIET> {
  let timer: NodeJS.Timeout | undefined;
  const quiet = new Promise<typeof QUIET>((resolve) => {
    timer = setTimeout(resolve, interval, QUIET);
    timer.unref();
  });
  try {
    return await Promise.race([value, quiet]);
  } finally {
    clearTimeout(timer);
  }
}
