import { find, formatPath, type InstancePath, selectionOfPath } from '../../../data/index.js';
import { notFound, type Refusal } from '../../refusal.js';
import type { Exchange } from '../exchange.js';

/**
 * Returns the part of a path that must lead to an instance for the resource to exist. A container without presence exists
 * wherever its parent does: an edit needs nothing to be created for it (RFC 7950 §7.5.1).
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
