/** Published typedefs whose description demands more of a string than their restrictions say. */
import { parseXPath, type StringType, XPathError } from '../../yang/index.js';
import { quoted, ValueFault } from './fault.js';

type Check = (text: string) => ValueFault | undefined;

const CHECKS: ReadonlyMap<string, Check> = new Map([['ietf-yang-types:xpath1.0', xpath]]);

/** What the typedef of a string type demands besides, if anything. */
export function checkOfTypedef({ typedef }: StringType): Check | undefined {
  return typedef === undefined ? undefined : CHECKS.get(typedef);
}

/**
 * RFC 6991 §3: "represents an XPATH 1.0 expression". Which prefixes and further functions an expression may use is for the
 * description of each node to say; only syntax is judged.
 */
function xpath(text: string): ValueFault | undefined {
  // Variables may be bound by the context, too; ours are none.
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

/** Stands for whatever prefixes there are. */
const ANY_PREFIX: ReadonlyMap<string, string> = new (class extends Map<string, string> {
  override get(prefix: string): string {
    return prefix;
  }
})();
