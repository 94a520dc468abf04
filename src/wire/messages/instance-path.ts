/** Converts instance paths from their RFC 7951 form (module names) to the XML form (prefixes) and back. */

/** Returns the namespace of a module; undefined when it is unknown. */
export type NamespaceOf = (module: string) => string | undefined;
/** Returns the module of a namespace; undefined when it is unknown. */
export type ModuleOf = (namespace: string) => string | undefined;

/**
 * Matches literals, and names at the start of a step (`/`) or key (`[`). All other text (`.`, `=`, positions, brackets) stays
 * unchanged.
 */
const TOKEN = /'[^']*'|"[^"]*"|([/[])(\s*)([A-Za-z_][\w.-]*)(?::([A-Za-z_][\w.-]*))?/g;

/** A path for an XML document: every name has its module's name as prefix; `declared` has the namespaces. */
export interface XmlPath {
  readonly text: string;
  readonly declared: ReadonlyMap<string, string>;
}

/**
 * Converts `/mod:list[key='x']/leaf` to `/mod:list[mod:key='x']/mod:leaf` with mod's namespace: in XML a name without a
 * prefix has no namespace; in RFC 7951 §6.11 it has that of the node before. Undefined when a module is unknown.
 */
export function toXmlPath(path: string, namespaceOf: NamespaceOf): XmlPath | undefined {
  const declared = new Map<string, string>();
  let module = '';
  let known = true;
  const text = path.replace(TOKEN, (token: string, mark?: string, space?: string, first?: string, second?: string) => {
    if (mark === undefined || first === undefined) return token;
    const own = second === undefined ? module : first;
    if (mark === '/') module = own;
    const namespace = namespaceOf(own);
    if (namespace === undefined) {
      known = false;
      return token;
    }
    declared.set(prefixOf(own), namespace);
    return `${mark}${space ?? ''}${prefixOf(own)}:${second ?? first}`;
  });
  return known ? { text, declared } : undefined;
}

/** Converts back. A prefix that is undeclared, or whose module is unknown, stays: the path is then only for people. */
export function fromXmlPath(path: string, scope: ReadonlyMap<string, string>, moduleOf: ModuleOf): string {
  let module = '';
  return path.trim().replace(TOKEN, (token: string, mark?: string, space?: string, first?: string, second?: string) => {
    if (mark === undefined || first === undefined || second === undefined) return token;
    const own = moduleOf(scope.get(first) ?? '') ?? first;
    const qualified = own === module ? second : `${own}:${second}`;
    if (mark === '/') module = own;
    return `${mark}${space ?? ''}${qualified}`;
  });
}

/** Returns a prefix for a module. Prefixes that begin with xml are reserved, but module names of YANG 1.1 may begin so. */
function prefixOf(module: string): string {
  return /^xml/i.test(module) ? `_${module}` : module;
}
