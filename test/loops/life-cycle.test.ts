import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openStore } from '../../src/store/index.js';
import { cleanUp, temporaryDirectory } from '../support/clean-up.js';
import { until } from '../until.js';
import { migrations, openLoop, started, TestLoop } from './loop.js';

describe('start, pause, resume and stop', () => {
  it('are refused from states they do not belong to', async () => {
    const { runner } = await started('autonomous');
    await expect(runner.start()).rejects.toMatchObject({
      appTag: 'bad-transition',
      message: 'a loop that is running cannot start; it must be idle or stopped or failed',
    });
    await expect(runner.resume()).rejects.toThrow('a loop that is running cannot resume');
    await runner.pause();
    await expect(runner.pause()).rejects.toThrow('a loop that is paused cannot pause');
    await runner.stop();
    await expect(runner.stop()).rejects.toThrow('a loop that is stopped cannot stop');
  });

  it('take turns when several are asked at once', async () => {
    const { loop, runner, history } = await started('autonomous');
    loop.execute = () => new Promise(() => undefined);
    loop.seen.next(-1);
    await until(
      () => loop.executed.length,
      (length) => length === 1,
    );
    const asked = await Promise.allSettled([runner.stop(), runner.pause(), runner.start(), runner.start()]);
    expect(asked.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'rejected']);
    expect(runner.state).toBe('running');
    loop.execute = async () => undefined;
    loop.seen.next(-2);
    expect(await history(2)).toMatchObject([{ outcome: 'interrupted' }, { outcome: 'succeeded' }]);
  });

  it('a paused loop sees nothing until it is resumed', async () => {
    const { loop, runner, journal, history } = await started('autonomous');
    await runner.pause('maintenance');
    expect(journal.status).toMatchObject({ state: 'paused', reason: 'maintenance' });
    loop.seen.next(-1);
    expect(runner.phase).toBeUndefined();
    await runner.resume();
    loop.seen.next(-2);
    await history(1);
    expect(loop.executed).toEqual([-2]);
  });

  it('pause lets an execution finish; stop, even after a pause, interrupts it', async () => {
    const { loop, runner, history } = await started('autonomous');
    const gates: (() => void)[] = [];
    loop.execute = () => new Promise((resolve) => gates.push(resolve));
    const executing = (n: number) =>
      until(
        () => gates.length,
        (length) => length === n,
      );
    loop.seen.next(-1);
    await executing(1);
    await runner.pause();
    gates[0]?.();
    expect(await history(1)).toMatchObject([{ outcome: 'succeeded' }]);
    await runner.resume();
    loop.seen.next(-2);
    await executing(2);
    await runner.pause();
    await runner.resume();
    await runner.stop('enough');
    expect(await history(2)).toMatchObject([{ outcome: 'succeeded' }, { outcome: 'interrupted', reason: 'enough' }]);
    expect(runner.state).toBe('stopped');
  });

  it.each(['autonomous', 'approve'] as const)(
    'a loop of mode %s that is paused while it analyses begins nothing',
    async (mode) => {
      const { loop, runner, journal } = await started(mode);
      const gates: (() => void)[] = [];
      const thinking = (n: number) =>
        until(
          () => gates.length,
          (length) => length === n,
        );
      loop.think = () => new Promise<void>((resolve) => gates.push(resolve));
      loop.seen.next(-1);
      await thinking(1);
      await runner.pause();
      await runner.resume();
      // What it saw before it was paused counts no more, what it sees now does.
      loop.seen.next(-2);
      gates[0]?.();
      await thinking(2);
      expect([loop.executed, runner.pending]).toEqual([[], undefined]);
      await runner.pause();
      gates[1]?.();
      await until(
        () => runner.phase,
        (phase) => phase === undefined,
      );
      expect([loop.executed, runner.pending, await journal.history(10)]).toEqual([[], undefined, []]);
    },
  );

  it('stop-all interrupts also what a paused loop is still executing, and leaves it paused as it was', async () => {
    const { loop, runner, journal, history } = await started('autonomous');
    const signals: AbortSignal[] = [];
    loop.execute = (_value, { signal }) => new Promise(() => signals.push(signal));
    loop.seen.next(-1);
    await until(
      () => signals.length,
      (length) => length === 1,
    );
    await runner.pause('maintenance');
    await runner.interrupt('drill');
    expect(signals[0]?.aborted).toBe(true);
    expect(await history(1)).toMatchObject([{ outcome: 'interrupted', reason: 'drill' }]);
    expect(journal.status).toMatchObject({ state: 'paused', reason: 'maintenance' });
  });

  it('a stopped loop can be started again', async () => {
    const { loop, runner, history } = await started('autonomous');
    await runner.stop();
    await runner.start();
    loop.seen.next(-1);
    await history(1);
    expect(loop.executed).toEqual([-1]);
  });

  it('a loop whose observation breaks has failed, and can be started again only if there is something to observe', async () => {
    const { loop, runner, journal } = await started('autonomous');
    loop.seen.error(new Error('the stream broke'));
    await until(
      () => runner.state,
      (state) => state === 'failed',
    );
    expect(journal.status.reason).toBe('the stream broke');
  });

  it('a loop that has nothing more to observe is stopped', async () => {
    const { loop, runner, history } = await started('autonomous');
    loop.seen.next(-1);
    loop.seen.complete();
    await until(
      () => runner.state,
      (state) => state === 'stopped',
    );
    expect(await history(1)).toMatchObject([{ outcome: 'succeeded' }]);
  });
});

describe('after a restart of the node', () => {
  it('a running loop runs on, and what was being executed is marked as interrupted', async () => {
    const file = join(temporaryDirectory(), 'yangent.db');
    const before = await openStore({ file, migrations });
    const loop = new TestLoop();
    const first = await openLoop(loop, 'autonomous', before);
    await first.runner.start();
    loop.execute = () => new Promise(() => undefined);
    loop.seen.next(-1);
    await until(
      () => loop.executed.length,
      (length) => length === 1,
    );
    // As kill -9 would: nothing gets the chance to write how it ended.
    await before.close();

    const after = await openStore({ file, migrations });
    cleanUp(() => after.close());
    const again = new TestLoop();
    const second = await openLoop(again, 'autonomous', after);
    await second.runner.restore(true);
    expect(await second.history(1)).toMatchObject([
      {
        id: 1,
        decided: 'add 1',
        outcome: 'interrupted',
        reason: 'the node was restarted while this was being executed',
      },
    ]);
    expect(second.journal.status).toMatchObject({
      state: 'running',
      lastOutcome: 'interrupted',
      counters: { observations: 1, decisions: 1, executions: 1, successes: 0, failures: 1 },
    });
    again.seen.next(-2);
    expect(await second.history(2)).toMatchObject([{ id: 1 }, { id: 2, outcome: 'succeeded' }]);
  });

  it('a loop that was disabled meanwhile does not run', async () => {
    const file = join(temporaryDirectory(), 'yangent.db');
    const before = await openStore({ file, migrations });
    const first = await openLoop(new TestLoop(), 'autonomous', before);
    await first.runner.start();
    await first.runner.halt();
    await before.close();
    const after = await openStore({ file, migrations });
    cleanUp(() => after.close());
    const second = await openLoop(new TestLoop(), 'autonomous', after);
    await second.runner.restore(false);
    expect(second.runner.state).toBe('stopped');
  });
});
