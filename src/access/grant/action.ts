/** The action that an operation is: for those of the protocols what they do with data, for all others their own name. */
import type { OperationNode } from '../../yang/index.js';
import type { DataAction } from './asked.js';

/** Operations of the protocols. Each node that they read or change is asked for by itself. */
const PROTOCOL: Readonly<Record<string, DataAction>> = {
  'ietf-netconf:get': 'data.read',
  'ietf-netconf:get-config': 'data.read',
  'ietf-netconf:validate': 'data.read',
  'ietf-netconf-nmda:get-data': 'data.read',
  'ietf-netconf-monitoring:get-schema': 'data.read',
  'ietf-netconf:edit-config': 'data.edit',
  'ietf-netconf:commit': 'data.edit',
  'ietf-netconf:cancel-commit': 'data.edit',
  'ietf-netconf:discard-changes': 'data.edit',
  'ietf-netconf:copy-config': 'data.edit',
  'ietf-netconf:lock': 'data.edit',
  'ietf-netconf:unlock': 'data.edit',
  'ietf-netconf-nmda:edit-data': 'data.edit',
  'notifications:create-subscription': 'data.subscribe',
  'ietf-subscribed-notifications:establish-subscription': 'data.subscribe',
  'ietf-subscribed-notifications:modify-subscription': 'data.subscribe',
  'ietf-subscribed-notifications:delete-subscription': 'data.subscribe',
};

/** Operations on whole datastores: only who may edit all data may run them. */
const WHOLE: ReadonlySet<string> = new Set([
  'ietf-netconf:lock',
  'ietf-netconf:unlock',
  'ietf-netconf:discard-changes',
  'ietf-netconf:cancel-commit',
  'ietf-netconf:copy-config',
]);

/** Ending one's own session needs no authority. */
const FREE: ReadonlySet<string> = new Set(['ietf-netconf:close-session']);

/** Returns the action; undefined for an operation that everybody may run. */
export function actionOf(operation: Pick<OperationNode, 'qname'>): string | undefined {
  const { qname } = operation;
  if (FREE.has(qname)) return undefined;
  return Object.hasOwn(PROTOCOL, qname) ? PROTOCOL[qname] : qname.replace(':', '.');
}

/** True when the operation concerns all data of a datastore. */
export function isOnWhole({ qname }: Pick<OperationNode, 'qname'>): boolean {
  return WHOLE.has(qname);
}

/** True when each node that the operation reads or changes is asked for by itself. */
export function isOfProtocol({ qname }: Pick<OperationNode, 'qname'>): boolean {
  return Object.hasOwn(PROTOCOL, qname);
}
