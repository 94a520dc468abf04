/** What contexts need to know of tasks, told by the room that keeps them. */
import type { Tx } from '../store/index.js';

export interface KnownTasks {
  /** The agents between which a task of this node goes; undefined: there is no such task. */
  partiesOf(tx: Tx, task: string): Promise<readonly string[] | undefined>;
  /** What belongs to tasks that are not over. */
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

/** Stands until the tasks are connected: a node without tasks has none. */
export class ConnectedTasks implements KnownTasks {
  #source: KnownTasks | undefined;

  connect(source: KnownTasks): void {
    this.#source = source;
  }

  async partiesOf(tx: Tx, task: string): Promise<readonly string[] | undefined> {
    return this.#source?.partiesOf(tx, task);
  }

  async needed(): Promise<Needed> {
    return (await this.#source?.needed()) ?? NONE;
  }
}
