/** Errors of the store itself, not of a caller's own SQL. */
export type StoreErrorCode =
  /** Another process (or another store in this one) has the file open. */
  | 'in-use'
  /** The file was written by a version with more migrations than this one has. */
  | 'newer'
  /** The migrations are inconsistent, or differ from those recorded in the file. */
  | 'bad-migration'
  /** The disk is full: nothing of the transaction was stored. */
  | 'full'
  /** The content of the file was not written by a node. */
  | 'damaged'
  /** The file or its directory is not writable. */
  | 'read-only'
  /** The store was closed before the call. */
  | 'closed'
  /** More transactions wait than the queue allows. */
  | 'overloaded'
  /** A transaction was used after its work had returned, or its work tried to begin, commit or roll back. */
  | 'misuse'
  /** The work of a transaction did not finish in time; it was rolled back. */
  | 'timeout'
  /** The database could not begin or commit; nothing of the group was stored. */
  | 'not-stored';

export class StoreError extends Error {
  readonly code: StoreErrorCode;

  constructor(code: StoreErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StoreError';
    this.code = code;
  }
}

/** The message of anything thrown. Rooms above have it from `data`, of which the store knows nothing. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
