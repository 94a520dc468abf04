/** Any RPC of a module: decodes the input, calls the core, encodes the output. */
import { decodeXmlInTurns, encodeXml, RpcError, TimeSlice, type Tree } from '../../data/index.js';
import type { HeldBytes } from '../../server/index.js';
import type { ReplyBody } from '../session-handler.js';
import { OK, type Operation } from './context.js';
import { unknownNamespace } from './unknown-namespace.js';

export const invoke: Operation = async (element, { server, caller, schema, held, turn }) => {
  const module = schema.moduleByNamespace(element.namespace);
  if (!module) throw unknownNamespace(element, { type: 'protocol' });
  const operation = schema.rpcs.get(`${module.name}:${element.name}`);
  if (!operation) {
    throw new RpcError({
      type: 'protocol',
      tag: 'unknown-element',
      message: `module ${module.name} has no rpc "${element.name}"`,
      info: { 'bad-element': element.name },
    });
  }
  const queues = server.queues(caller.view, operation);
  if (turn.earlier && !queues) await turn.earlier;
  const input = await decodeXmlInTurns(operation.input, element.children, { schema }, new TimeSlice(caller));
  const one = queues ? { ...caller, queued: turn.queued } : caller;
  return outputReply(await server.invoke(one, { operation, path: [], input }), held);
};

/** Returns the reply; `ok` for an operation without output nodes. */
export function outputReply(output: Tree | undefined, held: HeldBytes): ReplyBody {
  if (!output) return OK;
  const xml = encodeXml(output);
  held.add(xml.length);
  return { kind: 'data', xml };
}
