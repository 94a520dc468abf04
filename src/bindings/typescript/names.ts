/** `task-state` to `TaskState`: how YANG names are called in TypeScript. */
export function pascal(name: string): string {
  const words = name.split(/[^A-Za-z0-9]+/).filter(Boolean);
  const joined = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
  return /^\d/.test(joined) ? `_${joined}` : joined;
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
