/** Decodes XML text into Trees without a tree of elements: a long document needs little more memory than its Tree. */
import type { DataParent } from '../../yang/schema.js';
import type { Tree } from '../tree.js';
import { DEFAULT_MAX_BYTES, DEFAULT_MAX_DEPTH, refuseTooBig, type XmlLimits } from '../xml/limits.js';
import { parseStrictly, ROOT_SCOPE } from '../xml/parse.js';
import { NotPlain, PlainReader } from '../xml/plain.js';
import { PARSED, type XmlNodes, type XmlSource } from '../xml/source.js';
import type { XmlElement, XmlNode } from '../xml-element.js';
import { XmlDecoder } from './decode-xml.js';
import type { DecodeOptions } from './run.js';

export interface XmlTextOptions extends DecodeOptions, XmlLimits {
  /**
   * Returns true for an element that only wraps the document, like `data` and `config`: its children are decoded.
   * Called for the outermost element, then for the first element inside each wrapper; `depth` is the number of wrappers
   * around.
   */
  readonly isWrapper?: (element: XmlElement, depth: number) => boolean;
}

/**
 * Decodes the text as `decodeXml` decodes the document of `parseXml`.
 *
 * @throws RpcError as these two; for text that is not well-formed, only that fault.
 */
export function decodeXmlText(parent: DataParent, text: string, options: XmlTextOptions): Tree {
  const { maxDepth = DEFAULT_MAX_DEPTH, maxBytes = DEFAULT_MAX_BYTES } = options;
  refuseTooBig(text, maxBytes);
  try {
    const reader = new PlainReader(text, maxDepth, ROOT_SCOPE);
    return decode(parent, reader, reader.start(), options, () => reader.end());
  } catch (error) {
    if (!(error instanceof NotPlain)) throw error;
  }
  return decode(parent, PARSED, parseStrictly(text, maxDepth), options, () => undefined);
}

function decode(
  parent: DataParent,
  source: XmlSource,
  root: XmlElement,
  options: XmlTextOptions,
  end: () => void,
): Tree {
  const decoder = new XmlDecoder(parent, options, source);
  const tree = decoder.tree(parent, new TopNodes(source, root, options));
  end();
  decoder.run.finish();
  return tree;
}

/** The top-level nodes: the element itself, or the children of a wrapper. */
class TopNodes implements XmlNodes {
  /** The open wrappers, the innermost last. */
  readonly #wrappers: XmlNodes[] = [];
  #first: XmlNode | undefined;
  #mayWrap = true;

  constructor(
    readonly source: XmlSource,
    root: XmlElement,
    readonly options: XmlTextOptions,
  ) {
    this.#first = root;
  }

  next(): XmlNode | undefined {
    let node = this.#first ?? this.#following();
    this.#first = undefined;
    while (this.#mayWrap && node !== undefined) {
      if (typeof node === 'object') {
        this.#mayWrap = this.options.isWrapper?.(node, this.#wrappers.length) === true;
        if (!this.#mayWrap) return node;
        this.#wrappers.push(this.source.childrenOf(node));
      } else if (node.trim() !== '') return node;
      node = this.#following();
    }
    return node;
  }

  /** Returns the next node of the innermost wrapper; at its end, the next node of the wrapper around it. */
  #following(): XmlNode | undefined {
    let node = this.#wrappers.at(-1)?.next();
    while (node === undefined && this.#wrappers.length > 0) {
      this.#wrappers.pop();
      node = this.#wrappers.at(-1)?.next();
    }
    return node;
  }
}
