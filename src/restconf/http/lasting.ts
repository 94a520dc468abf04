import type { Principal } from '../../access/index.js';

/** An answer or a socket that lasts: it ends with the login of its user. */
export interface Lasting {
  readonly principal: Principal;
  abort(): void;
}

/** The longest a timer can wait. */
const LONGEST = 2 ** 31 - 1;

/** Ends it with the token it was opened with. @returns what to call once it is over */
export function endsWithLogin(lasting: Lasting): () => void {
  const { expires } = lasting.principal;
  if (expires === undefined) return () => {};
  const timer = setTimeout(() => lasting.abort(), Math.min(LONGEST, Math.max(0, expires - Date.now()))).unref();
  return () => clearTimeout(timer);
}
