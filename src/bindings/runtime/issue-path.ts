/** Paths of errors (RFC 7951 instance-identifiers) as steps into the value that was checked. */

const STEP = /^\/([^/[\]]+)((?:\[(?:[^\]'"]|'[^']*'|"[^"]*")*\])*)/;
const PREDICATE = /^\[(?:(\d+)|(?:[^=\s\]]*:)?([^=\s\]]+)\s*=\s*(?:'([^']*)'|"([^"]*)"))\]/;

/**
 * The members and indexes that an error path leads through in `value`. Ends where the value does: an absent member has no
 * step of its own. Keys are matched as the value has them, so entries that the path names are found by their place.
 */
export function issuePath(value: unknown, path: string | undefined): (string | number)[] {
  const steps: (string | number)[] = [];
  let at = value;
  let rest = path ?? '';
  for (let match = STEP.exec(rest); match; match = STEP.exec(rest)) {
    const [whole, name = '', predicates = ''] = match;
    rest = rest.slice(whole.length);
    const member = memberOf(at, name);
    // The name of an operation or notification stands before its parameters in a path, not in the value.
    if (member === undefined && steps.length === 0) continue;
    if (member === undefined) break;
    steps.push(member.name);
    at = member.value;
    const index = predicates === '' ? undefined : entryIndex(at, predicates);
    if (index !== undefined && Array.isArray(at)) {
      steps.push(index);
      at = at[index];
    }
  }
  return steps;
}

function memberOf(value: unknown, name: string): { readonly name: string; readonly value: unknown } | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const bare = name.slice(name.indexOf(':') + 1);
  const found = Object.entries(value).find(([key]) => key === name || key === bare);
  return found && { name: found[0], value: found[1] };
}

function entryIndex(list: unknown, predicates: string): number | undefined {
  if (!Array.isArray(list)) return undefined;
  let candidates = [...list.keys()];
  let rest = predicates;
  for (let match = PREDICATE.exec(rest); match; match = PREDICATE.exec(rest)) {
    const [whole, position, key, single, double] = match;
    rest = rest.slice(whole.length);
    const wanted = single ?? double ?? '';
    candidates =
      position !== undefined
        ? candidates.filter((index) => index === Number(position) - 1)
        : candidates.filter(
            (index) => String(key === '.' ? list[index] : memberOf(list[index], key ?? '')?.value) === wanted,
          );
  }
  return candidates[0];
}
