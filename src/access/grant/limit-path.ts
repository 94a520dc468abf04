/**
 * Paths that limit a capability: an instance path whose keys may be left out, for all entries of a list. They are compared as
 * texts, so they are written with the module at each first node of a module, and with single quotes.
 */

interface Step {
  readonly name: string;
  /** Predicates, in order. */
  readonly keys: readonly string[];
}

const STEP = /\/((?:[A-Za-z_][\w.-]*:)?[A-Za-z_][\w.-]*)((?:\[(?:[A-Za-z_][\w.:-]*|\.)=(?:'[^']*'|"[^"]*")\])*)/y;
const PREDICATE = /\[([^=]+)=('[^']*'|"[^"]*")\]/g;
const MAX_LENGTH = 2_048;

const known = new Map<string, readonly Step[] | undefined>();
const MAX_KNOWN = 1_000;

/** Reads a path; undefined when it is none. `/` leads to all data. */
export function readLimitPath(text: string): readonly Step[] | undefined {
  if (known.has(text)) return known.get(text);
  if (known.size >= MAX_KNOWN) known.clear();
  const steps = read(text);
  known.set(text, steps);
  return steps;
}

function read(text: string): readonly Step[] | undefined {
  if (text === '' || text.length > MAX_LENGTH) return undefined;
  if (text === '/') return [];
  const steps: Step[] = [];
  let module = '';
  let at = 0;
  while (at < text.length) {
    STEP.lastIndex = at;
    const [whole, name, predicates = ''] = STEP.exec(text) ?? [];
    if (whole === undefined || name === undefined) return undefined;
    const colon = name.indexOf(':');
    module = colon < 0 ? module : name.slice(0, colon);
    if (module === '') return undefined;
    const keys = [...predicates.matchAll(PREDICATE)].map(([, key = '', value = '']) => `${local(key)}=${bare(value)}`);
    steps.push({ name: `${module}:${name.slice(colon + 1)}`, keys });
    at += whole.length;
  }
  return steps;
}

const local = (key: string): string => key.slice(key.indexOf(':') + 1);
const bare = (quoted: string): string => quoted.slice(1, -1);

/** True when the path is that of the limit, or leads below it. */
export function isPathWithin(path: string, limit: string): boolean {
  const [inner, outer] = [readLimitPath(path), readLimitPath(limit)];
  if (!inner || !outer || inner.length < outer.length) return false;
  return outer.every(({ name, keys }, index) => {
    const step = inner[index];
    return step?.name === name && keys.every((key) => step.keys.includes(key));
  });
}
