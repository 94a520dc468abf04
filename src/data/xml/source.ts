/** The source of element content for a decoder: parsed elements, or a text that is read on demand. */
import type { XmlElement, XmlNode } from '../xml-element.js';

/** An iterator over text and elements; undefined at the end. Twice as fast here as a generator. */
export interface XmlNodes {
  next(): XmlNode | undefined;
}

export interface XmlSource {
  /** Returns the content of an element, in order. Iterate once, and one element at a time. */
  childrenOf(element: XmlElement): XmlNodes;
  /** Returns the element with its whole content. */
  whole(element: XmlElement): XmlElement;
}

export class GivenNodes implements XmlNodes {
  #at = 0;
  constructor(readonly nodes: readonly XmlNode[]) {}
  next(): XmlNode | undefined {
    const node = this.nodes[this.#at];
    this.#at += 1;
    return node;
  }
}

/** The source for elements parsed before. */
export const PARSED: XmlSource = {
  childrenOf: (element) => new GivenNodes(element.children),
  whole: (element) => element,
};
