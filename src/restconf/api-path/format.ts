import { type InstancePath, keyValues, type PathStep } from '../../data/index.js';

/**
 * The api-path of an instance, without leading slash, as `Location` headers carry it: names are qualified where
 * the module changes, key values percent-encoded (RFC 8040 §3.5.3).
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

/** encodeURIComponent leaves `!'()*` as they are; RFC 8040 wants every reserved character encoded. */
function encodeKey(value: string): string {
  return encodeURIComponent(value).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
}
