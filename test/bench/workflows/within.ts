/**
 * Waits for work, but no longer than the limit (milliseconds). Work that is late is not stopped.
 *
 * @param what the work, for the message
 * @throws Error when the work is late, or what the work throws
 */
export async function within<T>(limit: number, what: string, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, failed) => {
    timer = setTimeout(() => failed(new Error(`${what} was not done after ${limit / 1_000} s`)), limit);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
