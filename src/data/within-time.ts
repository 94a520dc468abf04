/**
 * Does work that has to end in time. Its signal ends with the one given, or when the time is up; both are held on to until then.
 * The runtime lets go of a time limit that is only a part of `AbortSignal.any`: it may never be told.
 *
 * @param limits `timeout` in milliseconds; without one, or with 0, only the signal counts
 * @throws what the work throws; a work that does not heed its signal is waited for
 */
export async function withinTime<T>(
  { timeout = 0, signal }: { readonly timeout?: number; readonly signal?: AbortSignal },
  work: (until: AbortSignal) => Promise<T>,
): Promise<T> {
  const ending = new AbortController();
  const end = () => ending.abort(signal?.reason);
  const late = () => ending.abort(new DOMException(`not done within ${timeout} ms`, 'TimeoutError'));
  if (signal?.aborted) end();
  else signal?.addEventListener('abort', end, { once: true });
  const timer = timeout > 0 ? setTimeout(late, timeout).unref() : undefined;
  try {
    return await work(ending.signal);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', end);
  }
}
