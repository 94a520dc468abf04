/** The members of a document that comes from elsewhere. */
import { isObject } from '../../data/index.js';
import { DocumentFault } from '../../keys/index.js';

export type Members = Readonly<Record<string, unknown>>;

/** @throws DocumentFault for a text that is no JSON */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new DocumentFault('it is no JSON');
  }
}

/** Returns the objects of a list; none for another value. */
export function objectsIn(value: unknown): readonly Members[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}
