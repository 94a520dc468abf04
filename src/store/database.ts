/**
 * The tables of the store as Kysely types. Each folder adds its tables by declaration merging, next to its migrations:
 *
 *     declare module '../store/database.js' { interface Database { task: TaskTable } }
 *
 * Column values are text, numbers (integers up to 2^53), `Uint8Array` or null; booleans are 0 and 1, 64-bit integers and
 * documents are text. SQLite and PostgreSQL return these alike.
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled by declaration merging
export interface Database {}
