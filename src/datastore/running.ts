/** The running datastore: the latest valid configuration, changed one edit at a time, durable before it is answered. */
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
  /** The edit that makes `after` of `before`; without children when both are the same. */
  readonly edit: Tree;
}

/** The entity-tag and the time of the last change of a resource. */
export interface ResourceVersion {
  /** Opaque and unquoted. */
  readonly etag: string;
  readonly lastModified: Date;
}

/**
 * One change of running, as steps. A step that throws ends the change with nothing stored. `next` and `check` may be called
 * more than once, each time for what is to follow then; while `provisional` what they throw is dropped, and they are called
 * again when the changes before this one are durable.
 */
export interface RunningChange {
  /**
   * The content that should follow; raises RpcError for an edit that cannot be applied.
   *
   * @param versionAt the version of a resource in `current`
   */
  next(current: Tree, versionAt: (path: InstancePath) => ResourceVersion, provisional: boolean): Tree | Promise<Tree>;
  /** Refuses what is not valid or not permitted. */
  check(change: Change, provisional: boolean): Promise<void>;
  /**
   * True when the steps look at nothing but what they are given, so that changes may be prepared on this one, and this one on
   * others, before they are durable: they share the flush of the disk. Where absent the change has running for itself.
   */
  shares?(change: Change): boolean;
  /** What else belongs into the same transaction. */
  inside?(tx: Tx, change: Change): Promise<void>;
  /** Acts on the change; it is durable and visible by now. Started in commit order; later changes do not wait for it. */
  done?(change: Change): Promise<void>;
  /**
   * `set`: what running was before this change is what it goes back to on `restored`, and when the node is restarted;
   * kept as it is when it was set before. `clear`: running stays as it is after this change. `follow`: where running goes
   * back, this change stays: `next` is asked what follows on the restore point as well. Absent: the change goes with the rest.
   * A function is asked of the change as it was made.
   */
  readonly restorePoint?: RestorePointStep | ((change: Change) => RestorePointStep);
}

export type RestorePointStep = 'set' | 'clear' | 'follow' | undefined;

export interface RunningOptions {
  /** What belongs into the transaction in which running goes back to its restore point at the start. */
  readonly restored?: (tx: Tx, change: Change, lost: readonly string[]) => Promise<void>;
}

/** A change that is checked, and what it leads to. */
interface Step {
  readonly made: Change;
  readonly version: Version;
  /** RFC 7951 text of the edit. */
  readonly text: string;
  /** What running goes back to after the change. */
  readonly restorePoint: RestorePoint | undefined;
}

/** A change that is checked and waits to be durable. */
interface Prepared {
  readonly made: Change;
  readonly version: Version;
  /** Rejects with `Superseded` when a change before it came to nothing. */
  readonly durable: Promise<void>;
}

/** What a change was prepared on has not come to be. */
class Superseded extends Error {}

export class Running {
  #tree: Tree;
  #version: Version;
  #restorePoint: RestorePoint | undefined;
  /** In the order of their commits, each made on the one before it, the first on what is running. */
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

  /** The content now, durable; a reference that no later change touches. */
  get tree(): Tree {
    return this.#tree;
  }

  /** What running goes back to unless the pending confirmed commit is confirmed; undefined when none is pending. */
  get restorePoint(): RestorePoint | undefined {
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
  versionAt(path: InstancePath): ResourceVersion {
    return this.versionIn(this.#tree, path);
  }

  /** Runs `work` after all changes begun before it, and before all later ones. */
  turn<T>(work: () => T | Promise<T>): Promise<T> {
    return this.#queue.take(async () => {
      await this.settled();
      return work();
    });
  }

  /** Runs the change after all changes before it; resolves when it is committed and `done` has run. */
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

  /** Has the change checked, and handed to the store; a change that does not share is durable when this resolves. */
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
          // One that comes to nothing takes with it what was made on it.
          if (this.latest().tree === tree) {
            const prepared = this.begin(change, { made, version, text, restorePoint });
            if (!shares) await prepared.durable.catch(() => undefined);
            return prepared;
          }
        }
      } catch (error) {
        if (isSettled) throw error;
      }
      // What changes that are not durable yet have led to, a refusal among it, is looked at again when they are.
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
          // The store goes on to the next transaction as soon as this one has thrown: it must find out that it was made on nothing.
          this.drop(made);
          throw error;
        }
      });
    } catch (error) {
      this.drop(made);
      throw error;
    }
  }

  /** Forgets a change that comes to nothing, and those made on it. */
  private drop(made: Change): void {
    const index = this.indexOf(made);
    if (index >= 0) this.#prepared = this.#prepared.slice(0, index);
  }

  /** Among those prepared; -1 once it is durable, or has come to nothing. */
  private indexOf(made: Change): number {
    return this.#prepared.findIndex((each) => each.made === made);
  }

  /** What the next change is made on. */
  private latest(): { readonly tree: Tree; readonly version: Version } {
    const last = this.#prepared.at(-1);
    return last ? { tree: last.made.after, version: last.version } : { tree: this.#tree, version: this.#version };
  }

  /** Resolves when nothing prepared is left. */
  private async settled(): Promise<void> {
    await Promise.allSettled(this.#prepared.map(({ durable }) => durable));
  }

  private versionIn(tree: Tree, path: InstancePath): ResourceVersion {
    const { number, at } = this.#versions.at(tree, path);
    // The number itself would tell how often other resources have changed.
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

  /** The restore point with the change made on it as well; where that is not valid, what is lost is noted. */
  private async followed(point: RestorePoint, change: RunningChange, made: Change): Promise<RestorePoint> {
    const { schema } = this;
    try {
      // Conditions are about what was running.
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
