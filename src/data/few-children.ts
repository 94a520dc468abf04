/**
 * Children of a parent with few of them, in a third of the memory of a Map; codecs make them by the hundred thousand.
 * Neighbouring list entries mostly have the same children in the same order, so they share the names.
 */
import type { Children, Data } from './tree.js';

/** Maximum number of children; with more, a Map finds them faster. */
const MOST = 12;

class FewChildren implements Children {
  readonly #names: readonly string[];
  readonly #data: readonly Data[];

  constructor(names: readonly string[], data: readonly Data[]) {
    this.#names = names;
    this.#data = data;
  }

  get size(): number {
    return this.#names.length;
  }
  get(qname: string): Data | undefined {
    const names = this.#names;
    for (let i = 0; i < names.length; i += 1) if (names[i] === qname) return this.#data[i];
    return undefined;
  }
  has(qname: string): boolean {
    return this.#names.includes(qname);
  }
  keys(): ArrayIterator<string> {
    return this.#names.values();
  }
  values(): ArrayIterator<Data> {
    return this.#data.values();
  }
  entries(): ArrayIterator<[string, Data]> {
    return this.#data.map((data, i): [string, Data] => [this.#names[i] ?? '', data]).values();
  }
  [Symbol.iterator](): ArrayIterator<[string, Data]> {
    return this.entries();
  }
  forEach(visit: (data: Data, qname: string, children: Children) => void): void {
    for (const [qname, data] of this.entries()) visit(data, qname, this);
  }
}

/** The child names of the last instance of a schema parent: probably those of the next instance too. */
export class LastNames {
  #names: readonly string[] = [];

  /** Returns the same names as a shared array. */
  shared(names: readonly string[]): readonly string[] {
    const last = this.#names;
    let same = last.length === names.length;
    for (let i = 0; same && i < names.length; i += 1) same = last[i] === names[i];
    if (!same) this.#names = names.slice();
    return this.#names;
  }
}

/** The children of one parent while they are decoded. */
export class OpenChildren {
  readonly #names: string[] = [];
  readonly #data: Data[] = [];
  #many: Map<string, Data> | undefined;

  has(qname: string): boolean {
    return this.#many === undefined ? this.#names.includes(qname) : this.#many.has(qname);
  }
  /** Adds a child that does not exist yet. */
  add(qname: string, data: Data): void {
    if (this.#many !== undefined) this.#many.set(qname, data);
    else {
      this.#names.push(qname);
      this.#data.push(data);
      if (this.#names.length > MOST) this.#many = this.toMap();
    }
  }
  /** Returns the children in a map that the caller may change. */
  toMap(): Map<string, Data> {
    return this.#many ?? new Map(this.#names.map((name, i) => [name, this.#data[i] as Data]));
  }
  close(last: LastNames): Children {
    return this.#many ?? new FewChildren(last.shared(this.#names), this.#data.slice());
  }
}
