/** The reply of a read operation: one `data` element, in pieces when it is long. */
import { encodeXmlParts, inTurns, type PartsOptions, type Tree } from '../../data/index.js';
import type { ReplyBody } from '../session-handler.js';

/** Characters made before the reply begins: a failure until then is an rpc-error, a later one ends the session. */
const BEGIN = 64 * 1024;

/** @param namespace namespace of the operation and of the data element */
export async function dataReply(namespace: string, tree: Tree, options: PartsOptions): Promise<ReplyBody> {
  const open = `<data xmlns="${namespace}">`;
  const content = inTurns(encodeXmlParts(tree, options), options.further);
  if (typeof content === 'string') return { kind: 'data', xml: `${open}${content}</data>` };
  const pieces = content[Symbol.asyncIterator]();
  let begin = open;
  while (begin.length < BEGIN) {
    const next = await pieces.next();
    if (next.done) return { kind: 'data', xml: `${begin}</data>` };
    begin += next.value;
  }
  return { kind: 'data', xml: continued(begin, pieces) };
}

async function* continued(begin: string, pieces: AsyncIterator<string>): AsyncGenerator<string> {
  yield begin;
  for (let next = await pieces.next(); !next.done; next = await pieces.next()) yield next.value;
  yield '</data>';
}
