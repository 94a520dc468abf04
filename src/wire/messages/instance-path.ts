/** TimeSlice instance paths from their RFC 7951 form (module names) into the XML form (prefixes) and back. */

/** The namespace of a module, undefined when it is not known. */
export type NamespaceOf = (module: string) => string | undefined;
/** The module of a namespace, undefined when it is not known. */
export type ModuleOf = (namespace: string) => string | undefined;

/** Literals, and names where a step (`/`) or a key (`[`) begins; all else (`.`, `=`, positions, brackets) stays as it is. */
const TOKEN = /'[^']*'|"[^"]*"|([/[])(\s*)([A-Za-z_][\w.-]*)(?::([A-Za-z_][\w.-]*))?/g;

/** A path for an XML document: every name has a prefix, which is its module's name, and `declared` says what each stands for. */
export interface XmlPath {
  readonly text: string;
  readonly declared: ReadonlyMap<string, string>;
}

/**
 * `/mod:list[key='x']/leaf` to `/mod:list[mod:key='x']/mod:leaf` with mod's namespace: in XML a name without a
 * prefix is in no namespace, in RFC 7951 §6.11 it is in that of the node before it. Undefined when a module is unknown.
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

/** The reverse. A prefix that is not declared, or whose module is unknown, stays as it is: the text is for people then. */
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

/** Prefixes that begin with xml are reserved; module names of YANG 1.1 may begin so. */
function prefixOf(module: string): string {
  return /^xml/i.test(module) ? `_${module}` : module;
}
