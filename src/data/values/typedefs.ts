/** Published typedefs whose description requires more of a string than their restrictions. */
import { parseXPath, type StringType, XPathError } from '../../yang/index.js';
import { quoted, ValueFault } from './fault.js';

type Check = (text: string) => ValueFault | undefined;

const CHECKS: ReadonlyMap<string, Check> = new Map([['ietf-yang-types:xpath1.0', xpath]]);

/** Returns the extra check for the typedef of a string type, if any. */
export function checkOfTypedef({ typedef }: StringType): Check | undefined {
  return typedef === undefined ? undefined : CHECKS.get(typedef);
}

/**
 * RFC 6991 §3: "represents an XPATH 1.0 expression". Checks the syntax only: the description of each node defines the
 * allowed prefixes and extra functions.
 */
function xpath(text: string): ValueFault | undefined {
  // The context could also bind variables; here there are none to check against.
  if (text.includes('$')) return undefined;
  try {
    parseXPath(text, { module: '', prefixes: ANY_PREFIX });
    return undefined;
  } catch (error) {
    if (error instanceof XPathError)
      return new ValueFault(`${quoted(text)} is not an XPath expression: ${error.message}`);
    throw error;
  }
}

/** Maps every prefix to itself. */
const ANY_PREFIX: ReadonlyMap<string, string> = new (class extends Map<string, string> {
  override get(prefix: string): string {
    return prefix;
  }
})();
