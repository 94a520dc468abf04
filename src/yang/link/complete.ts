/**
 * Completes the parts that need the whole tree: keys, uniques, default cases and default values. Each is checked when it is
 * set.
 */
import { type Diagnostics, Fault, messageOf } from '../errors.js';
import { parseLexical } from '../lexical.js';
import type { LeafNode, LeafValue, SchemaNode } from '../schema.js';
import { argumentOf, type Statement } from '../text/statement.js';
import { didYouMean } from '../text/suggest.js';
import type { Type } from '../types.js';
import { canonical } from '../types.js';
import type { BuiltChoice, BuiltLeaf, BuiltList } from './build.js';
import { type Draft, isMandatory, propertiesOf, property } from './draft.js';
import { moduleOfPrefix, splitReference } from './scope.js';
import { mayReferTo } from './status.js';
import type { Property, Scope } from './unit.js';

/** Finds the key leafs of a list (RFC 7950 §7.8.2) and its uniques (§7.8.3). */
export function completeList({ node, draft }: BuiltList, diagnostics: Diagnostics): void {
  const key = property(draft, 'key');
  if (key) diagnostics.attempt(() => Object.assign(node, { keys: keysOf(node, draft, key) }));
  else if (node.config)
    diagnostics.add(draft.statement.location, `list '${node.name}' is configuration and needs a key statement`);
  if (!key) diagnostics.attempt(() => refuseOperationsBelow(node, node));
  node.unique = propertiesOf(draft, 'unique').flatMap((u) => {
    const paths = diagnostics.attempt(() => uniquePaths(node, draft, u));
    return paths ? [paths] : [];
  });
}

/** Refuses actions and notifications inside a list without a key: they need an identifiable entry (RFC 7950 §7.15, §7.16). */
function refuseOperationsBelow(list: BuiltList['node'], at: SchemaNode): void {
  if (at.kind === 'container' || at.kind === 'list') {
    for (const found of [...at.actions.values(), ...at.notifications.values()]) {
      const message = `${found.kind} '${found.name}' is not allowed inside list '${list.name}', which has no key`;
      throw new Fault(found.location, message);
    }
  }
  for (const below of childrenOf(at)) refuseOperationsBelow(list, below);
}

/** @throws Fault when a key or unique names a leaf of the same module with a later status than its list (RFC 7950 §7.21.2) */
function checkStatus(
  what: 'key' | 'unique',
  leaf: LeafNode,
  list: BuiltList['node'],
  location: Fault['location'],
): void {
  if (leaf.module !== list.module || mayReferTo(list.status, leaf.status)) return;
  const message = `list '${list.name}' is ${list.status} and must not have the ${what} '${leaf.name}', which is ${leaf.status}`;
  throw new Fault(location, message);
}

function keysOf(list: BuiltList['node'], draft: Draft, { statement, scope }: Property): readonly LeafNode[] {
  const { location } = statement;
  const keys: LeafNode[] = [];
  // A leaf that could not be built has its own error already.
  const failed = (name: string): boolean => draft.children.some((c) => c.name === name && !c.disabled);
  for (const written of argumentOf(statement).trim().split(/\s+/)) {
    const { prefix, name } = splitReference(written);
    if (prefix !== undefined) moduleOfPrefix(scope.unit, prefix, location);
    const found = list.children.find((c) => c.name === name && c.module === list.module);
    if (!found && failed(name)) continue;
    if (!found) throw new Fault(location, missingKey(list, draft, written));
    if (found.kind !== 'leaf')
      throw new Fault(location, `key '${name}' of list '${list.name}' is a ${found.kind}: a leaf is expected`);
    if (keys.includes(found)) throw new Fault(location, `key '${name}' is given twice in list '${list.name}'`);
    checkKey(found, list, draft);
    checkStatus('key', found, list, location);
    Object.assign(found, { isKey: true });
    keys.push(found);
  }
  return keys;
}

function missingKey(list: BuiltList['node'], draft: Draft, written: string): string {
  const disabled = draft.children.find((c) => c.name === splitReference(written).name && c.disabled);
  if (disabled) return `key '${written}' of list '${list.name}' is ruled out by an if-feature`;
  const leafs = list.children.filter((c) => c.kind === 'leaf').map((c) => c.name);
  return `list '${list.name}' has no leaf '${written}' to be its key${didYouMean(written, leafs)}`;
}

function checkKey(key: LeafNode, list: BuiltList['node'], draft: Draft): void {
  if (key.whens.length > 0 && draft.scope.unit.module.version === '1.1')
    throw new Fault(key.location, `key '${key.name}' must not have a 'when'`);
  if (key.config !== list.config) {
    throw new Fault(key.location, `key '${key.name}' must be 'config ${list.config}' as its list '${list.name}' is`);
  }
  if (key.type.base === 'empty' && draft.scope.unit.module.version === '1') {
    throw new Fault(key.location, `key '${key.name}' cannot be of type empty in YANG 1`);
  }
}

/**
 * Returns each path as qnames of data nodes below the entry; the statement also names choices and cases. Undefined when the
 * if-feature of a leaf is false.
 */
function uniquePaths(
  list: BuiltList['node'],
  draft: Draft,
  { statement, scope }: Property,
): readonly (readonly string[])[] | undefined {
  const { location } = statement;
  let config: boolean | undefined;
  const paths = argumentOf(statement)
    .trim()
    .split(/\s+/)
    .map((path) => {
      let at: SchemaNode = list;
      const qnames: string[] = [];
      for (const step of path.split('/')) {
        const { prefix, name } = splitReference(step);
        const module = prefix === undefined ? draft.module.name : moduleOfPrefix(scope.unit, prefix, location).name;
        const names = module === scope.unit.module.name ? [module, draft.module.name] : [module];
        const children: readonly SchemaNode[] = childrenOf(at);
        const next = children.find((c) => c.name === name && names.includes(c.module.name));
        if (!next && hasDisabled(draft, path)) return undefined;
        if (!next)
          throw new Fault(
            location,
            `unique '${path}' of list '${list.name}' does not exist: no '${step}'${didYouMean(
              name,
              children.map((c) => c.name),
            )}`,
          );
        if (next.kind !== 'choice' && next.kind !== 'case') qnames.push(next.qname);
        at = next;
      }
      if (at.kind !== 'leaf')
        throw new Fault(location, `unique '${path}' of list '${list.name}' is a ${at.kind}: a leaf is expected`);
      checkStatus('unique', at, list, location);
      if (config !== undefined && config !== at.config) {
        throw new Fault(location, `unique '${statement.argument}' mixes leafs of configuration and of state`);
      }
      config = at.config;
      return qnames;
    });
  const all = paths.filter((path) => path !== undefined);
  // Entries without one of the leafs are not compared, so without it the constraint never applies.
  return all.length === paths.length ? all : undefined;
}

/** True when a node on the path exists in the module but its if-feature is false. */
function hasDisabled(list: Draft, path: string): boolean {
  let at: Draft | undefined = list;
  for (const step of path.split('/')) {
    at = at.children.find((c) => c.name === splitReference(step).name);
    if (!at || at.disabled) return at !== undefined;
  }
  return false;
}

function childrenOf(node: SchemaNode): readonly SchemaNode[] {
  if (node.kind === 'choice') return node.cases;
  return 'children' in node ? node.children : [];
}

/** Finds the default case (RFC 7950 §7.9.3), which must not have mandatory nodes. */
export function completeChoice({ node, draft }: BuiltChoice, diagnostics: Diagnostics): void {
  const found = property(draft, 'default');
  if (!found) return;
  diagnostics.attempt(() => {
    const { statement, scope } = found;
    const { location } = statement;
    if (node.mandatory) throw new Fault(location, `choice '${node.name}' is mandatory and cannot have a default`);
    const { prefix, name } = splitReference(argumentOf(statement));
    const module = prefix === undefined ? undefined : moduleOfPrefix(scope.unit, prefix, location).name;
    const matches = (c: { readonly name: string; readonly module: { readonly name: string } }): boolean =>
      c.name === name && (module === undefined ? c.module.name === draft.module.name : c.module.name === module);
    const defaultCase = node.cases.find(matches);
    if (!defaultCase) {
      if (draft.children.some((c) => c.disabled && matches(c))) return;
      throw new Fault(
        location,
        `choice '${node.name}' has no case '${statement.argument}' to be its default${didYouMean(
          name,
          node.cases.map((c) => c.name),
        )}`,
      );
    }
    const mandatory = draft.children.find(matches)?.children.find((c) => c.whens.length === 0 && isMandatory(c));
    if (mandatory)
      throw new Fault(
        location,
        `default case '${name}' of choice '${node.name}' holds '${mandatory.name}', which is mandatory`,
      );
    node.defaultCase = defaultCase;
  });
}

/** Reports, and returns true for, a default of a leaf or leaf-list whose value is mandatory (RFC 7950 §7.6.4, §7.7.4). */
export function hasNeedlessDefault({ node, draft }: BuiltLeaf, diagnostics: Diagnostics): boolean {
  const own = property(draft, 'default');
  if (!own || !isRequired(node)) return false;
  const why = node.kind === 'leaf' ? 'is mandatory' : 'has min-elements above 0';
  diagnostics.add(own.statement.location, `${node.kind} '${node.name}' ${why} and cannot have a default`);
  return true;
}

const isRequired = (node: BuiltLeaf['node']): boolean => (node.kind === 'leaf' ? node.mandatory : node.minElements > 0);

/** Sets the default of a leaf or leaf-list (RFC 7950 §7.6.1, §7.7.2): its own, else that of its type. */
export function completeDefault(leaf: BuiltLeaf, diagnostics: Diagnostics): void {
  const { node, draft, compiled } = leaf;
  // "any default values in the key leafs or their types are ignored" (RFC 7950 §7.8.2)
  if (node.kind === 'leaf' && node.isKey) return;
  if (hasNeedlessDefault(leaf, diagnostics)) return;
  const own = propertiesOf(draft, 'default');
  const inherited = compiled.default ? [compiled.default] : [];
  const values = (own.length > 0 ? own : inherited).flatMap((p) => {
    const value = diagnostics.attempt(() => defaultValue(compiled.type, p, draft.statement));
    return value === undefined ? [] : [value];
  });
  // The value of a typedef's default is checked even when it does not apply.
  if (isRequired(node)) return;
  if (node.kind === 'leaf') {
    if (values[0] !== undefined) node.default = values[0];
    return;
  }
  const strings = values.map(canonical);
  const seen = new Set<string>();
  const repeated = strings.find((s) => seen.has(s) || !seen.add(s));
  if (node.config && repeated !== undefined) {
    diagnostics.add(
      draft.statement.location,
      `leaf-list '${node.name}' is configuration and has the default '${repeated}' twice`,
    );
  }
  node.defaults = values;
}

/** Reads a `default`; its prefixes are those of the text it was written in (RFC 7950 §9.10.3). */
export function defaultValue(type: Type, { statement, scope }: Property, user: Statement): LeafValue {
  const text = argumentOf(statement);
  if (type.base === 'empty')
    throw new Fault(statement.location, `default '${text}' is given for type empty, which has no value`);
  try {
    return parseLexical(type, text, { inSchema: true, moduleOf: (prefix) => moduleNamed(scope, prefix) });
  } catch (error) {
    const at =
      user === statement || user.location.file === statement.location.file
        ? ''
        : ` (of ${user.keyword} '${user.argument}' at ${user.location.file}:${user.location.line})`;
    throw new Fault(statement.location, `default '${text}' does not fit the type${at}: ${messageOf(error)}`);
  }
}

function moduleNamed(scope: Scope, prefix: string | undefined): string | undefined {
  return prefix === undefined ? scope.unit.module.name : scope.unit.prefixes.get(prefix)?.name;
}
