/** Waits for notifications whose stream, or the store, fails for a moment. */
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { RpcError } from '../../../src/data/index.js';
import { Watches, type WatchNeeds } from '../../../src/workflows/engine/watches.js';
import type { StepRecord } from '../../../src/workflows/run/record.js';

const step: StepRecord = {
  ...{ run: 'r', node: 'n', item: 0, generation: 1, state: 'executing', rank: 0, since: '', detail: {} },
};
const run = { id: 'run-1', initiator: 'ann', coordinator: 'coordinator' };
const watches = (needs: Partial<WatchNeeds>) =>
  new Watches({
    read: () => {
      throw new RpcError({ type: 'application', tag: 'invalid-value', appTag: 'unknown-event-id', message: 'gone' });
    },
    notified: async () => false,
    lost: async () => undefined,
    log: pino({ level: 'silent' }),
    ...needs,
  });

it('a step is told that its notifications are lost, again when that could not be stored', async () => {
  let attempts = 0;
  const told = new Promise<string>((resolve) => {
    const lost = async (_step: StepRecord, message: string) => {
      if (++attempts === 1) throw Object.assign(new Error('the disk failed'), { code: 'SQLITE_IOERR' });
      resolve(message);
    };
    watches({ lost }).begin(run, step, { stream: 'NETCONF' });
  });
  expect(await told).toBe('gone');
  expect(attempts).toBe(2);
});

it('a step that waits again right after its end is read for', async () => {
  let readers = 0;
  const signals: AbortSignal[] = [];
  const made = watches({
    read: async function* (_actor, _wanted, signal) {
      readers++;
      signals.push(signal);
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
    },
  });
  made.begin(run, step, { stream: 'NETCONF' });
  made.end(step);
  made.begin(run, step, { stream: 'NETCONF' });
  expect(readers).toBe(2);
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
  await made.stop();
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
});
