/** The operations by namespace and name; all else is looked up among the RPCs of the modules. */
import { namespaces } from '../../clients/index.js';
import { RpcError, type XmlElement } from '../../data/index.js';
import type { ReplyBody } from '../session-handler.js';
import { action } from './action.js';
import type { Operation, OperationContext } from './context.js';
import { createSubscription } from './create-subscription.js';
import { editConfig } from './edit-config.js';
import { get, getConfig } from './get.js';
import { invoke } from './invoke.js';
import { closeSession, killSession } from './sessions.js';

export type { OperationContext } from './context.js';

const notSupported: Operation = async (element) => {
  throw new RpcError({
    type: 'protocol',
    tag: 'operation-not-supported',
    message: `${element.name} is not supported; its capability is not announced`,
  });
};

const OPERATIONS: ReadonlyMap<string, ReadonlyMap<string, Operation>> = new Map([
  [
    namespaces.NETCONF_BASE,
    new Map<string, Operation>([
      ['get', get],
      ['get-config', getConfig],
      ['edit-config', editConfig],
      ['close-session', closeSession],
      ['kill-session', killSession],
      ...[
        'copy-config',
        'delete-config',
        'lock',
        'unlock',
        'commit',
        'discard-changes',
        'cancel-commit',
        'validate',
      ].map((name): [string, Operation] => [name, notSupported]),
    ]),
  ],
  [namespaces.NETCONF_NOTIFICATION, new Map([['create-subscription', createSubscription]])],
  [namespaces.YANG, new Map([['action', action]])],
]);

/** Runs one operation. @throws RpcError */
export function runOperation(element: XmlElement, context: OperationContext): Promise<ReplyBody> {
  const operation = OPERATIONS.get(element.namespace)?.get(element.name) ?? invoke;
  return operation(element, context);
}
