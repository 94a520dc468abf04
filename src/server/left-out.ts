/** Leaves values of a provider that the model refuses out of reads, and logs them, so that one bad row does not break a list. */
import type { Logger } from 'pino';
import { RpcError } from '../data/index.js';
import type { DataNode } from '../yang/index.js';

/** Maximum number of places that are logged by one process; each is logged once. */
const MOST_TOLD = 10_000;
/** Remedies for values that came from clients, by module. */
const REMEDIES: Readonly<Record<string, string>> = {
  'yangent-tasks': 'an operator can remove it (yangent-tasks:remove)',
  'yangent-contexts': 'an operator can remove it (yangent-contexts:remove)',
};
const told = new WeakMap<Logger, Set<string>>();

/**
 * Returns the data of a value; undefined when the model refuses it.
 *
 * @param decode converts the value to data; an `RpcError` from it is a refusal
 */
export async function unlessUnfit<T>(
  log: Logger,
  node: DataNode,
  value: unknown,
  decode: () => Promise<T> | T,
): Promise<T | undefined> {
  try {
    return await decode();
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    tell(log, node, value, error);
    return undefined;
  }
}

function tell(log: Logger, node: DataNode, value: unknown, error: RpcError): void {
  const keys = keysIn(node, value);
  const place = `${node.path} ${JSON.stringify(keys)}`;
  const known = told.get(log) ?? new Set();
  told.set(log, known);
  if (known.has(place) || known.size >= MOST_TOLD) return;
  known.add(place);
  log.error(
    { node: node.path, keys, reason: error.message, path: error.path },
    `left out of reads, as its model refuses it; ${REMEDIES[node.module.name] ?? 'mend the provider that gives it'}`,
  );
}

function keysIn(node: DataNode, value: unknown): Readonly<Record<string, unknown>> {
  if (node.kind !== 'list' || typeof value !== 'object' || value === null) return {};
  const members = new Map<string, unknown>(Object.entries(value));
  return Object.fromEntries(node.keys.map(({ name }) => [name, members.get(name)]));
}
