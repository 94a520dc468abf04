/** The startup datastore (RFC 6241 §8.7): the configuration that running gets when the node starts. */
import { decodeJson, emptyTree, encodeJson, type Tree, validate } from '../data/index.js';
import type { Store, Tx } from '../store/index.js';
import type { Schema } from '../yang/index.js';
import { describeUnfit } from './journal.js';
import type { Change, Running } from './running.js';
import { parseStored, readSnapshot, type Version, writeSnapshot } from './stored.js';
import { textOf } from './whole.js';

export interface StartupOptions {
  /** Adds writes to the transaction in which running is loaded. */
  readonly loaded?: (tx: Tx, change: Change) => Promise<void>;
}

export class Startup {
  #tree: Tree;
  #version: Version;

  private constructor(
    private readonly store: Store,
    private readonly schema: Schema,
    tree: Tree,
    version: Version,
  ) {
    this.#tree = tree;
    this.#version = version;
  }

  /**
   * Opens the startup datastore and loads running from it. A node that never had one copies running to it.
   *
   * @throws Error with a remedy when the stored content does not fit `schema`
   */
  static async open(store: Store, schema: Schema, running: Running, { loaded }: StartupOptions = {}): Promise<Startup> {
    const snapshot = await readSnapshot(store, 'startup');
    if (!snapshot) {
      const startup = new Startup(store, schema, emptyTree(schema.root), { number: 0, at: new Date().toISOString() });
      await startup.write(running.tree);
      return startup;
    }
    try {
      const tree = decodeJson(schema.root, parseStored(snapshot.content), { schema, config: 'only' });
      validate(tree, { schema, type: 'config' });
      await running.change({ next: () => tree, check: async () => undefined, inside: loaded, restorePoint: 'clear' });
      return new Startup(store, schema, tree, { number: snapshot.version, at: snapshot.at });
    } catch (error) {
      throw describeUnfit(error);
    }
  }

  /** Returns the current content; later changes do not affect the returned tree. */
  get tree(): Tree {
    return this.#tree;
  }

  /** Sets the content to `tree`, durable when it resolves; `inside` adds writes to the same transaction. */
  async write(tree: Tree, inside?: (tx: Tx) => Promise<void>): Promise<void> {
    const content = await textOf(tree);
    await this.store.transact(async (tx) => {
      await this.writeIn(tx, tree, content);
      await inside?.(tx);
    });
  }

  /** Sets the content in a transaction of the caller. @param content its RFC 7951 text */
  async writeIn(tx: Tx, tree: Tree, content = encodeJson(tree)): Promise<void> {
    const version: Version = { number: this.#version.number + 1, at: new Date().toISOString() };
    await writeSnapshot(tx, this.schema, 'startup', content, version);
    tx.afterCommit(() => {
      this.#tree = tree;
      this.#version = version;
    });
  }
}
