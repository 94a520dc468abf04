/** What can go wrong with the store itself, apart from what a caller's own SQL raises. */
export type StoreErrorCode =
  /** Another process (or another store in this one) has the file open. */
  | 'in-use'
  /** The file was written by a version that knows more migrations than this one. */
  | 'newer'
  /** The migrations given contradict each other or what the file records. */
  | 'bad-migration'
  /** The disk has no room: nothing of the transaction was stored. */
  | 'full'
  /** The file is not what a node has written. */
  | 'damaged'
  /** The file, or its directory, cannot be written. */
  | 'read-only'
  /** The store was closed before the call. */
  | 'closed'
  /** More transactions wait than the queue may hold. */
  | 'overloaded'
  /** A transaction was used after its work returned, or tried to steer the transaction by itself. */
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
