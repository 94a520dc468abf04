import { escapeAttribute } from '../../data/index.js';
import { SUBSCRIBED_NOTIFICATIONS } from '../../server/index.js';
import { namespaces } from '../../wire/index.js';
import type { OperationNode, Schema } from '../../yang/index.js';
import { ALLOWED } from '../query/allowed.js';
import { parseParameters } from '../query/parameters.js';
import { badRequest, notFound } from '../refusal.js';
import { document } from './answers.js';
import type { Answer, Exchange } from './exchange.js';
import { invoke } from './invoke.js';
import { answerFrom, type MethodTable } from './method-table.js';
import { invokeSubscriptionRpc } from './subscriptions.js';

/** Modules with NETCONF's own operations, which RESTCONF replaces by methods and resources. */
export const PROTOCOL_MODULES: ReadonlySet<string> = new Set(['ietf-netconf', 'notifications', 'ietf-netconf-nmda']);

const LIST: MethodTable<undefined> = { GET: async (exchange) => list(exchange) };
const OPERATION: MethodTable<OperationNode> = {
  POST: (exchange, operation) =>
    operation.module.name === SUBSCRIBED_NOTIFICATIONS
      ? invokeSubscriptionRpc(exchange, operation)
      : invoke(exchange, operation, []),
};

/**
 * Answers `{+restconf}/operations` and the operation resources in it (RFC 8040 §3.3.2, §3.6).
 *
 * @param rest the path after `operations/`, still percent-encoded
 * @param offset of `rest` in the path
 */
export function answerOperations(exchange: Exchange, rest: string, offset: number): Promise<Answer> {
  if (rest === '') return answerFrom(LIST, exchange, undefined, 'the list of operations');
  const operation = operationAt(exchange.schema, rest, offset);
  return answerFrom(OPERATION, exchange, operation, `operation "${operation.qname}"`);
}

function operationAt(schema: Schema, rest: string, offset: number): OperationNode {
  const name = rest.replace(/%3a/i, ':');
  if (!/^[A-Za-z_][\w.-]*:[A-Za-z_][\w.-]*$/.test(name)) {
    throw badRequest(`path, offset ${offset}: expected the operation as "module:name", found "${rest}"`);
  }
  const operation = schema.rpcs.get(name);
  if (operation && !PROTOCOL_MODULES.has(operation.module.name)) return operation;
  throw notFound(`path, offset ${offset}: there is no operation "${name}"`);
}

/** Lists the operations as empty leaves (RFC 8040 §3.3.2). */
function list(exchange: Exchange): Answer {
  parseParameters(exchange.query, ALLOWED.none);
  const rpcs = [...exchange.schema.rpcs.values()].filter((rpc) => !PROTOCOL_MODULES.has(rpc.module.name));
  if (exchange.encoding === 'json') {
    const members = Object.fromEntries(rpcs.map((rpc) => [rpc.qname, [null]]));
    return document('json', JSON.stringify({ 'ietf-restconf:operations': members }));
  }
  const elements = rpcs.map((rpc) => `<${rpc.name} xmlns="${escapeAttribute(rpc.module.namespace)}"/>`).join('');
  return document('xml', `<operations xmlns="${namespaces.RESTCONF}">${elements}</operations>`);
}
