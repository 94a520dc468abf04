/**
 * The running datastore: the latest valid configuration. It changes one edit at a time, and each change is durable before it
 * is reported.
 */
import { createHash } from 'node:crypto';
import { applyEdit, decodeJson, diff, type InstancePath, RpcError, type Tree, validateAsync } from '../data/index.js';
import type { Store, Tx } from '../store/index.js';
import type { Schema } from '../yang/index.js';
import { editedTargets } from './edited-targets.js';
import { describeUnfit, Journal } from './journal.js';
import { ResourceVersions } from './resource-versions.js';
import {
  clearRestorePoint,
  losing,
  type RestorePoint,
  readRestorePoint,
  type StoredRestorePoint,
  writeRestorePoint,
} from './restore-point.js';
import { SerialQueue } from './serial-queue.js';
import { parseStored, type Version } from './stored.js';
import { differenceOf, textOf } from './whole.js';

/** A change that is being stored. */
export interface Change {
  readonly before: Tree;
  readonly after: Tree;
  /** The edit from `before` to `after`; without children when they are equal. */
  readonly edit: Tree;
}

/** The entity-tag and the time of the last change of a resource. */
export interface ResourceVersion {
  /** Opaque tag without quotes. */
  readonly etag: string;
  readonly lastModified: Date;
}

/**
 * One change of running, in steps. A step that throws ends the change, and nothing is stored. `next` and `check` may be
 * called several times, each time with the current situation. While `provisional`, their errors are dropped, and they are
 * called again when the earlier changes are durable.
 */
export interface RunningChange {
  /**
   * Returns the new content; raises RpcError for an edit that cannot be applied.
   *
   * @param versionAt returns the version of a resource in `current`
   */
  next(current: Tree, versionAt: (path: InstancePath) => ResourceVersion, provisional: boolean): Tree | Promise<Tree>;
  /** Refuses a change that is invalid or not permitted. */
  check(change: Change, provisional: boolean): Promise<void>;
  /**
   * True when the steps depend only on their arguments. Then changes can be prepared on each other before they are durable,
   * and share a flush of the disk. Default: the change runs alone.
   */
  shares?(change: Change): boolean;
  /** Adds further writes to the same transaction. */
  inside?(tx: Tx, change: Change): Promise<void>;
  /** Acts on the change, which is durable and visible then. Called in commit order; later changes do not wait for it. */
  done?(change: Change): Promise<void>;
  /**
   * `set`: the content before this change is the restore point, for `restored` and after a restart; an existing point is
   * kept. `clear`: running keeps its content after this change. `follow`: this change stays when running is restored: `next`
   * is also called on the restore point. Default: the change is lost when running is restored. A function gets the change
   * that was made.
   */
  readonly restorePoint?: RestorePointStep | ((change: Change) => RestorePointStep);
}

export type RestorePointStep = 'set' | 'clear' | 'follow' | undefined;

export interface RunningOptions {
  /** Adds writes to the transaction in which running returns to its restore point at the start. */
  readonly restored?: (tx: Tx, change: Change, lost: readonly string[]) => Promise<void>;
}

/** A checked change and its result. */
interface Step {
  readonly made: Change;
  readonly version: Version;
  /** The edit as RFC 7951 text. */
  readonly text: string;
  /** The restore point after the change. */
  readonly restorePoint: RestorePoint | undefined;
}

/** A checked change that waits to be durable. */
interface Prepared {
  readonly made: Change;
  readonly version: Version;
  /** Rejects with `Superseded` when an earlier change failed. */
  readonly durable: Promise<void>;
}

/** The error of a change that was prepared on a failed one. */
class Superseded extends Error {}

export class Running {
  #tree: Tree;
  #version: Version;
  #restorePoint: RestorePoint | undefined;
  /** Changes in the order of their commits, each prepared on the one before, the first on running. */
  #prepared: readonly Prepared[] = [];
  readonly #versions: ResourceVersions;
  readonly #queue = new SerialQueue();

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
   * Opens the stored datastore. A confirmed commit that was pending when the node stopped is undone (RFC 6241 §8.4.1).
   *
   * @throws Error with a remedy when the stored content does not fit `schema`.
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

  /** Returns the current durable content; later changes do not affect the returned tree. */
  get tree(): Tree {
    return this.#tree;
  }

  /**
   * Returns the content that running returns to unless the pending confirmed commit is confirmed; undefined when none is
   * pending.
   */
  get restorePoint(): RestorePoint | undefined {
    return this.#restorePoint;
  }

  /** Opaque entity-tag of the content, without quotes. */
  get etag(): string {
    return this.versionAt([]).etag;
  }

  get lastModified(): Date {
    return this.versionAt([]).lastModified;
  }

  /** Returns entity-tag and last change of the resource at `path`, else of its nearest existing ancestor. */
  versionAt(path: InstancePath): ResourceVersion {
    return this.versionIn(this.#tree, path);
  }

  /** Runs `work` after all earlier changes and before all later ones. */
  turn<T>(work: () => T | Promise<T>): Promise<T> {
    return this.#queue.take(async () => {
      await this.settled();
      return work();
    });
  }

  /** Runs the change after all earlier ones; resolves when it is committed and `done` has run. */
  async change(change: RunningChange): Promise<Change> {
    for (;;) {
      const { made, durable } = await this.#queue.take(() => this.prepare(change));
      try {
        await durable;
      } catch (error) {
        if (error instanceof Superseded) continue;
        throw error;
      }
      await change.done?.(made);
      return made;
    }
  }

  /** Checks the change and passes it to the store; a change that does not share is durable when this resolves. */
  private async prepare(change: RunningChange): Promise<Prepared> {
    for (;;) {
      const isSettled = this.#prepared.length === 0;
      try {
        const { tree, version: last } = this.latest();
        const wanted = await change.next(tree, (path) => this.versionIn(tree, path), !isSettled);
        const edit = await differenceOf(tree, wanted);
        const made: Change = { before: tree, after: edit.children.size > 0 ? wanted : tree, edit };
        await change.check(made, !isSettled);
        const movesPoint = this.#restorePoint !== undefined && change.restorePoint !== undefined;
        const shares = !movesPoint && (change.shares?.(made) ?? false);
        if (isSettled || shares) {
          const version = this.versionOf(made, last);
          const text = await textOf(edit);
          const restorePoint = await this.restorePointAfter(change, made);
          // When the change before failed meanwhile, this one must be made again.
          if (this.latest().tree === tree) {
            const prepared = this.begin(change, { made, version, text, restorePoint });
            if (!shares) await prepared.durable.catch(() => undefined);
            return prepared;
          }
        }
      } catch (error) {
        if (isSettled) throw error;
      }
      // The result, also a refusal, may depend on changes that are not durable yet: try again when they are.
      await this.settled();
    }
  }

  private versionOf({ edit }: Change, last: Version): Version {
    return edit.children.size > 0 ? { number: last.number + 1, at: new Date().toISOString() } : last;
  }

  private begin(change: RunningChange, step: Step): Prepared {
    const { made, version } = step;
    if (made.edit.children.size > 0) this.#versions.changed(made.before, made.after, version);
    const prepared = { made, version, durable: this.write(change, step) };
    this.#prepared = [...this.#prepared, prepared];
    return prepared;
  }

  private async write(change: RunningChange, { made, version, text, restorePoint }: Step): Promise<void> {
    const changed = made.edit.children.size > 0;
    try {
      await this.store.transact(async (tx) => {
        if (this.indexOf(made) < 0) throw new Superseded();
        tx.afterCommit(() => {
          this.#prepared = this.#prepared.slice(1);
          this.#tree = made.after;
          this.#version = version;
          this.#restorePoint = restorePoint;
          if (changed) void this.journal.compact(made.after, version);
        });
        try {
          if (changed) await this.journal.write(tx, text, version);
          await this.writeRestorePoint(tx, restorePoint, made);
          await change.inside?.(tx, made);
        } catch (error) {
          // Drops the change at once: the next transaction of the store begins after this throw, and must detect that its
          // base failed.
          this.drop(made);
          throw error;
        }
      });
    } catch (error) {
      this.drop(made);
      throw error;
    }
  }

  /** Drops a failed change and those prepared on it. */
  private drop(made: Change): void {
    const index = this.indexOf(made);
    if (index >= 0) this.#prepared = this.#prepared.slice(0, index);
  }

  /** Returns the index among the prepared changes; -1 once it is durable or has failed. */
  private indexOf(made: Change): number {
    return this.#prepared.findIndex((each) => each.made === made);
  }

  /** Returns the base of the next change. */
  private latest(): { readonly tree: Tree; readonly version: Version } {
    const last = this.#prepared.at(-1);
    return last ? { tree: last.made.after, version: last.version } : { tree: this.#tree, version: this.#version };
  }

  /** Resolves when no prepared change is left. */
  private async settled(): Promise<void> {
    await Promise.allSettled(this.#prepared.map(({ durable }) => durable));
  }

  private versionIn(tree: Tree, path: InstancePath): ResourceVersion {
    const { number, at } = this.#versions.at(tree, path);
    // The number itself would reveal how often other resources have changed.
    const etag = createHash('sha256').update(`${this.store.nodeId}/${number}`).digest('base64url').slice(0, 22);
    return { etag, lastModified: new Date(at) };
  }

  private async restorePointAfter(change: RunningChange, made: Change): Promise<RestorePoint | undefined> {
    const point = this.#restorePoint;
    const { restorePoint: step } = change;
    switch (typeof step === 'function' ? step(made) : step) {
      case 'set':
        return point ?? { tree: made.before, lost: [] };
      case 'clear':
        return undefined;
      case 'follow':
        return point && made.edit.children.size > 0 ? this.followed(point, change, made) : point;
      case undefined:
        return point;
    }
  }

  /** Returns the restore point with the change applied to it too; when that is invalid, its targets are recorded as lost. */
  private async followed(point: RestorePoint, change: RunningChange, made: Change): Promise<RestorePoint> {
    const { schema } = this;
    try {
      // Preconditions refer to the content of running.
      const versionAt = (path: InstancePath) => this.versionIn(made.before, path);
      const tree = await change.next(point.tree, versionAt, false);
      await validateAsync(tree, { schema, type: 'config', unchanged: point.tree });
      return { ...point, tree };
    } catch (error) {
      if (error instanceof RpcError) return losing(point, editedTargets(made.edit));
      throw error;
    }
  }

  private async writeRestorePoint(tx: Tx, wanted: RestorePoint | undefined, { after, edit }: Change): Promise<void> {
    if (wanted === undefined) {
      if (this.#restorePoint !== undefined) await clearRestorePoint(tx);
    } else if (edit.children.size > 0 || this.#restorePoint === undefined) {
      await writeRestorePoint(tx, diff(after, wanted.tree), wanted.lost);
    }
  }

  private async goBack({ edit: text, lost }: StoredRestorePoint, restored: RunningOptions['restored']): Promise<void> {
    const { schema } = this;
    const back = decodeJson(schema.root, parseStored(text), { schema, operations: true });
    await this.change({
      next: (current) => applyEdit(current, back, 'none', { schema }),
      check: ({ before, after }) => validateAsync(after, { schema, type: 'config', unchanged: before }),
      inside: async (tx, change) => {
        await clearRestorePoint(tx);
        await restored?.(tx, change, lost);
      },
    });
  }
}
