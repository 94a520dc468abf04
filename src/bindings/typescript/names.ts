/** Converts a YANG name to TypeScript: `task-state` to `TaskState`. */
export function pascal(name: string): string {
  const words = name.split(/[^A-Za-z0-9]+/).filter(Boolean);
  const joined = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
  return /^\d/.test(joined) ? `_${joined}` : joined;
}

/** Returns the type name of a node: the module's base name and the names on its path. */
export function pathName(base: string, path: string): string {
  const steps = path.split('/').filter(Boolean);
  return `${base}_${steps.map((step) => pascal(step.replace(/^[^:]*:/, ''))).join('_')}`;
}

/** Returns a property name for TypeScript: quoted unless it is an identifier. */
export function property(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : literal(name);
}

/** Returns a string literal in single quotes. */
export function literal(text: string): string {
  return `'${text.replace(/\\/g, '\\\\').replace(/'/g, "\\'").replace(/\n/g, '\\n').replace(/\r/g, '\\r')}'`;
}

/** Indents every line except the first. */
export function indent(text: string): string {
  return text.replace(/\n(?=.)/g, '\n  ');
}

/** Returns an object type with these members. */
export function body(members: readonly string[]): string {
  return members.length === 0 ? '{}' : `{\n  ${indent(members.join('\n'))}\n}`;
}

/**
 * The maps that a module's file exports in addition to the type of its data; each name is the module's base name and one of
 * these.
 */
export const MAPS = ['Data', 'Rpcs', 'Actions', 'Notifications', 'Structures'] as const;

/**
 * Returns the base name of each module's types. When two would clash (`ietf-netconf-notifications` and the notifications of
 * `ietf-netconf`), the longer one gets a final `_`.
 */
export function moduleNames(modules: readonly string[]): ReadonlyMap<string, string> {
  const taken = new Set<string>();
  const names = new Map<string, string>();
  for (const module of [...modules].sort()) {
    let name = pascal(module);
    const all = (): string[] => [name, ...MAPS.map((map) => `${name}${map}`)];
    while (all().some((each) => taken.has(each))) name += '_';
    for (const each of all()) taken.add(each);
    names.set(module, name);
  }
  return names;
}
