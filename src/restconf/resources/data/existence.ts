import { find, formatPath, type InstancePath, selectionOfPath } from '../../../data/index.js';
import { notFound, type Refusal } from '../../refusal.js';
import type { Exchange } from '../exchange.js';

/**
 * True when the resource exists. A container without presence exists wherever its parent does: an edit needs nothing
 * to be created for it (RFC 7950 §7.5.1).
 */
export async function exists(exchange: Exchange, path: InstancePath): Promise<boolean> {
  let length = path.length;
  for (; length > 0; length -= 1) {
    const node = path[length - 1]?.schema;
    if (node?.kind !== 'container' || node.presence) break;
  }
  return length === 0 || isPresent(exchange, path.slice(0, length));
}

/** True when the datastore holds the resource itself, which of a container without presence says that it holds something. */
export async function isPresent({ server, caller, datastore }: Exchange, path: InstancePath): Promise<boolean> {
  const tree = await server.read(caller, { content: 'all', datastore, selection: selectionOfPath(path) });
  return find(tree, path) !== undefined;
}

export function missingResource(path: InstancePath): Refusal {
  return notFound('the resource does not exist', formatPath(path));
}

/** @throws Refusal 404 when the resource does not exist */
export async function requireExisting(exchange: Exchange, path: InstancePath): Promise<void> {
  if (!(await exists(exchange, path))) throw missingResource(path);
}
