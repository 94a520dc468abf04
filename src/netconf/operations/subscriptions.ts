/** establish-subscription and modify-subscription (RFC 8640): the parts beyond a normal RPC. */
import { decodeXml, encodeXml, RpcError, type Tree, type XmlElement } from '../../data/index.js';
import { refusingFilters, SUBSCRIBED_NOTIFICATIONS, subscriptionInput } from '../../server/index.js';
import type { OperationNode, Schema } from '../../yang/index.js';
import type { Operation, OperationContext } from './context.js';
import { invoke, outputReply } from './invoke.js';

/** A session may have several subscriptions; the reply goes before the first notification. */
export const establishSubscription: Operation = async (element, context) => {
  const { server, caller, schema, subscriptions } = context;
  const operation = rpcOf(element, schema);
  if (!operation) return invoke(element, context);
  subscriptions.requireDynamic();
  const output = await call(element, operation, context);
  const id = output?.children.get(`${SUBSCRIBED_NOTIFICATIONS}:id`);
  const made = id?.kind === 'leaf' ? server.dynamicSubscriptions.find(caller, Number(id.value)) : undefined;
  if (!output || !made) {
    throw new RpcError({ type: 'application', tag: 'operation-failed', message: 'the subscription ended at once' });
  }
  return { kind: 'data', xml: encodeXml(output), next: { kind: 'run', run: subscriptions.attend(made) } };
};

export const modifySubscription: Operation = async (element, context) => {
  const operation = rpcOf(element, context.schema);
  return operation ? outputReply(await call(element, operation, context), context.held) : invoke(element, context);
};

/** Returns undefined when the served models do not include the module. */
function rpcOf({ name }: XmlElement, schema: Schema): OperationNode | undefined {
  return schema.rpcs.get(`${SUBSCRIBED_NOTIFICATIONS}:${name}`);
}

function call(
  element: XmlElement,
  operation: OperationNode,
  { server, caller, schema }: OperationContext,
): Promise<Tree | undefined> {
  return refusingFilters(operation, schema, async () => {
    const given = decodeXml(operation.input, element.children, { schema });
    return server.invoke(caller, { operation, path: [], input: subscriptionInput(given, 'xml') });
  });
}
