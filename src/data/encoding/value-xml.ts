/** Leaf values in XML: names of identities and nodes get prefixes, which have to be declared (RFC 7950 §9.10.3, §9.13.2). */
import type { DataNode, LeafValue, Module, Schema } from '../../yang/schema.js';
import type { Type } from '../../yang/types.js';
import { parsePathSyntax } from '../instance-path/lexer.js';
import { resolvePath } from '../instance-path/resolve.js';
import type { InstancePath } from '../path.js';
import { schemaOf } from '../schema-of.js';
import { keyValues } from '../tree.js';
import { canonical, jsonNames, memberTypeOf, parseLexical, parserOf, ValueFault } from '../values/index.js';
import { escapeAttribute } from '../xml/escape.js';

/** The prefixes that the values of one element use. */
export class Prefixes {
  readonly #byModule = new Map<string, string>();
  readonly #taken = new Map<string, string>();

  /** The prefix of the module here: its own, unless another module with the same one came first. */
  of(module: Pick<Module, 'name' | 'namespace' | 'prefix'>): string {
    let prefix = this.#byModule.get(module.name);
    if (prefix === undefined) {
      prefix = module.prefix;
      for (let n = 1; this.#taken.has(prefix); n += 1) prefix = `${module.prefix}${n}`;
      this.#byModule.set(module.name, prefix);
      this.#taken.set(prefix, module.namespace);
    }
    return prefix;
  }

  /** ` xmlns:prefix="namespace"` of each prefix used. */
  declarations(): string {
    let text = '';
    for (const [prefix, namespace] of this.#taken) text += ` xmlns:${prefix}="${escapeAttribute(namespace)}"`;
    return text;
  }
}

/** Whether values of the type may need prefixes. */
export function needsPrefixes(type: Type): boolean {
  return parserOf(type).hasNames;
}

/** The XML text (not escaped) of a canonical value; `module` is that of the leaf. Prefixes used are noted in `prefixes`. */
export function lexicalXml(type: Type, value: LeafValue, prefixes: Prefixes, module: Module): string {
  const text = canonical(value);
  if (type.base === 'identityref') return identityText(type, text, prefixes) ?? text;
  const schema = schemaOf(module);
  if (!needsPrefixes(type) || text === '') return text;
  if (schema === undefined) return identityText(type, text, prefixes) ?? text;
  const member = memberTypeOf(type, value, jsonNames(schema, module.name));
  if (member.base === 'instance-identifier') return pathXml(text, schema, prefixes);
  return identityText(member, text, prefixes) ?? text;
}

function identityText(type: Type, text: string, prefixes: Prefixes): string | undefined {
  const identity = type.base === 'identityref' ? type.identities.get(text) : undefined;
  return identity === undefined ? undefined : `${prefixes.of(identity.module)}:${identity.name}`;
}

/** A JSON-form instance-identifier with an XML prefix on every name. */
export function pathXml(text: string, schema: Schema, prefixes: Prefixes): string {
  const steps = parsePathSyntax(text);
  if (steps instanceof ValueFault) return text;
  const path = resolvePath(steps, jsonNames(schema, ''), parseLexical);
  return path instanceof ValueFault ? text : instancePathXml(path, prefixes);
}

/** The path with a prefix on every name, and on identities in its keys. */
export function instancePathXml(path: InstancePath, prefixes: Prefixes): string {
  let text = '';
  for (const { schema, key } of path) {
    text += `/${prefixes.of(schema.module)}:${schema.name}`;
    if (key !== undefined) text += predicatesXml(schema, key, prefixes);
  }
  return text;
}

/** The predicates that name the entry or item `key`. */
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
