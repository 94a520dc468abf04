import { createHash } from 'node:crypto';
import { openApi } from '../../bindings/index.js';
import type { Schema } from '../../yang/index.js';
import { PROTOCOL_MODULES } from '../resources/operations.js';

/** A document that stays the same as long as the schema does. */
export interface FixedDocument {
  readonly text: string;
  /** Opaque, unquoted. */
  readonly etag: string;
}

const documents = new WeakMap<Schema, Map<string, FixedDocument>>();

/**
 * The OpenAPI 3.1 document of what is served below a RESTCONF root: made when first asked for, then kept with the schema.
 *
 * @param root `/restconf` or that of an agent
 * @param datastores those that it serves
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
  // Roots of agents are as many as agents: the last ones asked for are kept.
  const [oldest] = known.keys();
  if (known.size >= MAX_ROOTS && oldest !== undefined) known.delete(oldest);
  known.set(root, made);
  return made;
}

const MAX_ROOTS = 8;
