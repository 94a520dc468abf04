const QUIET = Symbol('quiet');

/**
 * Yields the items of a source, and `undefined` for every interval without an item. The source is asked for one item at a
 * time, so a slow reader slows it down. The source is closed when the reader leaves.
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
    // Not awaited: a generator that waits for its next item returns only after that; its signal ends the wait.
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
