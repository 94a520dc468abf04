/** Decisions read off a list of numbers: fast-check shrinks the list, and with it whatever is made of it. */
import fc from 'fast-check';

export type Numbers = readonly number[];

/** Behind its end a tape is all zeros, which stand for the simplest choice everywhere. */
export class Tape {
  #at = 0;

  constructor(private readonly numbers: Numbers) {}

  /** From 0 to `end - 1`. */
  below(end: number): number {
    const number = this.numbers[this.#at] ?? 0;
    this.#at += 1;
    return number % end;
  }

  /** True once in `n` times; false behind the end. */
  oneIn(n: number): boolean {
    return this.below(n) === n - 1;
  }

  /** One of the items, of which there is at least one. */
  pick<T>(items: readonly T[]): T {
    if (items.length === 0) throw new Error('there is nothing to pick from');
    return items[this.below(items.length)] as T;
  }

  /** Some of the items, at least `least`, in any order. */
  some<T>(items: readonly T[], least: number, most = items.length): T[] {
    const left = [...items];
    const wanted = least + this.below(Math.max(0, Math.min(most, left.length) - least) + 1);
    return Array.from({ length: Math.min(wanted, items.length) }, () => left.splice(this.below(left.length), 1)).flat();
  }
}

const MOST = 0x10000;

/** Numbers for a tape, `length` at most. */
export const numbers = (length: number): fc.Arbitrary<Numbers> =>
  fc.array(fc.nat(MOST - 1), { maxLength: length, size: 'max' });
