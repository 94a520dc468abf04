/** The operations by namespace and name; all others are looked up among the RPCs of the modules. */

import type { XmlElement } from '../../data/index.js';
import { namespaces } from '../../wire/index.js';
import type { ReplyBody } from '../session-handler.js';
import { action } from './action.js';
import { cancelCommit, commit, discardChanges } from './commit.js';
import type { Operation, OperationContext } from './context.js';
import { copyConfig, deleteConfig, validate } from './copy-config.js';
import { createSubscription } from './create-subscription.js';
import { editConfig } from './edit-config.js';
import { get, getConfig } from './get.js';
import { editData, getData } from './get-data.js';
import { invoke } from './invoke.js';
import { lock, unlock } from './lock.js';
import { closeSession, killSession } from './sessions.js';
import { establishSubscription, modifySubscription } from './subscriptions.js';

export type { OperationContext } from './context.js';

const OPERATIONS: ReadonlyMap<string, ReadonlyMap<string, Operation>> = new Map([
  [
    namespaces.NETCONF_BASE,
    new Map<string, Operation>([
      ['get', get],
      ['get-config', getConfig],
      ['edit-config', editConfig],
      ['close-session', closeSession],
      ['kill-session', killSession],
      ['copy-config', copyConfig],
      ['delete-config', deleteConfig],
      ['lock', lock],
      ['unlock', unlock],
      ['commit', commit],
      ['discard-changes', discardChanges],
      ['cancel-commit', cancelCommit],
      ['validate', validate],
    ]),
  ],
  [namespaces.NETCONF_NOTIFICATION, new Map([['create-subscription', createSubscription]])],
  [
    namespaces.SUBSCRIBED_NOTIFICATIONS,
    new Map<string, Operation>([
      ['establish-subscription', establishSubscription],
      ['modify-subscription', modifySubscription],
    ]),
  ],
  [
    namespaces.NETCONF_NMDA,
    new Map<string, Operation>([
      ['get-data', getData],
      ['edit-data', editData],
    ]),
  ],
  [namespaces.YANG, new Map([['action', action]])],
]);

/** Runs one operation. @throws RpcError */
export async function runOperation(element: XmlElement, context: OperationContext): Promise<ReplyBody> {
  const operation = OPERATIONS.get(element.namespace)?.get(element.name);
  if (!operation) return invoke(element, context);
  if (context.turn.earlier) await context.turn.earlier;
  const { server, caller, schema } = context;
  const rpc = schema.rpcs.get(`${schema.moduleByNamespace(element.namespace)?.name}:${element.name}`);
  if (rpc) await server.permit(caller, rpc);
  return operation(element, context);
}
