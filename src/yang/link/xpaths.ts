/** The XPath expressions of `must` and `when`, each read once however often its grouping is used and its module compiled. */
import { Fault, messageOf } from '../errors.js';
import { argumentOf, type Statement } from '../text/statement.js';
import { parseXPath, type XPath } from '../xpath/index.js';
import { prefixNames } from './scope.js';
import type { Property } from './unit.js';

/**
 * By statement; usually of one module, since few groupings are used by several. What prefixes mean is said in the text that
 * the statement stands in, so nothing else matters.
 */
const KNOWN = new WeakMap<Statement, XPath[]>();

/** Unprefixed names are in `module` (RFC 7950 §6.4.1). Raises a fault when the expression cannot be read. */
export function xpathOf({ statement, scope }: Property, module: string): XPath {
  const known = KNOWN.get(statement);
  const found = known?.find((xpath) => xpath.module === module);
  if (found) return found;
  const xpath = read(statement, module, prefixNames(scope.unit));
  if (known) known.push(xpath);
  else KNOWN.set(statement, [xpath]);
  return xpath;
}

function read(statement: Statement, module: string, prefixes: ReadonlyMap<string, string>): XPath {
  const text = argumentOf(statement);
  try {
    return parseXPath(text, { module, prefixes });
  } catch (error) {
    throw new Fault(statement.location, `${statement.keyword} '${text.replace(/\s+/g, ' ')}': ${messageOf(error)}`);
  }
}
