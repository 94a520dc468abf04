/** True when the input is decoded so quickly that no other work needs a turn meanwhile. */
import { isObject } from '../is-object.js';
import type { XmlElement, XmlNode } from '../xml-element.js';

/** Nodes below that are decoded at once: a fraction of a millisecond. */
const FEW = 128;

/** True for elements with few below them. Looks at no more than a few nodes. */
export function isSmall(node: XmlElement): boolean {
  return countElements(node, FEW) > 0;
}

/** What is left of `budget` when each node has taken one; 0 or less when it is used up. */
function countElements(node: XmlNode, budget: number): number {
  let left = budget - 1;
  if (typeof node === 'string') return left;
  for (const child of node.children) {
    if (left <= 0) return 0;
    left = countElements(child, left);
  }
  return left;
}

/** The same of an RFC 7951 value. */
export function isSmallValue(value: unknown): boolean {
  return countValues(value, FEW) > 0;
}

function countValues(value: unknown, budget: number): number {
  let left = budget - 1;
  if (Array.isArray(value)) {
    for (const item of value) {
      if (left <= 0) return 0;
      left = countValues(item, left);
    }
  } else if (isObject(value)) {
    for (const name in value) {
      if (left <= 0) return 0;
      left = countValues(value[name], left);
    }
  }
  return left;
}
