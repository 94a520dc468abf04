import type { BulkDescription } from '../../server/index.js';
import { octetsOf } from '../record/item.js';
import { type DataParam, isComplete } from '../record/param.js';
import { TEXT_TYPE, UNKNOWN_TYPE } from './media-type.js';

/** Describes the bytes of a parameter; undefined when the node has none (there may be a URL). */
export function describe(param: DataParam): BulkDescription | undefined {
  const { data, file } = param;
  if (data === null && file === null) return undefined;
  return {
    id: param.id,
    mediaType: param.format ?? (data === null ? UNKNOWN_TYPE : TEXT_TYPE),
    length: data === null ? (param.size ?? 0) : octetsOf(data),
    complete: isComplete(param),
    sha256: param.digest === null ? undefined : Buffer.from(param.digest, 'hex'),
    lastModified: new Date(param.modified),
  };
}
