/** Lookup of names: prefixes, typedefs, groupings (RFC 7950 §5.5, §6.2.1). */
import { type Diagnostics, fail } from '../errors.js';
import type { SourceLocation } from '../location.js';
import { argumentOf, isExtension, type Statement } from '../text/statement.js';
import { didYouMean } from '../text/suggest.js';
import type { Definition, Scope, SourceModule, Unit } from './unit.js';

export const BUILT_IN_TYPES: ReadonlySet<string> = new Set([
  'binary',
  'bits',
  'boolean',
  'decimal64',
  'empty',
  'enumeration',
  'identityref',
  'instance-identifier',
  'int8',
  'int16',
  'int32',
  'int64',
  'leafref',
  'string',
  'uint8',
  'uint16',
  'uint32',
  'uint64',
  'union',
]);

export interface Reference {
  readonly prefix: string | undefined;
  readonly name: string;
}

/** Splits `prefix:name`. */
export function splitReference(text: string): Reference {
  const colon = text.indexOf(':');
  return colon < 0 ? { prefix: undefined, name: text } : { prefix: text.slice(0, colon), name: text.slice(colon + 1) };
}

/** Returns the module of a prefix in that text; without a prefix, the text's own module. */
export function moduleOfPrefix(unit: Unit, prefix: string | undefined, location: SourceLocation): SourceModule {
  if (prefix === undefined) return unit.module;
  const module = unit.prefixes.get(prefix);
  if (module) return module;
  return fail(
    location,
    `prefix '${prefix}' is not defined in ${unit.name}: no import declares it${didYouMean(prefix, unit.prefixes.keys())}`,
  );
}

/** Returns the module names by prefix, for XPath expressions of that text. */
export function prefixNames(unit: Unit): ReadonlyMap<string, string> {
  let names = PREFIX_NAMES.get(unit);
  if (!names) {
    names = new Map([...unit.prefixes].map(([prefix, module]) => [prefix, module.name]));
    PREFIX_NAMES.set(unit, names);
  }
  return names;
}
const PREFIX_NAMES = new WeakMap<Unit, ReadonlyMap<string, string>>();

/** Finds a typedef or grouping by its name with an optional prefix. Raises a fault that suggests similar names. */
export function lookUp(kind: 'typedef' | 'grouping', name: string, scope: Scope, location: SourceLocation): Definition {
  const table = (s: Scope): ReadonlyMap<string, Definition> => (kind === 'typedef' ? s.typedefs : s.groupings);
  const reference = splitReference(name);
  const module = moduleOfPrefix(scope.unit, reference.prefix, location);
  const known: string[] = [];
  const own = module === scope.unit.module;
  for (let s: Scope | undefined = own ? scope : module.scope; s; s = s.parent) {
    const definition = table(s).get(reference.name);
    if (definition) return definition;
    known.push(...table(s).keys());
  }
  if (own && module.scope !== rootOf(scope)) {
    const definition = table(module.scope).get(reference.name);
    if (definition) return definition;
  }
  if (kind === 'typedef' && reference.prefix === undefined) known.push(...BUILT_IN_TYPES);
  const what = kind === 'typedef' ? 'type' : 'grouping';
  return fail(
    location,
    `${what} '${name}' is not defined${own ? '' : ` in module ${module.name}`}${didYouMean(reference.name, known)}`,
  );
}

function rootOf(scope: Scope): Scope {
  return scope.parent ? rootOf(scope.parent) : scope;
}

const SCOPES = new WeakMap<Statement, Scope>();

/** Returns the scope inside `statement`: a new one when it defines typedefs or groupings, else `outer`. */
export function scopeIn(statement: Statement, outer: Scope): Scope {
  const known = SCOPES.get(statement);
  if (known && known.parent === outer) return known;
  if (!statement.statements.some((s) => s.keyword === 'typedef' || s.keyword === 'grouping')) return outer;
  const typedefs = new Map<string, Definition>();
  const groupings = new Map<string, Definition>();
  const scope: Scope = { unit: outer.unit, parent: outer, typedefs, groupings };
  for (const sub of statement.statements) {
    if (sub.keyword === 'typedef') typedefs.set(argumentOf(sub), { statement: sub, scope });
    else if (sub.keyword === 'grouping') groupings.set(argumentOf(sub), { statement: sub, scope });
  }
  SCOPES.set(statement, scope);
  return scope;
}

/** Reports typedefs and groupings that hide or repeat another one in scope (RFC 7950 §5.5, §6.2.1), or a built-in type. */
export function checkScopes(module: SourceModule, diagnostics: Diagnostics): void {
  for (const unit of module.units) {
    const top = module.scopeOf(unit);
    for (const sub of unit.statement.statements) {
      checkName(sub, diagnostics);
      checkInside(sub, top, diagnostics);
    }
  }
}

function checkInside(statement: Statement, outer: Scope, diagnostics: Diagnostics): void {
  if (isExtension(statement)) return;
  const seen = { typedef: new Map<string, Statement>(), grouping: new Map<string, Statement>() };
  for (const sub of statement.statements) {
    if (sub.keyword !== 'typedef' && sub.keyword !== 'grouping') continue;
    checkName(sub, diagnostics);
    const name = argumentOf(sub);
    const other = seen[sub.keyword].get(name) ?? visible(sub.keyword, name, outer);
    if (other) {
      diagnostics.add(
        sub.location,
        `${sub.keyword} '${name}' is already defined at ${other.location.file}:${other.location.line}`,
      );
    }
    seen[sub.keyword].set(name, sub);
  }
  const scope = scopeIn(statement, outer);
  for (const sub of statement.statements) if (sub.statements.length > 0) checkInside(sub, scope, diagnostics);
}

function visible(kind: 'typedef' | 'grouping', name: string, scope: Scope): Statement | undefined {
  for (let s: Scope | undefined = scope; s; s = s.parent) {
    const definition = (kind === 'typedef' ? s.typedefs : s.groupings).get(name);
    if (definition) return definition.statement;
  }
  return undefined;
}

function checkName(statement: Statement, diagnostics: Diagnostics): void {
  if (statement.keyword === 'typedef' && BUILT_IN_TYPES.has(argumentOf(statement))) {
    diagnostics.add(statement.location, `typedef '${statement.argument}' has the name of a built-in type`);
  }
}
