/**
 * The candidate datastore, shared by all sessions (RFC 6241 §8.3). Without changes it always equals running. From its first
 * change on it is independent, until it is committed or discarded. It lives in memory: a restart discards it.
 */
import type { Tree } from '../data/index.js';
import type { Running } from './running.js';
import { SerialQueue } from './serial-queue.js';

export class Candidate {
  readonly #queue = new SerialQueue();
  #changed: { readonly tree: Tree; readonly by: number } | undefined;

  constructor(private readonly running: Pick<Running, 'tree'>) {}

  /** Returns the current content; later changes do not affect the returned tree. */
  get tree(): Tree {
    return this.#changed?.tree ?? this.running.tree;
  }

  /** Returns the session that changed it last (0: not a NETCONF session); undefined while it equals running. */
  get changedBy(): number | undefined {
    return this.#changed?.by;
  }

  /**
   * Changes the content after all earlier changes: `next` gets the content and returns the new one. When it throws, nothing
   * changes.
   */
  change(session: number, next: (current: Tree) => Tree | Promise<Tree>): Promise<void> {
    return this.#queue.take(async () => {
      const before = this.tree;
      const tree = await next(before);
      if (tree === before) return;
      this.#changed = tree === this.running.tree ? undefined : { tree, by: session };
    });
  }

  /** Runs `work` after all earlier changes. */
  turn<T>(work: () => T | Promise<T>): Promise<T> {
    return this.#queue.take(work);
  }

  /** Records that `tree` is now running; changes made since the start of the commit stay. */
  committed(tree: Tree): void {
    if (this.#changed?.tree === tree) this.#changed = undefined;
  }
}
