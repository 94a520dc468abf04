/**
 * Decides if a pattern is safe for a backtracking engine: a sound, conservative answer in one pass over its syntax tree.
 *
 * Each subexpression gets a bound on the number of ways to match that the next character does not exclude: 1 means that the
 * next character always decides. Loops must be of that kind, and the total bound stays small. So the matcher's work is at
 * most the bound times the length of the value.
 */
import { type Charset, disjoint, union } from './charset.js';
import type { Resolved } from './resolved.js';

const MAX_WAYS = 1000;

export function isSafeToBacktrack(regex: Resolved): boolean {
  return ways(regex, []) <= MAX_WAYS;
}

/** @param follow the characters that may come directly after. The end of the value needs no entry: no character set matches it. */
function ways(regex: Resolved, follow: Charset): number {
  switch (regex.kind) {
    case 'set':
      return 1;
    case 'sequence': {
      let total = 1;
      let behind = follow;
      for (const item of [...regex.items].reverse()) {
        total *= ways(item, behind);
        behind = item.nullable ? union([item.first, behind]) : item.first;
      }
      return total;
    }
    case 'choice': {
      const each = regex.branches.map((branch) => ways(branch, follow));
      return branchesAreDisjoint(regex.branches, follow) ? Math.max(...each) : each.reduce((sum, n) => sum + n, 0);
    }
    case 'repeat':
      return repeatWays(regex, follow);
  }
}

function branchesAreDisjoint(branches: readonly Resolved[], follow: Charset): boolean {
  let seen: Charset = [];
  let nullables = 0;
  for (const branch of branches) {
    const first = branch.nullable ? union([branch.first, follow]) : branch.first;
    if (branch.nullable) nullables += 1;
    if (!disjoint(seen, first)) return false;
    seen = union([seen, first]);
  }
  return nullables <= 1;
}

function repeatWays(regex: Resolved & { readonly kind: 'repeat' }, follow: Charset): number {
  const { body, min, max } = regex;
  const once = ways(body, union([body.first, follow]));
  const nextDecides = !body.nullable && disjoint(body.first, follow);
  if (max === undefined) return nextDecides && once === 1 ? 1 : Number.POSITIVE_INFINITY;
  if (max <= 1) return nextDecides ? once : once + 1;
  if (!body.nullable && once === 1) return min === max || nextDecides ? 1 : max - min + 1;
  let total = 0;
  for (let n = min; n <= max && total <= MAX_WAYS; n += 1) total += once ** n;
  return total;
}
