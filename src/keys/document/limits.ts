/** Maximum octets of a document. */
export const MOST_OCTETS = 64 * 1024;

/** Nesting of objects and arrays in a document. */
export const MOST_DEPTH = 32;
