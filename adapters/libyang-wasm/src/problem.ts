/** What is wrong with a module or document. */
export interface Problem {
  readonly message: string;
  /** Place in the data, as libyang writes paths (`/box:slots/slot[name='a']`). */
  readonly path?: string;
  /** Place in the schema. */
  readonly schemaPath?: string;
  /** RFC 7950 error-app-tag. */
  readonly appTag?: string;
  /** Line of the text, from 1. */
  readonly line?: number;
}

/**
 * Why there is no answer:
 * - `not-built`: the binary is not there
 * - `schema`: a module is not there or not right
 * - `crashed`: libyang came to an end on this input
 * - `memory`: it needs more memory than allowed
 * - `too-large`: the text is longer than allowed
 * - `timeout`: it takes longer than allowed
 * - `busy`: more is waiting than allowed
 * - `closed`: the pool or context was closed
 */
export type LibyangFault = 'not-built' | 'schema' | 'crashed' | 'memory' | 'too-large' | 'timeout' | 'busy' | 'closed';

/** No answer. That a document is not valid is an answer. */
export class LibyangError extends Error {
  override readonly name = 'LibyangError';

  /** @param problems of modules, where `fault` is `schema` */
  constructor(
    readonly fault: LibyangFault,
    message: string,
    readonly problems: readonly Problem[] = [],
  ) {
    super(message);
  }
}
