import type { Children, Data } from './tree.js';

/** Returns children with one put in the place of its name. */
export function replaced(children: Children, name: string, data: Data): Children {
  return new Map([...children, [name, data]]);
}
