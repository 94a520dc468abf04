import {
  editAt,
  encodeJson,
  encodeXml,
  formatPath,
  type InstancePath,
  RpcError,
  type Tree,
} from '../../../data/index.js';
import type { EditOutcome } from '../../../server/index.js';
import type { DataParent } from '../../../yang/index.js';
import { formatApiPath } from '../../api-path/index.js';
import { ALLOWED } from '../../query/allowed.js';
import { parseParameters } from '../../query/parameters.js';
import { placementOf } from '../../query/placement.js';
import { notFound, Refusal } from '../../refusal.js';
import { document, empty } from '../answers.js';
import { decodeChildren, requireBody } from '../body.js';
import type { Answer, Exchange } from '../exchange.js';
import { apply } from './apply.js';
import { exists } from './existence.js';
import { oneResource } from './one-resource.js';
import { preconditionsOf } from './preconditions.js';
import { versionHeaders } from './version.js';

/**
 * Answers POST: creates one child resource of the datastore or of a data resource (RFC 8040 §4.4.1).
 *
 * @param parent path of the target; empty for the datastore
 */
export async function create(exchange: Exchange, parent: InstancePath): Promise<Answer> {
  const { schema } = exchange;
  const parameters = parseParameters(exchange.query, ALLOWED.placement);
  const body = await requireBody(exchange, 'the child resource to create');
  const { step, node } = oneResource(await decodeChildren(exchange, parentSchema(exchange, parent), parent, body));
  const path = [...parent, step];
  const insert = placementOf(schema, parameters, path);
  const conditions = await preconditionsOf(exchange, parent, () => noTarget(parent));
  const outcome = await refusingAsPost(exchange, parent, path, () =>
    apply(exchange, {
      edit: editAt(schema, path, 'create', node, insert),
      defaultOperation: 'none',
      ...conditions.request,
      target: path,
      awaitMessage: parent.length === 0,
    }),
  );
  return created(exchange, path, outcome.message);
}

/** Returns 201 with the location of the new resource, and a finished message as body (models.md, "The draft-faithful view"). */
export function created(exchange: Exchange, path: InstancePath, message?: Tree): Answer {
  const location = `${exchange.origin}${exchange.dataRoot}/${formatApiPath(path)}`;
  const headers = { location, ...versionHeaders(exchange, path) };
  if (!message) return empty(201, headers);
  return document(
    exchange.encoding,
    exchange.encoding === 'json' ? encodeJson(message) : encodeXml(message),
    headers,
    201,
  );
}

/**
 * Converts errors for POST: an existing child is refused with resource-denied (RFC 8040 §4.4.1) instead of data-exists, and
 * a missing parent is a missing target resource.
 */
async function refusingAsPost(
  exchange: Exchange,
  parent: InstancePath,
  path: InstancePath,
  edit: () => Promise<EditOutcome>,
): Promise<EditOutcome> {
  try {
    return await edit();
  } catch (error) {
    if (!(error instanceof RpcError) || error.appTag !== undefined) throw error;
    // When the parent exists, the new resource itself lacks a mandatory node.
    if (error.tag === 'data-missing' && !(await exists(exchange, parent))) throw noTarget(parent);
    if (error.tag !== 'data-exists') throw error;
    const denied = { type: 'protocol', tag: 'resource-denied', path: formatPath(path) } as const;
    throw new Refusal(409, new RpcError({ ...denied, message: 'the resource exists already; PUT replaces it' }));
  }
}

function noTarget(parent: InstancePath): Refusal {
  return notFound('the target resource does not exist', formatPath(parent));
}

function parentSchema(exchange: Exchange, parent: InstancePath): DataParent {
  const node = parent.at(-1)?.schema;
  return node?.kind === 'container' || node?.kind === 'list' ? node : exchange.schema.root;
}
