/** Leaf values in XML: names of identities and nodes need prefixes, which must be declared (RFC 7950 §9.10.3, §9.13.2). */
import type { DataNode, LeafValue, Module, Schema } from '../../yang/schema.js';
import type { Type } from '../../yang/types.js';
import type { InstancePath } from '../path.js';
import { schemaOf } from '../schema-of.js';
import { keyValues } from '../tree.js';
import { isExpression, withPrefixes } from '../values/expression.js';
import { canonical, jsonNames, memberTypeOf, parseLexical, parserOf, ValueFault } from '../values/index.js';
import { parsePathSyntax } from '../values/instance-path/lexer.js';
import { resolvePath } from '../values/instance-path/resolve.js';
import { escapeAttribute } from '../xml/escape.js';

/** Prefixes with a fixed meaning (Namespaces in XML 1.0 §3). */
const FIXED: ReadonlyMap<string, string> = new Map([
  ['xml', 'http://www.w3.org/XML/1998/namespace'],
  ['xmlns', 'http://www.w3.org/2000/xmlns/'],
]);

/** The prefixes in the value and the attributes of one element: each is declared once. */
export class Prefixes {
  readonly #used = new Map<string, string>();

  /** @param given prefixes that the element declares itself */
  constructor(readonly given: ReadonlyMap<string, string> = FIXED) {}

  /** Returns the prefix for a module: its own, unless the element uses that for another namespace. */
  of({ namespace, prefix: wanted }: Pick<Module, 'namespace' | 'prefix'>): string {
    let prefix = wanted;
    let bound = this.#meaning(prefix);
    for (let n = 1; bound !== undefined && bound !== namespace; n += 1) {
      prefix = `${wanted}${n}`;
      bound = this.#meaning(prefix);
    }
    if (bound === undefined) this.#used.set(prefix, namespace);
    return prefix;
  }

  #meaning(prefix: string): string | undefined {
    return this.#used.get(prefix) ?? this.given.get(prefix) ?? FIXED.get(prefix);
  }

  /** Returns ` xmlns:prefix="namespace"` for each used prefix that the element does not declare itself. */
  declarations(): string {
    let text = '';
    for (const [prefix, namespace] of this.#used) text += ` xmlns:${prefix}="${escapeAttribute(namespace)}"`;
    return text;
  }
}

/** True when values of the type may need prefixes. */
function needsPrefixes(type: Type): boolean {
  return parserOf(type).hasNames;
}

/**
 * Returns the XML text (not escaped) of a canonical value and notes its prefixes in `prefixes`. `module` is the module
 * of the leaf.
 */
export function lexicalXml(type: Type, value: LeafValue, prefixes: Prefixes, module: Module): string {
  const text = canonical(value);
  if (type.base === 'identityref') return identityText(type, text, prefixes) ?? text;
  const schema = schemaOf(module);
  if (!needsPrefixes(type) || text === '') return text;
  if (schema === undefined) return identityText(type, text, prefixes) ?? text;
  const member = memberTypeOf(type, value, jsonNames(schema, module.name));
  if (isExpression(member)) return withPrefixes(text, schema, (each) => prefixes.of(each));
  if (member.base === 'instance-identifier') return pathXml(text, schema, prefixes);
  return identityText(member, text, prefixes) ?? text;
}

function identityText(type: Type, text: string, prefixes: Prefixes): string | undefined {
  const identity = type.base === 'identityref' ? type.identities.get(text) : undefined;
  return identity === undefined ? undefined : `${prefixes.of(identity.module)}:${identity.name}`;
}

/** Converts an instance-identifier from JSON form to XML form, with a prefix on each name. */
export function pathXml(text: string, schema: Schema, prefixes: Prefixes): string {
  const steps = parsePathSyntax(text);
  if (steps instanceof ValueFault) return text;
  const path = resolvePath(steps, jsonNames(schema, ''), parseLexical);
  return path instanceof ValueFault ? text : instancePathXml(path, prefixes);
}

/** Returns the path with a prefix on each name, and on identities in its keys. */
export function instancePathXml(path: InstancePath, prefixes: Prefixes): string {
  let text = '';
  for (const { schema, key } of path) {
    text += `/${prefixes.of(schema.module)}:${schema.name}`;
    if (key !== undefined) text += predicatesXml(schema, key, prefixes);
  }
  return text;
}

/** Returns the predicates for the entry or item `key`. */
export function predicatesXml(schema: DataNode, key: string, prefixes: Prefixes): string {
  if (schema.kind === 'leaf-list')
    return `[.=${literal(lexicalXml(schema.type, keyValues(key)[0] ?? '', prefixes, schema.module))}]`;
  if (schema.kind !== 'list') return '';
  if (schema.keys.length === 0) return `[${key}]`;
  const values = keyValues(key);
  return schema.keys
    .map(
      (leaf, i) =>
        `[${prefixes.of(leaf.module)}:${leaf.name}=${literal(lexicalXml(leaf.type, values[i] ?? '', prefixes, leaf.module))}]`,
    )
    .join('');
}

const literal = (value: string): string => (value.includes("'") ? `"${value}"` : `'${value}'`);
