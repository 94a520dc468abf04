/** Serializes elements as XML text. */
import { refuseTooDeep } from '../nesting.js';
import type { XmlElement } from '../xml-element.js';
import { escapeAttribute, escapeText } from './escape.js';

const XML = 'http://www.w3.org/XML/1998/namespace';
type Scope = ReadonlyMap<string, string>;
const EMPTY: Scope = new Map([['xml', XML]]);

/**
 * Serializes an element with all namespace declarations that its names and its prefixed values need. The element keeps
 * its prefixes. All bindings of its `scope` that its parent lacks are declared, because text may use them.
 *
 * @throws RpcError invalid-value for elements nested too deep for a reader
 */
export function serializeXml(element: XmlElement): string {
  return write(element, EMPTY, 1);
}

/** The parts of an element, without its name. */
export interface XmlParts {
  /** Declarations and attributes for its start tag, each with a space before it. */
  readonly attributes: string;
  /** The prefixes declared in `attributes`. */
  readonly declared: ReadonlyMap<string, string>;
  readonly inside: string;
}

/** Serializes the content of an element that gets another name, in the default namespace `namespace`. */
export function serializeContent(element: XmlElement, namespace: string): XmlParts {
  const outer: Scope = new Map([...EMPTY, ['', namespace]]);
  return parts({ ...element, prefix: '', namespace }, outer, 1);
}

function write(element: XmlElement, outer: Scope, depth: number): string {
  const { attributes, inside } = parts(element, outer, depth);
  const name = element.prefix === '' ? element.name : `${element.prefix}:${element.name}`;
  return inside === '' ? `<${name}${attributes}/>` : `<${name}${attributes}>${inside}</${name}>`;
}

/** Serializes everything except the name; `outer` are the declarations of the surrounding text. */
function parts(element: XmlElement, outer: Scope, depth: number): XmlParts {
  refuseTooDeep(depth, `the element '${element.name}'`);
  const declared = new Map<string, string>();
  const bind = (prefix: string, namespace: string): void => {
    if (prefix !== 'xml' && (declared.get(prefix) ?? outer.get(prefix) ?? '') !== namespace)
      declared.set(prefix, namespace);
  };
  if (element.scope !== outer) for (const [prefix, namespace] of element.scope) bind(prefix, namespace);
  bind(element.prefix, element.namespace);
  let attributes = '';
  for (const attribute of element.attributes) {
    if (attribute.namespace === '') {
      attributes += ` ${attribute.name}="${escapeAttribute(attribute.value)}"`;
      continue;
    }
    const prefix = attributePrefix(attribute.prefix, attribute.namespace, declared, outer);
    bind(prefix, attribute.namespace);
    attributes += ` ${prefix}:${attribute.name}="${escapeAttribute(attribute.value)}"`;
  }
  let scope = outer;
  let declarations = '';
  if (declared.size > 0) {
    const inner = new Map(outer);
    for (const [prefix, namespace] of declared) {
      inner.set(prefix, namespace);
      declarations += ` xmlns${prefix === '' ? '' : `:${prefix}`}="${escapeAttribute(namespace)}"`;
    }
    scope = inner;
  }
  // A shared scope object means no new declarations: the identity comparison above then skips the loop.
  const below = scopesAgree(element.scope, scope) ? element.scope : scope;
  let inside = '';
  for (const child of element.children)
    inside += typeof child === 'string' ? escapeText(child) : write(child, below, depth + 1);
  return { attributes: declarations + attributes, declared, inside };
}

/**
 * Returns the attribute's own prefix if it can be bound to its namespace here, else the first free `nsN`: attributes
 * have no default namespace.
 */
function attributePrefix(wanted: string, namespace: string, declared: Scope, outer: Scope): string {
  const meaning = (prefix: string): string | undefined => declared.get(prefix) ?? outer.get(prefix);
  if (wanted !== '' && (!declared.has(wanted) || declared.get(wanted) === namespace)) return wanted;
  for (let n = 1; ; n += 1) {
    const prefix = `ns${n}`;
    const bound = meaning(prefix);
    if (bound === undefined || bound === namespace) return prefix;
  }
}

function scopesAgree(a: Scope, b: Scope): boolean {
  if (a.size !== b.size) return false;
  for (const [prefix, namespace] of a) if (b.get(prefix) !== namespace) return false;
  return true;
}
