import type { Call } from '../server/index.js';

/**
 * True when a limited authority lets the caller read an entry himself: others read what he names in a message for them.
 *
 * @param list its path, to which the key is added
 */
export function mayHandOn(call: Call, list: string, id: string): boolean {
  const { links = [] } = call.principal;
  return links.length === 0 || (!id.includes("'") && call.mayRead(`${list}[id='${id}']`));
}
