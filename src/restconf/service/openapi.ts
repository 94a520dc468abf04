import { createHash } from 'node:crypto';
import { openApi } from '../../bindings/index.js';
import type { Schema } from '../../yang/index.js';
import { PROTOCOL_MODULES } from '../resources/operations.js';

/** A document that changes only with the schema. */
export interface FixedDocument {
  readonly text: string;
  /** Opaque, unquoted. */
  readonly etag: string;
}

const documents = new WeakMap<Schema, Map<string, FixedDocument>>();

/**
 * Returns the OpenAPI 3.1 document of a RESTCONF root. It is made at the first request, then cached with the schema.
 *
 * @param root `/restconf` or the root of an agent
 * @param datastores the datastores of the root
 */
export function openApiDocument(schema: Schema, root: string, datastores: readonly string[]): FixedDocument {
  const known = documents.get(schema) ?? new Map<string, FixedDocument>();
  documents.set(schema, known);
  const kept = known.get(root);
  if (kept) return kept;
  const modules = [...schema.modules.values()]
    .filter(({ name, conformance }) => conformance === 'implement' && !PROTOCOL_MODULES.has(name))
    .map(({ name }) => name);
  const text = JSON.stringify(openApi(schema, modules, { server: root, datastores }));
  const made = { text, etag: createHash('sha256').update(text).digest('base64url').slice(0, 22) };
  // There may be as many roots as agents: only the last requested ones are kept.
  const [oldest] = known.keys();
  if (known.size >= MAX_ROOTS && oldest !== undefined) known.delete(oldest);
  known.set(root, made);
  return made;
}

const MAX_ROOTS = 8;
