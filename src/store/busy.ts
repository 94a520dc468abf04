/** Returns true when another connection holds the lock that SQLite needs. */
export function isBusy(error: unknown): boolean {
  return (
    error instanceof Error && 'code' in error && typeof error.code === 'string' && error.code.startsWith('SQLITE_BUSY')
  );
}
