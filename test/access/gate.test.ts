import { describe, expect, it } from 'vitest';
import { Gate } from '../../src/access/gate.js';

const PLACE = { line: 'one', patience: 60_000 };

describe('Gate', () => {
  it('lets no more through at a time than it is wide, also after failures, and all in the end', async () => {
    const gate = new Gate(2, 100);
    let inside = 0;
    let most = 0;
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, (_, n) =>
        gate.pass(PLACE, async () => {
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
    const first = gate.pass(PLACE, () => new Promise<void>((resolve) => (open = resolve)));
    const second = gate.pass(PLACE, async () => 'second');
    await expect(gate.pass(PLACE, async () => 'third')).rejects.toMatchObject({ code: 'overloaded' });
    open();
    await first;
    expect(await second).toBe('second');
  });

  it('lets lines take turns, so that a long one holds up no other', async () => {
    const gate = new Gate(1, 100);
    const order: string[] = [];
    const lines = ['a', 'a', 'a', 'a', 'b', 'b', 'c'];
    await Promise.all(
      lines.map((line) =>
        gate.pass({ line, patience: 60_000 }, async () => {
          order.push(line);
          await new Promise((resolve) => setImmediate(resolve));
        }),
      ),
    );
    expect(order.join('')).toBe('aabcaba');
  });

  it('turns away work that has waited for too long, and goes on with the rest', async () => {
    const gate = new Gate(1, 2);
    let open: () => void = () => {};
    const first = gate.pass(PLACE, () => new Promise<void>((resolve) => (open = resolve)));
    const hasty = gate.pass({ line: 'two', patience: 10 }, async () => 'hasty');
    const patient = gate.pass({ line: 'two', patience: 60_000 }, async () => 'patient');
    await expect(hasty).rejects.toMatchObject({ code: 'overloaded' });
    // There is room in the queue again.
    const late = gate.pass(PLACE, async () => 'late');
    open();
    await first;
    expect(await Promise.all([patient, late])).toEqual(['patient', 'late']);
  });
});
