import { describe, expect, it } from 'vitest';
import { Gate } from '../../src/access/gate.js';

describe('Gate', () => {
  it('lets no more through at a time than it is wide, also after failures, and all in the end', async () => {
    const gate = new Gate(2, 100);
    let inside = 0;
    let most = 0;
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, (_, n) =>
        gate.pass(async () => {
          inside += 1;
          most = Math.max(most, inside);
          await new Promise((resolve) => setImmediate(resolve));
          inside -= 1;
          if (n % 3 === 0) throw new Error('failed inside');
          return n;
        }),
      ),
    );
    expect(most).toBe(2);
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(13);
  });

  it('turns away who comes when the line is full', async () => {
    const gate = new Gate(1, 1);
    let open: () => void = () => {};
    const first = gate.pass(() => new Promise<void>((resolve) => (open = resolve)));
    const second = gate.pass(async () => 'second');
    await expect(gate.pass(async () => 'third')).rejects.toMatchObject({ code: 'overloaded' });
    open();
    await first;
    expect(await second).toBe('second');
  });
});
