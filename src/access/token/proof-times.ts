/** How long a DPoP proof is good, and how long it must be remembered (RFC 9449 §11.1). Milliseconds. */

/** The age above which a proof is refused. */
export const MAX_AGE = 300_000;
/** By how much the clock of a client may be ahead. */
export const MAX_AHEAD = 5_000;
/** By how much the clock of the node may go back unnoticed. */
export const MAX_STEP = 5_000;

/** For this time after its first use a proof may look good. */
export const LIFE = MAX_AGE + MAX_AHEAD;
