/** Texts of columns that many rows share, such as terms: parsing them again for each message costs more than reading the row. */

/** Maximum number of texts; the one that was not used for longest is forgotten. */
const MAX_TEXTS = 1_000;
/** Longer texts are seldom shared. */
const MAX_LENGTH = 2_000;

const values = new Map<string, unknown>();

/** Parses the JSON of a column; rows with the same text get the same value, which must not be changed. */
export function sharedJson(text: string): unknown {
  if (text.length > MAX_LENGTH) return JSON.parse(text);
  const known = values.get(text);
  const value: unknown = known ?? JSON.parse(text);
  if (known !== undefined) values.delete(text);
  values.set(text, value);
  const oldest = values.keys().next();
  if (values.size > MAX_TEXTS && oldest.done !== true) values.delete(oldest.value);
  return value;
}
