/** Comparisons (XPath 1.0 §3.4): a node-set compares true when any of its nodes does. */
import type { XPath } from '../../yang/xpath/index.js';
import { mayBeIdentity, resolveName, typeOf } from './names.js';
import type { XPathNode } from './node.js';
import { toBoolean, toNumber, toText, type XPathValue } from './value.js';

export type Relation = '=' | '!=' | '<' | '<=' | '>' | '>=';

const ORDER: Readonly<Record<'<' | '<=' | '>' | '>=', (a: number, b: number) => boolean>> = {
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
};

const MIRROR: Readonly<Record<Relation, Relation>> = {
  '=': '=',
  '!=': '!=',
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
};

export function compare(relation: Relation, left: XPathValue, right: XPathValue, xpath: XPath): boolean {
  if (typeof left === 'object') {
    return typeof right === 'object' ? compareSets(relation, left, right) : compareSet(relation, left, right, xpath);
  }
  if (typeof right === 'object') return compareSet(MIRROR[relation], right, left, xpath);
  return compareAtoms(relation, left, right);
}

function compareAtoms(relation: Relation, left: string | number | boolean, right: string | number | boolean): boolean {
  if (relation !== '=' && relation !== '!=') return ORDER[relation](toNumber(left), toNumber(right));
  return equalAtoms(left, right) === (relation === '=');
}

function equalAtoms(left: string | number | boolean, right: string | number | boolean): boolean {
  if (typeof left === 'boolean' || typeof right === 'boolean') return toBoolean(left) === toBoolean(right);
  if (typeof left === 'number' || typeof right === 'number') return toNumber(left) === toNumber(right);
  return toText(left) === toText(right);
}

function compareSet(
  relation: Relation,
  nodes: readonly XPathNode[],
  atom: string | number | boolean,
  xpath: XPath,
): boolean {
  if (typeof atom === 'boolean') return compareAtoms(relation, nodes.length > 0, atom);
  if (typeof atom === 'number') return nodes.some((node) => compareAtoms(relation, toNumber(node.stringValue), atom));
  if (relation === '=') return nodes.some((node) => equalsText(node, atom, xpath));
  if (relation === '!=') return nodes.some((node) => !equalsText(node, atom, xpath));
  return nodes.some((node) => compareAtoms(relation, node.stringValue, atom));
}

/**
 * True when the node equals the text. Identities are compared by meaning, not by prefix: the lexical form of RFC 7950
 * §9.10.3 depends on the prefixes in scope.
 */
function equalsText(node: XPathNode, text: string, xpath: XPath): boolean {
  const value = node.stringValue;
  return value === text || (mayBeIdentity(typeOf(node)) && value === resolveName(xpath, text));
}

function compareSets(relation: Relation, left: readonly XPathNode[], right: readonly XPathNode[]): boolean {
  const [one, other] = [left[0], right[0]];
  // One leaf against one leaf: the usual case in musts.
  if (left.length === 1 && right.length === 1 && one && other)
    return compareAtoms(relation, one.stringValue, other.stringValue);
  if (relation === '=') {
    const [few, many] = left.length <= right.length ? [left, right] : [right, left];
    if (few.length === 0) return false;
    const values = new Set(few.map((node) => node.stringValue));
    return many.some((node) => values.has(node.stringValue));
  }
  if (relation === '!=') {
    // A pair differs unless all values on both sides are equal.
    if (left.length === 0 || right.length === 0) return false;
    return new Set([...left, ...right].map((node) => node.stringValue)).size > 1;
  }
  return compareExtremes(relation, left, right);
}

/** True when any pair is in order; comparing the extremes is enough. */
function compareExtremes(
  relation: '<' | '<=' | '>' | '>=',
  left: readonly XPathNode[],
  right: readonly XPathNode[],
): boolean {
  const a = numbers(left);
  const b = numbers(right);
  if (a.length === 0 || b.length === 0) return false;
  const smaller = relation === '<' || relation === '<=';
  return ORDER[relation](smaller ? least(a) : greatest(a), smaller ? greatest(b) : least(b));
}

function numbers(nodes: readonly XPathNode[]): readonly number[] {
  return nodes.map((node) => toNumber(node.stringValue)).filter((n) => !Number.isNaN(n));
}

function least(values: readonly number[]): number {
  return values.reduce((a, b) => Math.min(a, b));
}

function greatest(values: readonly number[]): number {
  return values.reduce((a, b) => Math.max(a, b));
}
