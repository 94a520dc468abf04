/** Lets statements of the store fail as a disk or another process makes them fail: for a moment, with nothing stored. */
import { Connection } from '../../src/store/statements.js';

export type Steering = 'BEGIN IMMEDIATE' | 'COMMIT';

export interface Faults {
  readonly statement: Steering;
  /** How SQLite calls it. */
  readonly code: string;
  /** Number of the first statement that fails, from 1. */
  readonly first: number;
  /** Number of statements that fail, one after the other. */
  readonly many: number;
}

/** Counts the statements of this process from the time at which faults were asked for. */
export class FaultyStore {
  readonly #execute = Connection.prototype.execute;
  #faults: Faults | undefined;
  #seen = 0;

  constructor() {
    const store = this;
    Connection.prototype.execute = function (this: Connection, sql: string): void {
      store.#meet(sql);
      store.#execute.call(this, sql);
    };
  }

  /** Lets statements fail from now on; the earlier faults are over. */
  ask(faults: Faults): void {
    this.#faults = faults;
    this.#seen = 0;
  }

  /** True once all statements that were to fail have failed. */
  get isOver(): boolean {
    return this.#faults === undefined || this.#seen >= this.#faults.first + this.#faults.many - 1;
  }

  end(): void {
    Connection.prototype.execute = this.#execute;
  }

  #meet(sql: string): void {
    if (sql !== this.#faults?.statement) return;
    const { first, many, code } = this.#faults;
    this.#seen++;
    if (this.#seen >= first && this.#seen < first + many)
      throw Object.assign(new Error(`${code}: injected into ${sql} ${this.#seen}`), { code });
  }
}
