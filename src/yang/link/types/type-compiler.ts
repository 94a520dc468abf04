/** Compiles `type` statements: the built-in type with the restrictions of the whole typedef chain (RFC 7950 §7.3, §9). */
import { type Diagnostics, Fault } from '../../errors.js';
import { argumentOf, child, childrenOf, type Statement } from '../../text/statement.js';
import type { LeafrefType, Type, UnionType } from '../../types.js';
import type { Features } from '../features.js';
import type { Identities } from '../identities.js';
import { BUILT_IN_TYPES, lookUp } from '../scope.js';
import type { Definition, Property, Scope, SourceModule } from '../unit.js';
import { checkRestrictions, deriveType } from './restrict.js';

/** A leafref without its target, which depends on the node with the type. */
export interface PendingLeafref {
  readonly type: { -readonly [K in keyof LeafrefType]: LeafrefType[K] };
  readonly statement: Statement;
}

export interface CompiledType {
  readonly type: Type;
  /** Leafrefs in the type, including members of unions. */
  readonly leafrefs: readonly PendingLeafref[];
  /** Default and units of the nearest typedef that has them. */
  readonly default: Property | undefined;
  readonly units: Property | undefined;
}

/** Maximum length of a chain of typedefs. */
export const MAX_TYPE_CHAIN = 200;

/** Maximum number of members of a union, nested unions included: more would make the check of a value expensive. */
const MAX_UNION_MEMBERS = 2000;

export class TypeCompiler {
  /**
   * Compiled types by statement; types without restrictions of their own also by definition or built-in name. Types without
   * leafrefs are the same at every use, so all uses of a grouping share them.
   */
  readonly #compiled = new Map<Statement, CompiledType>();
  readonly #unrestricted = new Map<Statement | string, CompiledType>();
  readonly #open: Statement[] = [];
  readonly #sizes = new WeakMap<Type, number>();

  constructor(
    private readonly features: Features,
    private readonly identities: Identities,
    private readonly diagnostics: Diagnostics,
  ) {}

  /**
   * Compiles a `type` statement. `module` is the namespace of the node with the type: unprefixed names in leafref paths are
   * in it (RFC 7950 §6.4.1). Raises a fault when the type is unknown, circular or wrongly restricted.
   */
  compile(statement: Statement, scope: Scope, module: SourceModule): CompiledType {
    const known = this.#compiled.get(statement);
    if (known) return known;
    const name = argumentOf(statement);
    const definition = BUILT_IN_TYPES.has(name) ? undefined : lookUp('typedef', name, scope, statement.location);
    const plain = statement.statements.length === 0 ? (definition?.statement ?? name) : undefined;
    const compiled =
      (plain === undefined ? undefined : this.#unrestricted.get(plain)) ??
      this.#derive(statement, definition, scope, module);
    if (compiled.leafrefs.length === 0) {
      this.#compiled.set(statement, compiled);
      if (plain !== undefined) this.#unrestricted.set(plain, compiled);
    }
    return compiled;
  }

  #derive(statement: Statement, definition: Definition | undefined, scope: Scope, module: SourceModule): CompiledType {
    const base = definition && this.#typedef(definition, statement, module);
    checkRestrictions(statement, base?.type.base ?? argumentOf(statement), base !== undefined, scope);
    const members = childrenOf(statement, 'type').map((s) => this.compile(s, scope, module));
    const type = deriveType(statement, base?.type, {
      scope,
      module,
      members: members.map((m) => m.type),
      identities: this.identities,
      on: (s) => this.diagnostics.attempt(() => this.features.hold(s, scope)) ?? true,
    });
    if (type.base === 'union') this.#countMembers(type, statement);
    const leafrefs = [...(base?.leafrefs ?? []), ...members.flatMap((m) => m.leafrefs)];
    if (type.base === 'leafref')
      leafrefs.splice(0, leafrefs.length, { type, statement: leafrefs[0]?.statement ?? statement });
    return { type, leafrefs, default: base?.default, units: base?.units };
  }

  /** Compiles a typedef on its own, to report its errors even when it is unused. */
  compileTypedef(definition: Definition): CompiledType {
    return this.#typedef(definition, definition.statement, definition.scope.unit.module);
  }

  #typedef(definition: Definition, use: Statement, module: SourceModule): CompiledType {
    const { statement, scope } = definition;
    const known = this.#compiled.get(statement);
    if (known) return known;
    if (this.#open.includes(statement)) {
      const chain = [...this.#open.slice(this.#open.indexOf(statement)), statement].map(argumentOf);
      throw new Fault(use.location, `typedefs refer to each other in a circle: ${chain.join(' -> ')}`);
    }
    if (this.#open.length >= MAX_TYPE_CHAIN)
      throw new Fault(use.location, `more than ${MAX_TYPE_CHAIN} typedefs build on each other here`);
    const typeStatement = child(statement, 'type');
    if (!typeStatement) throw new Fault(statement.location, `typedef '${statement.argument}' needs a type statement`);
    this.#open.push(statement);
    try {
      const inner = this.compile(typeStatement, scope, module);
      const qname = `${scope.unit.module.name}:${argumentOf(statement)}`;
      const own = (keyword: string): Property | undefined => {
        const found = child(statement, keyword);
        return found && { statement: found, scope };
      };
      const leafrefs = inner.leafrefs;
      const type: Type = { ...inner.type, typedef: qname };
      const compiled: CompiledType = {
        type,
        leafrefs: type.base === 'leafref' ? leafrefs.map((l) => ({ type, statement: l.statement })) : leafrefs,
        default: own('default') ?? inner.default,
        units: own('units') ?? inner.units,
      };
      if (leafrefs.length === 0) this.#compiled.set(statement, compiled);
      return compiled;
    } finally {
      this.#open.pop();
    }
  }

  #countMembers(union: UnionType, statement: Statement): void {
    let size = 0;
    for (const member of union.members) size += this.#sizes.get(member) ?? sizeOfNested(member, this.#sizes);
    if (size > MAX_UNION_MEMBERS)
      throw new Fault(statement.location, `this union has more than ${MAX_UNION_MEMBERS} members`);
    this.#sizes.set(union, size);
  }
}

/** Counts the members of a nested union. The union of a typedef is a copy of the counted one, but its members are the same. */
function sizeOfNested(type: Type, sizes: WeakMap<Type, number>): number {
  if (type.base !== 'union') return 1;
  const size = type.members.reduce((sum, member) => sum + (sizes.get(member) ?? sizeOfNested(member, sizes)), 0);
  sizes.set(type, size);
  return size;
}
