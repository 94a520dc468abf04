/** The data parameters to which a request refers: persons who approve it approve their content. */
import { isObject, RpcError } from '../../data/index.js';
import type { Queries } from '../../store/index.js';
import type { Caller } from '../call.js';
import { makeCall, type ServerCore } from '../core.js';
import type { RequestToApprove } from './require.js';

/** The names of members that have identifiers of data parameters, in all models. */
const NAMES: ReadonlySet<string> = new Set(['data-param', 'dataParam', 'msg-data']);
/** The member of the input that describes the data. */
const DATA = 'yangent-contexts:data';
/** Maximum number of data parameters to which a request may refer. */
const MOST = 1_000;

/**
 * Adds descriptions of the data to which the input refers, with digests. The same request is known without them, so that a change of
 * the data makes its approval stale.
 *
 * @param queries of the transaction of the request. Default: those of the store
 * @throws RpcError too-big
 */
export async function withData(
  core: ServerCore,
  caller: Caller,
  request: RequestToApprove & { readonly input: object },
  queries: Queries = core.store,
): Promise<RequestToApprove> {
  const ids = [...new Set(idsIn(request.input))].sort();
  if (ids.length === 0 || !core.approvalSources) return request;
  if (ids.length > MOST) throw tooMany();
  const describe = async (own: Queries) => {
    const param = await core.approvalSources?.data(makeCall(core, caller), ids, own);
    return { ...request.input, [DATA]: { param } };
  };
  return { ...request, input: await describe(queries), same: request.same ?? request.input, data: { ids, describe } };
}

/** @param name of the member that has the value, with or without its module */
function* idsIn(value: unknown, name = ''): Generator<string> {
  if (typeof value === 'string') {
    if (NAMES.has(name.slice(name.indexOf(':') + 1))) yield value;
  } else if (Array.isArray(value)) for (const each of value) yield* idsIn(each, name);
  else if (isObject(value)) for (const [member, each] of Object.entries(value)) yield* idsIn(each, member);
}

function tooMany(): RpcError {
  return new RpcError({
    type: 'application',
    tag: 'too-big',
    origin: 'caller',
    message: `a request that must be approved refers to at most ${MOST} data parameters; make it in parts`,
  });
}
