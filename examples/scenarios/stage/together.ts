/**
 * What all give. Unlike Promise.all it waits for every one of them also when one fails, so that nobody is still at work in a
 * place that is being cleared. @throws what the first that failed was rejected with
 */
export async function together<T>(all: readonly Promise<T>[]): Promise<readonly T[]> {
  await Promise.allSettled(all);
  return Promise.all(all);
}
