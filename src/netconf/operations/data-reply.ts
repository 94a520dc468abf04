/** The reply to an operation that reads: what was read, in one `data` element, as pieces where it is long. */
import type { MessageText } from '../../clients/index.js';
import { type EncodeOptions, encodeXmlParts, inTurns, type Tree } from '../../data/index.js';
import type { ReplyBody } from '../session-handler.js';

/** @param namespace of the element, which is that of the operation */
export function dataReply(namespace: string, tree: Tree, options: EncodeOptions): ReplyBody {
  return {
    kind: 'data',
    xml: within(`<data xmlns="${namespace}">`, inTurns(encodeXmlParts(tree, options)), '</data>'),
  };
}

function within(start: string, content: MessageText, end: string): MessageText {
  return typeof content === 'string' ? `${start}${content}${end}` : piecesWithin(start, content, end);
}

async function* piecesWithin(start: string, content: AsyncIterable<string>, end: string): AsyncGenerator<string> {
  yield start;
  yield* content;
  yield end;
}
