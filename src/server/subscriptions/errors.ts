/** The errors of RFC 8639 §2.4.6 as RFC 8640 §7 and RFC 8650 §3.3 put them on the wire. */
import { type ErrorTag, fromValue, RpcError } from '../../data/index.js';
import type { OperationNode, Schema } from '../../yang/index.js';
import { MODULE } from './names.js';

export type SubscriptionErrorIdentity =
  | 'encoding-unsupported'
  | 'filter-unsupported'
  | 'insufficient-resources'
  | 'no-such-subscription';

const TAGS: Readonly<Record<SubscriptionErrorIdentity, ErrorTag>> = {
  'encoding-unsupported': 'invalid-value',
  'filter-unsupported': 'invalid-value',
  'insufficient-resources': 'resource-denied',
  'no-such-subscription': 'invalid-value',
};

export type SubscriptionRpc =
  | 'establish-subscription'
  | 'modify-subscription'
  | 'delete-subscription'
  | 'kill-subscription';

/** The yang-data of each RPC's errors. */
const STRUCTURES: Readonly<Record<SubscriptionRpc, string>> = {
  'establish-subscription': 'establish-subscription-stream-error-info',
  'modify-subscription': 'modify-subscription-stream-error-info',
  'delete-subscription': 'delete-subscription-error-info',
  'kill-subscription': 'delete-subscription-error-info',
};

/** The error-app-tag of an unknown subscription, which RESTCONF answers as a resource that is not there. */
export const NO_SUCH_SUBSCRIPTION = `${MODULE}:no-such-subscription`;

/** @param hint what is wrong with the filter, and where */
export function subscriptionError(
  schema: Schema,
  rpc: SubscriptionRpc,
  identity: SubscriptionErrorIdentity,
  message: string,
  hint?: string,
): RpcError {
  const name = STRUCTURES[rpc];
  const structure = schema.structures.get(`${MODULE}:${name}`);
  const reason = `${MODULE}:${identity}`;
  const value = { [`${MODULE}:${name}`]: { reason, ...(hint === undefined ? {} : { 'filter-failure-hint': hint }) } };
  return new RpcError({
    type: 'application',
    tag: TAGS[identity],
    appTag: reason,
    message,
    structure: structure && fromValue(structure, value, { schema }),
  });
}

const FILTER_PATH = /\/(?:[\w.-]+:)?stream-(?:xpath|subtree)-filter$/;

/** Runs an RPC of the module; a filter that cannot even be read is refused as one that cannot be used is. */
export async function refusingFilters<T>(operation: OperationNode, schema: Schema, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    const { name } = operation;
    const isFilter = error instanceof RpcError && error.appTag === undefined && FILTER_PATH.test(error.path ?? '');
    if (!isFilter || (name !== 'establish-subscription' && name !== 'modify-subscription')) throw error;
    throw subscriptionError(schema, name, 'filter-unsupported', 'the filter cannot be used', error.message);
  }
}
