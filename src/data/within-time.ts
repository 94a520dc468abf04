/**
 * Runs work with a time limit. The signal of the work is aborted by the given signal or when the time is over; both are
 * referenced until then. (The runtime may collect a timeout signal that is only part of `AbortSignal.any`, which then
 * never fires.)
 *
 * @param limits `timeout` in milliseconds; without one, or with 0, only the signal counts
 * @throws the error of the work; work that ignores its signal is awaited
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

/** Rejects when the signal ends, with its reason: a race against what ignores the signal. */
export function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
