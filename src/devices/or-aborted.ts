/** Returns the result of the work. Rejects when the signal is aborted, even if the work ignores it; does not start after that. */
export function orAborted<T>(work: () => Promise<T> | T, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const onAbort = (): void => reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    new Promise<T>((begin) => begin(work()))
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', onAbort));
  });
}
