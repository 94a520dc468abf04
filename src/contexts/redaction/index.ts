/** Removes information from content: kinds of personal and secret data, members of structured content, pieces of text. */
import { type ContentForm, clean } from './encodings.js';
import type { Removal } from './text.js';

export { type ContentForm, checkContent } from './encodings.js';
export { SEALED_TYPES, type SealedType, sealedType } from './sealed-types.js';
export { REMOVED, type WordPattern } from './text.js';
export { unlike } from './unlike.js';

export interface Redacted {
  readonly content: string;
  /** The kinds, members and texts that were found and removed. */
  readonly removed: readonly string[];
}

/**
 * Removes information from content (CUI-4.3-h). JSON stays JSON, and XML stays XML.
 *
 * @throws RpcError access-denied when the content cannot be searched
 */
export function redact(content: string, removal: Removal, form: ContentForm = {}): Redacted {
  const removed = new Set<string>();
  return { content: clean(content, form, removal, removed), removed: [...removed] };
}
