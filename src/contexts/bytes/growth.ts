/** Wakes readers of data that is still arriving. */
export class Growth {
  readonly #waiting = new Map<string, Set<() => void>>();

  /** Wakes the readers: more bytes have arrived, or no more will come. */
  announce(id: string): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    for (const wake of waiting ?? []) wake();
  }

  /** Resolves at the next announcement, or when the signal is aborted. Must be called before the stored bytes are read. */
  next(id: string, signal: AbortSignal): { readonly arrived: Promise<void>; forget(): void } {
    const waiting = this.#waiting.get(id) ?? new Set();
    this.#waiting.set(id, waiting);
    let wake = () => {};
    const arrived = new Promise<void>((resolve) => {
      wake = resolve;
    });
    waiting.add(wake);
    signal.addEventListener('abort', wake, { once: true });
    return {
      arrived,
      forget: () => {
        signal.removeEventListener('abort', wake);
        waiting.delete(wake);
        if (waiting.size === 0 && this.#waiting.get(id) === waiting) this.#waiting.delete(id);
      },
    };
  }
}
