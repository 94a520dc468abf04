import { find, formatPath, type InstancePath, selectionOfPath } from '../../../data/index.js';
import { notFound, type Refusal } from '../../refusal.js';
import type { Exchange } from '../exchange.js';

/**
 * Returns the part of a path whose instance must exist for the resource to exist. A container without presence exists when its
 * parent does; it need not be created by an edit (RFC 7950 §7.5.1).
 */
export function presentPart(path: InstancePath): InstancePath {
  const last = path.findLastIndex(({ schema }) => schema.kind !== 'container' || schema.presence);
  return path.slice(0, last + 1);
}

/** True when the resource exists for the caller. */
export async function exists(exchange: Exchange, path: InstancePath): Promise<boolean> {
  const present = presentPart(path);
  return present.length === 0 || isPresent(exchange, present);
}

/** True when the datastore has the resource itself; for a container without presence: when it is not empty. */
export async function isPresent({ server, caller, datastore }: Exchange, path: InstancePath): Promise<boolean> {
  const tree = await server.read(caller, { content: 'all', datastore, selection: selectionOfPath(path) });
  return find(tree, path) !== undefined;
}

export function missingResource(path: InstancePath): Refusal {
  return notFound('the resource does not exist', formatPath(path));
}

/** Refuses a missing resource. @throws Refusal 404 */
export async function requireExisting(exchange: Exchange, path: InstancePath): Promise<void> {
  if (!(await exists(exchange, path))) throw missingResource(path);
}
