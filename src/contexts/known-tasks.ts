/** The port to the room of tasks, for the data that contexts need from it. */
import type { Tx } from '../store/index.js';

export interface KnownTasks {
  /** Returns the two agents of a task of this node; undefined when there is no such task. */
  partiesOf(tx: Tx, task: string): Promise<readonly string[] | undefined>;
  /** Returns the items and data that unfinished tasks need. */
  needed(): Promise<Needed>;
}

export interface Needed {
  readonly tasks: ReadonlySet<string>;
  /** Context items to which they refer. */
  readonly items: ReadonlySet<string>;
  /** Data parameters to which they refer. */
  readonly params: ReadonlySet<string>;
}

const NONE: Needed = { tasks: new Set(), items: new Set(), params: new Set() };

/** Returns data parameters that are needed. */
export type NeededParams = () => Promise<readonly string[]>;

/** Forwards to the room of tasks once it is connected. Before that there are no tasks. */
export class ConnectedTasks implements KnownTasks {
  #source: KnownTasks | undefined;
  readonly #others: NeededParams[] = [];

  connect(source: KnownTasks): void {
    this.#source = source;
  }

  async partiesOf(tx: Tx, task: string): Promise<readonly string[] | undefined> {
    return this.#source?.partiesOf(tx, task);
  }

  /** Adds a room that needs data parameters, too. */
  add(needed: NeededParams): void {
    this.#others.push(needed);
  }

  async needed(): Promise<Needed> {
    const { params, ...needed } = (await this.#source?.needed()) ?? NONE;
    const others = await Promise.all(this.#others.map((each) => each()));
    return { ...needed, params: new Set([...params, ...others.flat()]) };
  }
}
