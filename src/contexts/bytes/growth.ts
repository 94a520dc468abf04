/** Wakes readers of data that is still arriving. */
export class Growth {
  readonly #waiting = new Map<string, Set<() => void>>();

  /** Wakes the readers: more bytes have arrived, or no more will come. */
  announce(id: string): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    for (const wake of waiting ?? []) wake();
  }

  /**
   * Waits for the next announcement, or for the abort of the signal; must be called before the stored bytes are read. `arrived` resolves
   * to false when nothing was announced for `silence` milliseconds.
   */
  next(id: string, signal: AbortSignal): { arrived(silence: number): Promise<boolean>; forget(): void } {
    const waiting = this.#waiting.get(id) ?? new Set();
    this.#waiting.set(id, waiting);
    let wake = () => {};
    const woken = new Promise<true>((resolve) => {
      wake = () => resolve(true);
    });
    waiting.add(wake);
    signal.addEventListener('abort', wake, { once: true });
    return {
      arrived: async (silence) => {
        let timer: NodeJS.Timeout | undefined;
        const late = new Promise<false>((resolve) => {
          timer = setTimeout(() => resolve(false), silence).unref();
        });
        return Promise.race([woken, late]).finally(() => clearTimeout(timer));
      },
      forget: () => {
        signal.removeEventListener('abort', wake);
        waiting.delete(wake);
        if (waiting.size === 0 && this.#waiting.get(id) === waiting) this.#waiting.delete(id);
      },
    };
  }
}
