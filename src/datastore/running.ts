/** The running datastore: the latest valid configuration, changed one edit at a time, durable before it is answered. */
import { applyEdit, decodeJson, diff, type InstancePath, parseJson, type Tree, validateAsync } from '../data/index.js';
import type { Store, Tx } from '../store/index.js';
import type { Schema } from '../yang/index.js';
import { describeUnfit, Journal } from './journal.js';
import { ResourceVersions } from './resource-versions.js';
import { clearRestorePoint, readRestorePoint, writeRestorePoint } from './restore-point.js';
import type { Version } from './stored.js';
import { Turns } from './turns.js';

/** A change that is being stored. */
export interface Change {
  readonly before: Tree;
  readonly after: Tree;
  /** The edit that makes `after` of `before`; without children when both are the same. */
  readonly edit: Tree;
}

/** One change of running, as steps. A step that throws ends the change with nothing stored. */
export interface RunningChange {
  /** The content that should follow; raises RpcError for an edit that cannot be applied. */
  next(current: Tree): Tree;
  /** Refuses what is not valid or not permitted. */
  check(change: Change): Promise<void>;
  /** What else belongs into the same transaction. */
  inside?(tx: Tx, change: Change): Promise<void>;
  /** Acts on the change; it is durable and visible by now. Started in commit order; later changes do not wait for it. */
  done?(change: Change): Promise<void>;
  /**
   * `set`: what running was before this change is what it goes back to on `restored`, and when the node is restarted;
   * kept as it is when it was set before. `clear`: running stays as it is after this change.
   */
  readonly restorePoint?: 'set' | 'clear';
}

export interface RunningOptions {
  /** What belongs into the transaction in which running goes back to its restore point at the start. */
  readonly restored?: (tx: Tx, change: Change) => Promise<void>;
}

export class Running {
  #tree: Tree;
  #version: Version;
  #restorePoint: Tree | undefined;
  readonly #versions: ResourceVersions;
  readonly #turns = new Turns();

  private constructor(
    private readonly store: Store,
    private readonly schema: Schema,
    private readonly journal: Journal,
    tree: Tree,
    version: Version,
  ) {
    this.#tree = tree;
    this.#version = version;
    this.#versions = new ResourceVersions(tree, version);
  }

  /**
   * Opens what is stored. A confirmed commit that was pending when the node stopped is undone (RFC 6241 §8.4.1).
   *
   * @throws Error with a way out when the stored content does not fit `schema`.
   */
  static async open(store: Store, schema: Schema, { restored }: RunningOptions = {}): Promise<Running> {
    try {
      const { journal, tree, version } = await Journal.open(store, schema);
      const running = new Running(store, schema, journal, tree, version);
      const back = await readRestorePoint(store);
      if (back !== undefined) await running.goBack(back, restored);
      return running;
    } catch (error) {
      throw describeUnfit(error);
    }
  }

  /** The content now; a reference that no later change touches. */
  get tree(): Tree {
    return this.#tree;
  }

  /** What running goes back to unless the pending confirmed commit is confirmed; undefined when none is pending. */
  get restorePoint(): Tree | undefined {
    return this.#restorePoint;
  }

  /** Opaque entity-tag of the content, unquoted. */
  get etag(): string {
    return this.versionAt([]).etag;
  }

  get lastModified(): Date {
    return this.versionAt([]).lastModified;
  }

  /** Entity-tag and time of the last change of the resource at `path`; of what is around it where it is not there. */
  versionAt(path: InstancePath): { readonly etag: string; readonly lastModified: Date } {
    const { number, at } = this.#versions.at(this.#tree, path);
    return { etag: `${this.store.nodeId.slice(0, 8)}-${number.toString(36)}`, lastModified: new Date(at) };
  }

  /** Runs `work` after all changes begun before it, and before all later ones. */
  turn<T>(work: () => T | Promise<T>): Promise<T> {
    return this.#turns.take(work);
  }

  /** Runs the change after all changes before it; resolves when it is committed and `done` has run. */
  async change(change: RunningChange): Promise<Change> {
    const made = await this.turn(() => this.commit(change));
    await change.done?.(made);
    return made;
  }

  private async commit(change: RunningChange): Promise<Change> {
    const before = this.#tree;
    const wanted = change.next(before);
    const edit = diff(before, wanted);
    const changed = edit.children.size > 0;
    const made: Change = { before, after: changed ? wanted : before, edit };
    await change.check(made);
    const version: Version = changed
      ? { number: this.#version.number + 1, at: new Date().toISOString() }
      : this.#version;
    const restorePoint = this.restorePointAfter(change, before);
    const { inside } = change;
    if (changed || inside !== undefined || restorePoint !== this.#restorePoint) {
      await this.store.transact(async (tx) => {
        if (changed) await this.journal.write(tx, edit, made.after, version);
        await this.writeRestorePoint(tx, restorePoint, made);
        await inside?.(tx, made);
      });
    }
    if (changed) this.#versions.changed(before, made.after, version);
    this.#tree = made.after;
    this.#version = version;
    this.#restorePoint = restorePoint;
    return made;
  }

  private restorePointAfter({ restorePoint }: RunningChange, before: Tree): Tree | undefined {
    switch (restorePoint) {
      case 'set':
        return this.#restorePoint ?? before;
      case 'clear':
        return undefined;
      case undefined:
        return this.#restorePoint;
    }
  }

  private async writeRestorePoint(tx: Tx, wanted: Tree | undefined, { after, edit }: Change): Promise<void> {
    if (wanted === undefined) {
      if (this.#restorePoint !== undefined) await clearRestorePoint(tx);
    } else if (edit.children.size > 0 || this.#restorePoint === undefined) {
      await writeRestorePoint(tx, diff(after, wanted));
    }
  }

  private async goBack(text: string, restored: RunningOptions['restored']): Promise<void> {
    const { schema } = this;
    const back = decodeJson(schema.root, parseJson(text), { schema, operations: true });
    await this.change({
      next: (current) => applyEdit(current, back, 'none', { schema }),
      check: ({ before, after }) => validateAsync(after, { schema, type: 'config', unchanged: before }),
      inside: async (tx, change) => {
        await clearRestorePoint(tx);
        await restored?.(tx, change);
      },
    });
  }
}
