import {
  emptyTree,
  encodeJson,
  encodeTreeElementXml,
  formatPath,
  type InstancePath,
  RpcError,
  type Tree,
} from '../../data/index.js';
import { NO_SUCH_SUBSCRIPTION } from '../../server/index.js';
import type { OperationNode } from '../../yang/index.js';
import { ALLOWED } from '../query/allowed.js';
import { parseParameters } from '../query/parameters.js';
import { notFound, Refusal } from '../refusal.js';
import { document, empty } from './answers.js';
import { type Body, decodeWrapped, parseBody } from './body.js';
import type { Answer, Exchange } from './exchange.js';

/** Completes the input of an operation with data of the request that only this face has. */
export type PrepareInput = (input: Tree, body: Body | undefined) => Tree;

/**
 * Answers POST of an operation or action (RFC 8040 §4.4.2). The input is `module:input`, or no message-body without input.
 * Returns 200 with `module:output`, or 204 without output.
 *
 * @param path the instance on which an action is invoked; empty for an rpc
 */
export async function invoke(
  exchange: Exchange,
  operation: OperationNode,
  path: InstancePath,
  prepare: PrepareInput = (input) => input,
): Promise<Answer> {
  parseParameters(exchange.query, ALLOWED.none);
  const { name, namespace } = operation.module;
  const body = await parseBody(exchange);
  const given = body
    ? await decodeWrapped(exchange, operation.input, { module: name, namespace, name: 'input' }, body)
    : emptyTree(operation.input);
  const input = prepare(given, body);
  // Concurrent requests may have used up the user's limit since this one was admitted.
  exchange.held.take(0);
  const output = await refusingAsPost(path, () => exchange.server.invoke(exchange.caller, { operation, path, input }));
  return output === undefined || output.children.size === 0 ? empty(204) : outputDocument(exchange, operation, output);
}

function outputDocument(exchange: Exchange, operation: OperationNode, output: Tree): Answer {
  const { name } = operation.module;
  return exchange.encoding === 'json'
    ? document('json', `{"${name}:output":${encodeJson(output)}}`)
    : document('xml', encodeTreeElementXml(output));
}

/**
 * Converts errors: an operation without implementation is 501, because 405 of its tag means a method (RFC 8040 §7); an action on
 * a missing instance is 404.
 */
async function refusingAsPost<Output>(path: InstancePath, run: () => Promise<Output>): Promise<Output> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    if (error.tag === 'operation-not-supported') throw new Refusal(501, error);
    if (error.appTag === NO_SUCH_SUBSCRIPTION) throw new Refusal(404, error);
    const instance = path.length === 0 ? undefined : formatPath(path);
    if (error.tag === 'data-missing' && instance !== undefined && error.path === instance) {
      throw notFound('the resource does not exist', instance);
    }
    throw error;
  }
}
