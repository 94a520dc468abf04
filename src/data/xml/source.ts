/** Where a decoder gets the content of elements from: elements that are there in whole, or a text that is read as it goes. */
import type { XmlElement, XmlNode } from '../xml-element.js';

/** Text and elements, one after the other; undefined at the end. Twice as fast here as what a generator makes. */
export interface XmlNodes {
  next(): XmlNode | undefined;
}

export interface XmlSource {
  /** What is in an element, in order. To be gone through once, and for one element at a time. */
  childrenOf(element: XmlElement): XmlNodes;
  /** The element with everything in it. */
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

/** Of elements parsed before. */
export const PARSED: XmlSource = {
  childrenOf: (element) => new GivenNodes(element.children),
  whole: (element) => element,
};
