/** Waiting for a node: what takes too long is a hang, and no input may cause one. */

/** Milliseconds; a node that is busy with something else on a busy machine needs a fraction of it. */
export const ANSWER_TIME = 20_000;

/** What it resolves to. @throws Error when that takes longer than any answer may */
export async function inTime<T>(work: Promise<T>, what: string, milliseconds = ANSWER_TIME): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what}: nothing for ${milliseconds} ms`)), milliseconds);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
