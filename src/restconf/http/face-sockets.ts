import { overloaded } from '../refusal.js';

/** Counts the WebSockets of each protocol of a face, over all listeners of a node. */
export class FaceSockets {
  readonly #open = new Map<string, number>();

  /** @param most number of one face */
  constructor(private readonly most: number) {}

  /**
   * Counts one more.
   *
   * @returns the function to call once it is over
   * @throws Refusal 503 where the face has too many
   */
  begin(protocol: string): () => void {
    const open = this.of(protocol);
    if (open >= this.most) throw overloaded(`${open} connections to "${protocol}" are open already; try again later`);
    this.#open.set(protocol, open + 1);
    let isOver = false;
    return () => {
      if (!isOver) this.#open.set(protocol, this.of(protocol) - 1);
      isOver = true;
    };
  }

  /** Number of open ones. */
  of(protocol: string): number {
    return this.#open.get(protocol) ?? 0;
  }
}
