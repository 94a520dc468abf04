/** Converts paths of errors (RFC 7951 instance-identifiers) to steps into the checked value. */

const STEP = /^\/([^/[\]]+)((?:\[(?:[^\]'"]|'[^']*'|"[^"]*")*\])*)/;
const PREDICATE = /^\[(?:(\d+)|(?:[^=\s\]]*:)?([^=\s\]]+)\s*=\s*(?:'([^']*)'|"([^"]*)"))\]/;

/**
 * Returns the members and indexes of an error path in `value`, as far as the value has them: an absent member gets no step.
 * Keys are compared with the value to find the index of an entry.
 */
export function issuePath(value: unknown, path: string | undefined): (string | number)[] {
  const steps: (string | number)[] = [];
  let at = value;
  let rest = path ?? '';
  for (let match = STEP.exec(rest); match; match = STEP.exec(rest)) {
    const [whole, name = '', predicates = ''] = match;
    rest = rest.slice(whole.length);
    const member = memberOf(at, name);
    // A path begins with the name of the operation or notification, which the value does not have.
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
