import { setTimeout as pause } from 'node:timers/promises';

/**
 * Asks again and again until `accepts` holds, and gives the last answer. For outcomes that another process or a loop brings
 * about and that nobody announces to the test. @throws Error with the last answer after `limit` milliseconds
 */
export async function until<T>(ask: () => Promise<T> | T, accepts: (answer: T) => boolean, limit = 20_000): Promise<T> {
  const end = Date.now() + limit;
  for (;;) {
    const answer = await ask();
    if (accepts(answer)) return answer;
    if (Date.now() > end) throw new Error(`not so within ${limit} ms; the last answer was ${JSON.stringify(answer)}`);
    await pause(20);
  }
}
