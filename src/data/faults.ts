/** Faults found in one pass over a document, raised together at its end. */
import { formatPath } from './instance-path/format.js';
import type { InstancePath } from './path.js';
import { type ErrorTag, RpcError } from './rpc-error.js';

interface Fault {
  readonly tag: ErrorTag;
  readonly message: string;
  readonly appTag?: string;
  readonly info?: Readonly<Record<string, string>>;
  path: string;
}

/** Errors reported of one document, at most; a document with more is wrong in some general way. */
const MOST_FAULTS = 100;

export class Faults {
  readonly #at: InstancePath;
  readonly #faults: Fault[] = [];

  /** @param at where the document hangs, for the paths of errors. */
  constructor(at: InstancePath = []) {
    this.#at = at;
  }

  /** How many faults there are: what `within` is told to count from. */
  get mark(): number {
    return this.#faults.length;
  }

  /** True when no more faults are taken; whatever costs time to word can then be left out. */
  get full(): boolean {
    return this.#faults.length >= MOST_FAULTS;
  }

  fault(tag: ErrorTag, message: string, path = '', info?: Readonly<Record<string, string>>, appTag?: string): void {
    if (this.#faults.length < MOST_FAULTS) this.#faults.push({ tag, message, path, info, appTag });
  }

  /**
   * Puts a step before the paths of all faults since `mark`. Faults are noted with the path below the node at hand and completed
   * on the way up, so that a document without faults never builds a path.
   */
  within(mark: number, step: string): void {
    for (let i = mark; i < this.#faults.length; i += 1) {
      const fault = this.#faults[i];
      if (fault !== undefined) fault.path = step + fault.path;
    }
  }

  /** @throws RpcError the first fault, the others in `others`; nothing when there is none. */
  finish(): void {
    const base = this.#at.length === 0 ? '' : formatPath(this.#at);
    const [first, ...others] = this.#faults.map(
      ({ tag, message, appTag, info, path }) =>
        ({
          type: 'application',
          tag,
          message,
          appTag,
          info,
          path: base + path === '' ? undefined : base + path,
        }) as const,
    );
    if (first !== undefined)
      throw new RpcError(
        first,
        others.map((fields) => new RpcError(fields)),
      );
  }
}
