import { once } from 'node:events';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { eventBody } from '../../../src/restconf/http/event-body.js';

const log = pino({ level: 'silent' });

describe('the body of an event stream', () => {
  it('takes no more from its source than the reader has room for', async () => {
    let given = 0;
    async function* endless() {
      for (;;) {
        given += 1;
        yield 'x'.repeat(1000);
      }
    }
    const body = eventBody(endless(), 60_000, log);
    await once(body, 'readable');
    // Let everything that is ready run.
    for (let turn = 0; turn < 1000; turn += 1) await new Promise(setImmediate);
    expect(given).toBeLessThan(40);
    body.destroy();
  });

  it('gives up on a reader that takes nothing for the stall time, and ends its source', async () => {
    let ended = false;
    async function* endless() {
      try {
        for (;;) yield 'x'.repeat(1000);
      } finally {
        ended = true;
      }
    }
    const body = eventBody(endless(), 20, log);
    const [error] = await once(body.resume().pause(), 'error');
    expect(String(error)).toContain('the client has stopped reading');
    while (!ended) await new Promise(setImmediate);
  });

  it('ends with an error when its source fails', async () => {
    async function* failing() {
      yield 'one';
      throw new Error('broken');
    }
    const body = eventBody(failing(), 1000, log);
    const [error] = await once(body.resume(), 'error');
    expect(String(error)).toContain('broken');
  });
});
