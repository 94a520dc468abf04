/** The errors of RFC 8639 §2.4.6 in the encoding of RFC 8640 §7 and RFC 8650 §3.3. */
import { type ErrorTag, fromValue, RpcError } from '../../data/index.js';
import type { OperationNode, Schema } from '../../yang/index.js';
import { MODULE } from './names.js';

export type SubscriptionErrorIdentity =
  | 'encoding-unsupported'
  | 'filter-unsupported'
  | 'insufficient-resources'
  | 'no-such-subscription'
  | 'replay-unsupported';

const TAGS: Readonly<Record<SubscriptionErrorIdentity, ErrorTag>> = {
  'encoding-unsupported': 'invalid-value',
  'filter-unsupported': 'invalid-value',
  'insufficient-resources': 'resource-denied',
  'no-such-subscription': 'invalid-value',
  'replay-unsupported': 'operation-not-supported',
};

export type SubscriptionRpc =
  | 'establish-subscription'
  | 'modify-subscription'
  | 'delete-subscription'
  | 'kill-subscription';

/** The yang-data structure of the errors of each rpc. */
const STRUCTURES: Readonly<Record<SubscriptionRpc, string>> = {
  'establish-subscription': 'establish-subscription-stream-error-info',
  'modify-subscription': 'modify-subscription-stream-error-info',
  'delete-subscription': 'delete-subscription-error-info',
  'kill-subscription': 'delete-subscription-error-info',
};

/** The error-app-tag of an unknown subscription; RESTCONF answers it as a missing resource. */
export const NO_SUCH_SUBSCRIPTION = `${MODULE}:no-such-subscription`;

/** Returns an error with the yang-data of the rpc. @param hint the fault of the filter and its place */
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

/** Runs an rpc of the module. A filter that cannot be decoded gets the same error as an unsupported filter. */
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
