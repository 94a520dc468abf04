/**
 * The candidate datastore, shared by all sessions (RFC 6241 §8.3). While it is unchanged, it is running, whatever
 * running becomes; from the first change on it stands on its own until it is committed or discarded. It lives in memory:
 * a restart discards it.
 */
import type { Tree } from '../data/index.js';
import type { Running } from './running.js';
import { SerialQueue } from './serial-queue.js';

export class Candidate {
  readonly #queue = new SerialQueue();
  #changed: { readonly tree: Tree; readonly by: number } | undefined;

  constructor(private readonly running: Pick<Running, 'tree'>) {}

  /** The content now; a reference that no later change touches. */
  get tree(): Tree {
    return this.#changed?.tree ?? this.running.tree;
  }

  /** The session that changed it last (0: none of NETCONF); undefined while it is the same as running. */
  get changedBy(): number | undefined {
    return this.#changed?.by;
  }

  /** Changes it after all changes begun before: `next` gets the content and gives what follows. Nothing changes when it throws. */
  change(session: number, next: (current: Tree) => Tree | Promise<Tree>): Promise<void> {
    return this.#queue.take(async () => {
      const before = this.tree;
      const tree = await next(before);
      if (tree === before) return;
      this.#changed = tree === this.running.tree ? undefined : { tree, by: session };
    });
  }

  /** Runs `work` after all changes begun before it. */
  turn<T>(work: () => T | Promise<T>): Promise<T> {
    return this.#queue.take(work);
  }

  /** Told that `tree` is running now; what has been changed since the commit began stays. */
  committed(tree: Tree): void {
    if (this.#changed?.tree === tree) this.#changed = undefined;
  }
}
