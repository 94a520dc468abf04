/** What running must be when the node is killed now: as it was, or as a change that is under way makes it. */

export type Parts = ReadonlyMap<string, number>;

/** A change that was sent and is not answered yet: all of it may be there after a crash, or nothing of it. */
export interface Change {
  readonly parts: Parts;
}

export class Ledger {
  /** What was wrong. */
  readonly faults: string[] = [];
  /** Requests that were answered. */
  answered = 0;
  /** Changes under way at a crash, by what became of them; confirmed commits that were to be undone. */
  readonly counts = { before: 0, after: 0, undone: 0 };
  readonly #stable = new Map<string, number>();
  readonly #open = new Set<Change>();
  #pending: Parts | undefined;
  #waiting: (() => void) | undefined;
  #lastNumber = 0;

  next(): number {
    this.#lastNumber += 1;
    return this.#lastNumber;
  }

  /** Sends a change, which counts as soon as `request` is fulfilled. */
  async make(parts: Parts, request: () => Promise<unknown>): Promise<void> {
    const change = { parts };
    this.#open.add(change);
    await request();
    this.#open.delete(change);
    for (const [part, number] of parts) this.#stable.set(part, number);
    this.answer();
  }

  /** What running shows now and must not keep, unless a change that is made of it is answered. */
  hold(parts: Parts | undefined): void {
    this.#pending = parts;
  }

  answer(): void {
    this.answered += 1;
    this.#waiting?.();
  }

  /** Resolves when so many requests have been answered. */
  reaches(count: number): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting = () => count <= this.answered && resolve();
      this.#waiting();
    });
  }

  /** Judges what running is after a crash, and goes on from there. @param found as `readParts` gives it */
  judge(found: ReadonlyMap<string, number | 'torn'>): void {
    const at = (part: string) => found.get(part);
    const stableAt = (part: string) => this.#stable.get(part);
    const free = new Set<string>();
    const done = new Set<string>();
    for (const { parts } of this.#open) {
      const names = [...parts.keys()];
      for (const name of names) free.add(name);
      if (names.every((name) => at(name) === parts.get(name))) {
        this.counts.after += 1;
        for (const [name, number] of parts) this.#stable.set(name, number);
        for (const name of names) done.add(name);
      } else if (names.every((name) => at(name) === stableAt(name))) this.counts.before += 1;
      else this.faults.push(`of ${show(parts)} a part was done: ${show(found)}, before it ${show(this.#stable)}`);
    }
    for (const name of new Set([...found.keys(), ...this.#stable.keys()])) {
      if (free.has(name) || at(name) === stableAt(name)) continue;
      const held = this.#pending && this.#pending.get(name) === at(name) ? ', which was never confirmed' : '';
      this.faults.push(`${name} should be at ${stableAt(name)}, is at ${at(name)}${held}`);
    }
    if (this.#pending && [...this.#pending.keys()].every((name) => at(name) === stableAt(name) && !done.has(name)))
      this.counts.undone += 1;
    this.#open.clear();
    this.#pending = undefined;
  }
}

function show(parts: ReadonlyMap<string, number | 'torn'>): string {
  return [...parts].map(([name, number]) => `${name} ${number}`).join(', ') || 'nothing';
}
