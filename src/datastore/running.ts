/** The running datastore: the latest valid configuration, changed one edit at a time, durable before it is answered. */
import { equal, type Tree } from '../data/index.js';
import type { Store, Tx } from '../store/index.js';
import type { Schema } from '../yang/index.js';
import { describeUnfit, Journal } from './journal.js';
import type { Version } from './stored.js';

/** One change of running, as steps. A step that throws ends the change with nothing stored. */
export interface RunningChange {
  /** The content that should follow; raises RpcError for an edit that cannot be applied. */
  next(current: Tree): Tree;
  /** Refuses what is not valid or not permitted. */
  check(before: Tree, after: Tree): Promise<void>;
  /** What else belongs into the same transaction. */
  inside?(tx: Tx, before: Tree, after: Tree): Promise<void>;
  /** Acts on the change; it is durable and visible by now. Started in commit order; later changes do not wait for it. */
  done?(before: Tree, after: Tree): Promise<void>;
}

export class Running {
  #tree: Tree;
  #version: Version;
  #last: Promise<unknown> = Promise.resolve();

  private constructor(
    private readonly store: Store,
    private readonly journal: Journal,
    tree: Tree,
    version: Version,
  ) {
    this.#tree = tree;
    this.#version = version;
  }

  /** @throws Error with a way out when the stored content does not fit `schema`. */
  static async open(store: Store, schema: Schema): Promise<Running> {
    try {
      const { journal, tree, version } = await Journal.open(store, schema);
      return new Running(store, journal, tree, version);
    } catch (error) {
      throw describeUnfit(error);
    }
  }

  /** The content now; a reference that no later change touches. */
  get tree(): Tree {
    return this.#tree;
  }

  /** Opaque entity-tag of the content, unquoted. */
  get etag(): string {
    return `${this.store.nodeId.slice(0, 8)}-${this.#version.number.toString(36)}`;
  }

  get lastModified(): Date {
    return new Date(this.#version.at);
  }

  /** Runs the change after all changes before it; resolves when it is committed and `done` has run. */
  async change(change: RunningChange): Promise<void> {
    const turn = this.#last.then(() => this.commit(change));
    this.#last = turn.catch(() => undefined);
    const { before, after } = await turn;
    await change.done?.(before, after);
  }

  private async commit(change: RunningChange): Promise<{ before: Tree; after: Tree }> {
    const before = this.#tree;
    const after = change.next(before);
    await change.check(before, after);
    const changed = !equal(before, after);
    const version: Version = changed
      ? { number: this.#version.number + 1, at: new Date().toISOString() }
      : this.#version;
    await this.store.transact(async (tx) => {
      if (changed) await this.journal.write(tx, before, after, version);
      await change.inside?.(tx, before, changed ? after : before);
    });
    if (changed) {
      this.#tree = after;
      this.#version = version;
    }
    return { before, after: this.#tree };
  }
}
