/** `task-state` to `TaskState`: how YANG names are called in TypeScript. */
export function pascal(name: string): string {
  const words = name.split(/[^A-Za-z0-9]+/).filter(Boolean);
  const joined = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
  return /^\d/.test(joined) ? `_${joined}` : joined;
}

/** How the type of a node is called: the names on its path behind that of the module. */
export function pathName(base: string, path: string): string {
  const steps = path.split('/').filter(Boolean);
  return `${base}_${steps.map((step) => pascal(step.replace(/^[^:]*:/, ''))).join('_')}`;
}

/** A property name as TypeScript writes it: quoted where it is no identifier. */
export function property(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : literal(name);
}

/** A string literal in single quotes. */
export function literal(text: string): string {
  return `'${text.replace(/\\/g, '\\\\').replace(/'/g, "\\'").replace(/\n/g, '\\n').replace(/\r/g, '\\r')}'`;
}

/** Indents every line but the first. */
export function indent(text: string): string {
  return text.replace(/\n(?=.)/g, '\n  ');
}

/** The members of an object type between braces. */
export function body(members: readonly string[]): string {
  return members.length === 0 ? '{}' : `{\n  ${indent(members.join('\n'))}\n}`;
}

/** What a module's file exports beside the type of its data, each name made of the module's and this. */
export const MAPS = ['Data', 'Rpcs', 'Actions', 'Notifications', 'Structures'] as const;

/**
 * The name of each module's types. Where that of one would meet the map of another (`ietf-netconf-notifications` the
 * notifications of `ietf-netconf`), the longer one ends in `_`.
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
