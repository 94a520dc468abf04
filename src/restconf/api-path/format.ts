import { type InstancePath, keyValues, type PathStep } from '../../data/index.js';

/**
 * Returns the api-path of an instance, without leading slash, for `Location` headers. Names are qualified where the module
 * changes, key values are percent-encoded (RFC 8040 §3.5.3).
 */
export function formatApiPath(path: InstancePath): string {
  return path.map((step, index) => formatStep(step, path[index - 1])).join('/');
}

function formatStep(step: PathStep, parent: PathStep | undefined): string {
  const { schema, key } = step;
  const name = parent?.schema.module === schema.module ? schema.name : schema.qname;
  if (key === undefined) return name;
  const values = schema.kind === 'list' ? keyValues(key) : [key];
  return `${name}=${values.map(encodeKey).join(',')}`;
}

/** Encodes a key value. encodeURIComponent does not encode `!'()*`, but RFC 8040 requires it for all reserved characters. */
function encodeKey(value: string): string {
  return encodeURIComponent(value).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
}
