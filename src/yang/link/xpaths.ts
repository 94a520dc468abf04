/** The XPath expressions of `must` and `when`. Each is parsed once, however often its grouping is used and its module compiled. */
import { Fault, messageOf } from '../errors.js';
import { argumentOf, type Statement } from '../text/statement.js';
import { parseXPath, type XPath } from '../xpath/index.js';
import { prefixNames } from './scope.js';
import type { Property } from './unit.js';

/**
 * Expressions by statement; usually for one module, since few groupings are used by several. Prefixes depend only on the text
 * of the statement.
 */
const KNOWN = new WeakMap<Statement, XPath[]>();

/** Returns the parsed expression; unprefixed names are in `module` (RFC 7950 §6.4.1). Raises a fault when it cannot be parsed. */
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
