/**
 * The tables of the store, as Kysely types them. Each folder adds its own by declaration merging, beside its migrations:
 *
 *     declare module '../store/database.js' { interface Database { task: TaskTable } }
 *
 * Column values are text, numbers (integers up to 2^53), `Uint8Array` or null; booleans are 0 and 1, 64-bit integers and
 * documents are text. That is what SQLite and PostgreSQL give back alike.
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled by declaration merging
export interface Database {}
