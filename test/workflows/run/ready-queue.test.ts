import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ReadyQueue } from '../../../src/workflows/run/ready-queue.js';

const step = fc.record({ rank: fc.integer({ min: 0, max: 5 }), name: fc.uuid() });
type Step = { readonly rank: number; readonly name: string };

it('gives what a stable sort by rank would give, however steps come and go', () => {
  fc.assert(
    fc.property(fc.array(fc.option(step)), (acts) => {
      const queue = new ReadyQueue<Step>();
      let model: readonly Step[] = [];
      for (const each of acts) {
        if (each) {
          queue.push(each);
          model = [...model, each].toSorted((one, other) => other.rank - one.rank);
        } else {
          expect(queue.pop()).toBe(model[0]);
          model = model.slice(1);
        }
        expect(queue.size).toBe(model.length);
      }
      for (const each of model) expect(queue.pop()).toBe(each);
      expect(queue.pop()).toBeUndefined();
    }),
  );
});
