/** Answers of hosts, and their failures, for a short time. */

/** A request and its time. */
export interface Asked<T> {
  readonly answer: Promise<T>;
  /** Milliseconds since 1970. */
  readonly at: number;
}

export class Memory<T> {
  readonly #asked = new Map<string, Asked<T>>();

  /** @param life milliseconds for which an answer is remembered @param most number of answers; the oldest goes first */
  constructor(
    private readonly life: number,
    private readonly most: number,
    private readonly now: () => number,
  ) {}

  /** Returns the remembered answer, or asks. Those who ask at once share the answer. A fault that `ask` throws itself is not remembered. */
  get(name: string, ask: () => Promise<T>): Asked<T> {
    const now = this.now();
    const known = this.#asked.get(name);
    if (known && known.at <= now && now < known.at + this.life) return known;
    const asked = { answer: ask(), at: now };
    asked.answer.catch(() => undefined); // The caller sees it.
    this.#asked.delete(name);
    this.#asked.set(name, asked);
    for (const oldest of this.#asked.keys()) {
      if (this.#asked.size <= this.most) break;
      this.#asked.delete(oldest);
    }
    return asked;
  }
}
