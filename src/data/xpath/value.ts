/** XPath values and their conversions (XPath 1.0 §3.4, §4.2-4.4). */
import { compareNodes, type XPathNode } from './node.js';

/** Node-sets are arrays without duplicates; `documentOrder` sorts them when order counts. */
export type XPathValue = readonly XPathNode[] | string | number | boolean;

export function toBoolean(value: XPathValue): boolean {
  switch (typeof value) {
    case 'boolean':
      return value;
    case 'number':
      return value !== 0 && !Number.isNaN(value);
    default:
      return value.length > 0;
  }
}

export function toText(value: XPathValue): string {
  switch (typeof value) {
    case 'string':
      return value;
    case 'number':
      return numberToText(value);
    case 'boolean':
      return String(value);
    default:
      return firstNode(value)?.stringValue ?? '';
  }
}

const NUMBER = /^[ \t\r\n]*-?(?:\d+(?:\.\d*)?|\.\d+)[ \t\r\n]*$/;

export function toNumber(value: XPathValue): number {
  switch (typeof value) {
    case 'number':
      return value;
    case 'boolean':
      return value ? 1 : 0;
    case 'string':
      return NUMBER.test(value) ? Number(value) : Number.NaN;
    default:
      return toNumber(toText(value));
  }
}

export function toNodes(value: XPathValue): readonly XPathNode[] {
  return typeof value === 'object' ? value : [];
}

/** Returns the shortest decimal form, without an exponent, which XPath does not use. */
function numberToText(value: number): string {
  const text = String(value);
  const [, sign = '', digit = '', fraction = '', exponent] = /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/.exec(text) ?? [];
  if (exponent === undefined) return text;
  const digits = digit + fraction;
  const point = 1 + Number(exponent);
  return point > 0 ? sign + digits.padEnd(point, '0') : `${sign}0.${'0'.repeat(-point)}${digits}`;
}

export function firstNode(nodes: readonly XPathNode[]): XPathNode | undefined {
  return nodes.length > 1 ? documentOrder(nodes)[0] : nodes[0];
}

export function documentOrder(nodes: readonly XPathNode[]): readonly XPathNode[] {
  return nodes.length > 1 ? [...nodes].sort(compareNodes) : nodes;
}
