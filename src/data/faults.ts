/** Faults found in one pass over a document, raised together at its end. */
import type { SourceLocation } from '../yang/location.js';
import { type ErrorInfo, type ErrorTag, RpcError } from './rpc-error.js';

interface Fault {
  readonly tag: ErrorTag;
  readonly message: string;
  readonly info?: ErrorInfo;
  readonly more: FaultDetails;
  path: string;
}

/** Further details of a fault. */
export interface FaultDetails {
  readonly appTag?: string;
  /** The schema node that the document violates; for an unknown node, its parent. */
  readonly schema?: SchemaPlace;
}

/** The details of a schema node for errors. */
export interface SchemaPlace {
  readonly path: string;
  readonly location: SourceLocation;
}

/** Collect all errors of a document, or stop at the first. */
export type ErrorsWanted = 'all' | 'first';

const NOTHING_MORE: FaultDetails = {};

/** Maximum number of errors per document: with more, the document is wrong in general. */
const MOST_FAULTS = 100;

export class Faults {
  readonly #at: string;
  readonly #faults: Fault[] = [];
  readonly #most: number;

  /** @param at path of the document's parent, for the paths of errors. */
  constructor(at = '', wanted: ErrorsWanted = 'all') {
    this.#at = at;
    this.#most = wanted === 'first' ? 1 : MOST_FAULTS;
  }

  /** Number of faults so far; `within` counts from it. */
  get mark(): number {
    return this.#faults.length;
  }

  /** True when no more faults are accepted: costly messages can be skipped. */
  get full(): boolean {
    return this.#faults.length >= this.#most;
  }

  fault(tag: ErrorTag, message: string, path = '', info?: ErrorInfo, more: FaultDetails = NOTHING_MORE): void {
    if (!this.full) this.#faults.push({ tag, message, path, info, more });
  }

  /**
   * Puts a step before the paths of all faults since `mark`. A fault is noted with the path below the current node and
   * completed on the way up, so a document without faults never builds a path.
   */
  within(mark: number, step: string): void {
    for (let i = mark; i < this.#faults.length; i += 1) {
      const fault = this.#faults[i];
      if (fault !== undefined) fault.path = step + fault.path;
    }
  }

  /** @throws RpcError the first fault, with the further ones in `others`; nothing is thrown without faults. */
  finish(): void {
    const base = this.#at;
    const [first, ...others] = this.#faults.map(
      ({ tag, message, info, path, more: { appTag, schema } }) =>
        ({
          type: 'application',
          tag,
          message,
          appTag,
          info,
          path: base + path === '' ? undefined : base + path,
          schemaPath: schema?.path,
          // The root has no statement.
          statement: schema?.location.file === '' ? undefined : schema?.location,
        }) as const,
    );
    if (first !== undefined)
      throw new RpcError(
        first,
        others.map((fields) => new RpcError(fields)),
      );
  }
}
