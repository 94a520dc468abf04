import { type Data, type InstancePath, keyValues, type LeafListItem, type ListEntry } from '../../../data/index.js';
import { canonical } from '../../../yang/index.js';
import { badRequest } from '../../refusal.js';
import type { Exchange } from '../exchange.js';
import { requireExisting } from './existence.js';

/** Returns the value of the key leaf at the end of the path, from the key of its entry; undefined for other nodes. */
export function keyLeafValue(path: InstancePath): string | undefined {
  const leaf = path.at(-1)?.schema;
  const entry = path.at(-2);
  if (leaf?.kind !== 'leaf' || !leaf.isKey || entry?.schema.kind !== 'list' || entry.key === undefined)
    return undefined;
  return keyValues(entry.key)[entry.schema.keys.indexOf(leaf)];
}

/**
 * Returns true when a write sets a key leaf to its present value, which changes nothing. Another value is refused, because the
 * key identifies the entry.
 *
 * @throws Refusal 400 for another value; 404 when the entry does not exist
 */
export async function isUnchangedKey(
  exchange: Exchange,
  path: InstancePath,
  node: Data | ListEntry | LeafListItem,
): Promise<boolean> {
  const value = keyLeafValue(path);
  if (value === undefined || node.kind !== 'leaf') return false;
  if (canonical(node.value) !== value) {
    throw badRequest(`"${node.schema.name}" is a key: it names the entry and keeps the value "${value}"`);
  }
  await requireExisting(exchange, path);
  return true;
}
