import type { Call } from '../server/index.js';

/** True when the access rules, and a limited authority, let the caller read data itself. */
export function mayReadData(call: Call, id: string): boolean {
  if (!id.includes("'")) return call.mayRead(`/yangent-contexts:data/param[id='${id}']`);
  // An identifier with both kinds of quotes cannot be written in a path, so that its bytes cannot be read either.
  return !id.includes('"') && call.mayRead(`/yangent-contexts:data/param[id="${id}"]`);
}

/**
 * True when a limited authority lets the caller read an entry himself: others read what he names in a message for them.
 *
 * @param list its path, to which the key is added
 */
export function mayHandOn(call: Call, list: string, id: string): boolean {
  const { links = [] } = call.principal;
  return links.length === 0 || (!id.includes("'") && call.mayRead(`${list}[id='${id}']`));
}
