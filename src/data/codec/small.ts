/** Detects input that is decoded so fast that other work need not wait for it. */
import { isObject } from '../is-object.js';
import type { XmlElement, XmlNode } from '../xml-element.js';

/** Number of nodes that are decoded at once, in a fraction of a millisecond. */
const FEW = 128;

/** True for elements with few descendants. Visits only a few nodes. */
export function isSmall(node: XmlElement): boolean {
  return countElements(node, FEW) > 0;
}

/** Returns `budget` minus the number of nodes; 0 or less when it is used up. */
function countElements(node: XmlNode, budget: number): number {
  let left = budget - 1;
  if (typeof node === 'string') return left;
  for (const child of node.children) {
    if (left <= 0) return 0;
    left = countElements(child, left);
  }
  return left;
}

/** True for RFC 7951 values with few members. */
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
