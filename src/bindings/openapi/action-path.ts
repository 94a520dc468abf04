/** RPCs, actions and event streams (RFC 8040 §3.6, §3.8). */
import type { OperationNode, OperationPartNode } from '../../yang/index.js';
import { type Definitions, objectSchema } from '../json-schema/index.js';
import { ACT_REFUSALS, parameter, REFUSALS, response, wrapped, yangContent } from './components.js';
import type { Operation, PathItem } from './document.js';
import { operationId } from './operation-id.js';
import { childPath, type ResourcePath } from './resource-path.js';

export function actionPath(action: OperationNode, above: ResourcePath, definitions: Definitions): [string, PathItem] {
  const { template, parameters } = childPath(above, action, definitions);
  const post = invocation(action, template, definitions);
  return [template, { ...(parameters.length > 0 && { parameters }), post }];
}

export function rpcPath(rpc: OperationNode, definitions: Definitions): [string, PathItem] {
  const template = `/operations/${rpc.qname}`;
  return [template, { post: invocation(rpc, template, definitions) }];
}

function invocation(operation: OperationNode, template: string, definitions: Definitions): Operation {
  const { input, output, module } = operation;
  const description = operation.description?.replace(/\s+/g, ' ').trim();
  const hasOutput = output.data.size > 0;
  const required = 'required' in objectSchema(input, input.data.values(), definitions);
  return {
    operationId: operationId('invoke', template),
    summary: `Invoke ${operation.name}`,
    ...(description && { description }),
    tags: [module.name],
    ...(operation.status !== 'current' && { deprecated: true }),
    ...(input.data.size > 0 && {
      requestBody: { required, content: yangContent(part(input, `${module.name}:input`, definitions)) },
    }),
    responses: {
      ...(hasOutput
        ? {
            '200': {
              description: 'The output.',
              content: yangContent(part(output, `${module.name}:output`, definitions)),
            },
          }
        : { '204': response('no-content') }),
      ...ACT_REFUSALS,
    },
  };
}

function part(node: OperationPartNode, name: string, definitions: Definitions) {
  return wrapped(name, objectSchema(node, node.data.values(), definitions));
}

/** Returns the paths of a stream; its name is a parameter, because the streams are data of the node (RFC 8040 §9.3). */
export function streamPaths(): [string, PathItem][] {
  return ['json', 'xml'].map((encoding): [string, PathItem] => [
    `/streams/{stream}/${encoding}`,
    {
      parameters: [
        {
          name: 'stream',
          in: 'path',
          required: true,
          description: 'Name of the stream, for example NETCONF, as ietf-restconf-monitoring lists it.',
          schema: { type: 'string' },
        },
      ],
      get: {
        operationId: operationId('subscribe', `/streams/${encoding}`),
        summary: `Receive events, in ${encoding.toUpperCase()}`,
        description: 'Server-sent events; each holds one notification (RFC 8040 §6.4).',
        tags: ['streams'],
        parameters: [parameter('filter'), parameter('start-time'), parameter('stop-time')],
        responses: {
          '200': {
            description: 'The events, as they come.',
            content: { 'text/event-stream': { schema: { type: 'string' } } },
          },
          ...REFUSALS,
        },
      },
    },
  ]);
}
