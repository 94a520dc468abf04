/** Function calls (XPath 1.0 §4; RFC 7950 §10): one entry per function; the parser has checked names and counts. */
import type { XPath } from '../../yang/xpath/index.js';
import type { Compiled, Context } from './context.js';
import { dereference } from './deref.js';
import * as strings from './strings.js';
import { firstNode, toBoolean, toNodes, toNumber, toText, type XPathValue } from './value.js';
import { bitIsSet, enumValue, isDerived, reMatch } from './yang-functions.js';

type Arguments = readonly Compiled[];
/** A function; its arguments are closures, so unused arguments are not evaluated. */
type Call = (context: Context, args: Arguments, xpath: XPath) => XPathValue;

function value(context: Context, args: Arguments, index: number): XPathValue {
  const arg = args[index];
  return arg ? arg(context) : [context.node];
}

/** Returns the argument as a string; without one, the string value of the context node. */
function text(context: Context, args: Arguments, index = 0): string {
  return toText(value(context, args, index));
}

function number(context: Context, args: Arguments, index = 0): number {
  return toNumber(value(context, args, index));
}

function nodes(context: Context, args: Arguments): ReturnType<typeof toNodes> {
  return toNodes(value(context, args, 0));
}

const CALLS: ReadonlyMap<string, Call> = new Map<string, Call>([
  ['last', (c) => c.size],
  ['position', (c) => c.position],
  ['count', (c, a) => nodes(c, a).length],
  // YANG data have no attributes of type ID and no xml:lang.
  ['id', () => []],
  ['lang', () => false],
  ['local-name', (c, a) => firstNode(nodes(c, a))?.named?.name ?? ''],
  ['namespace-uri', (c, a) => firstNode(nodes(c, a))?.named?.module.namespace ?? ''],
  ['name', (c, a) => firstNode(nodes(c, a))?.named?.qname ?? ''],
  ['string', (c, a) => text(c, a)],
  ['concat', (c, a) => a.map((arg) => toText(arg(c))).join('')],
  ['starts-with', (c, a) => text(c, a).startsWith(text(c, a, 1))],
  ['contains', (c, a) => text(c, a).includes(text(c, a, 1))],
  ['substring-before', (c, a) => strings.substringBefore(text(c, a), text(c, a, 1))],
  ['substring-after', (c, a) => strings.substringAfter(text(c, a), text(c, a, 1))],
  ['substring', (c, a) => strings.substring(text(c, a), number(c, a, 1), a.length > 2 ? number(c, a, 2) : undefined)],
  ['string-length', (c, a) => strings.stringLength(text(c, a))],
  ['normalize-space', (c, a) => strings.normalizeSpace(text(c, a))],
  ['translate', (c, a) => strings.translate(text(c, a), text(c, a, 1), text(c, a, 2))],
  ['boolean', (c, a) => toBoolean(value(c, a, 0))],
  ['not', (c, a) => !toBoolean(value(c, a, 0))],
  ['true', () => true],
  ['false', () => false],
  ['number', (c, a) => number(c, a)],
  ['sum', (c, a) => nodes(c, a).reduce((sum, node) => sum + toNumber(node.stringValue), 0)],
  ['floor', (c, a) => Math.floor(number(c, a))],
  ['ceiling', (c, a) => Math.ceil(number(c, a))],
  ['round', (c, a) => strings.roundHalfUp(number(c, a))],
  ['current', (c) => [c.current]],
  ['re-match', (c, a) => reMatch(text(c, a), text(c, a, 1))],
  ['deref', (c, a) => dereference(firstNode(nodes(c, a)))],
  ['derived-from', (c, a, xpath) => isDerived(nodes(c, a), text(c, a, 1), false, xpath, c.node.owner.schema)],
  ['derived-from-or-self', (c, a, xpath) => isDerived(nodes(c, a), text(c, a, 1), true, xpath, c.node.owner.schema)],
  ['enum-value', (c, a) => enumValue(nodes(c, a))],
  ['bit-is-set', (c, a) => bitIsSet(nodes(c, a), text(c, a, 1))],
]);

export function compileCall(name: string, args: Arguments, xpath: XPath): Compiled {
  const call = CALLS.get(name);
  if (!call) throw new Error(`no implementation of the XPath function '${name}'`);
  return (context) => call(context, args, xpath);
}

/** Calls a function with evaluated arguments. */
export function callWith(name: string, args: readonly XPathValue[], context: Context, xpath: XPath): XPathValue {
  return compileCall(
    name,
    args.map((arg) => () => arg),
    xpath,
  )(context);
}
