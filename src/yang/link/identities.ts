/** Identities and their derivation (RFC 7950 §7.18). */
import { type Diagnostics, fail } from '../errors.js';
import type { SourceLocation } from '../location.js';
import type { Identity, Module, Status } from '../schema.js';
import { argumentOf, childArgument, childrenOf } from '../text/statement.js';
import { didYouMean } from '../text/suggest.js';
import type { Features } from './features.js';
import { moduleOfPrefix, splitReference } from './scope.js';
import { statusOf } from './status.js';
import type { Scope, SourceModule } from './unit.js';

const MAX_ANCESTORS = 500;

class LinkedIdentity implements Identity {
  readonly qname: string;
  readonly bases: LinkedIdentity[] = [];
  readonly derived: LinkedIdentity[] = [];
  /** False when an if-feature is false or the module is only imported: no value may name it then (RFC 7950 §9.10). */
  usable = true;
  #ancestors: ReadonlySet<Identity> | undefined;

  constructor(
    readonly name: string,
    readonly module: Module,
    readonly status: Status,
    readonly description: string | undefined,
    readonly location: SourceLocation,
  ) {
    this.qname = `${module.name}:${name}`;
  }

  /** True when more identities are above this one than in any real hierarchy. */
  get tooDeep(): boolean {
    this.#ancestors ??= this.#collect();
    return this.#ancestors.size > MAX_ANCESTORS;
  }

  derivedFrom(base: Identity): boolean {
    this.#ancestors ??= this.#collect();
    return this.#ancestors.has(base);
  }

  #collect(): ReadonlySet<Identity> {
    const ancestors = new Set<LinkedIdentity>();
    const queue = [...this.bases];
    for (let next = queue.pop(); next; next = queue.pop()) {
      if (ancestors.has(next)) continue;
      ancestors.add(next);
      if (ancestors.size > MAX_ANCESTORS) break;
      queue.push(...next.bases);
    }
    return ancestors;
  }
}

/** The identities of all modules with their bases. */
export class Identities {
  readonly #byModule = new Map<SourceModule, Map<string, LinkedIdentity>>();
  /** Results of `allowed` for a single base: many leafs refer to the same few. */
  readonly #allowed = new Map<Identity, ReadonlyMap<string, Identity>>();

  constructor(
    private readonly features: Features,
    private readonly diagnostics: Diagnostics,
  ) {}

  /** Links the identities of all modules. All are declared before bases are resolved, so the order of modules does not matter. */
  link(modules: ReadonlyMap<SourceModule, Module>): void {
    for (const [source, module] of modules) this.#declare(source, module);
    for (const source of modules.keys()) this.#bind(source);
    this.diagnostics.throwIfAny();
    for (const identities of this.#byModule.values()) {
      for (const identity of identities.values()) {
        if (identity.derivedFrom(identity))
          this.diagnostics.add(identity.location, `identity '${identity.name}' is derived from itself`);
        else if (identity.tooDeep)
          this.diagnostics.add(
            identity.location,
            `identity '${identity.name}' is derived from more than ${MAX_ANCESTORS} others`,
          );
      }
    }
    this.diagnostics.throwIfAny();
    for (const identities of this.#byModule.values())
      for (const identity of identities.values()) this.#register(identity);
  }

  of(module: SourceModule): ReadonlyMap<string, Identity> {
    return this.#byModule.get(module) ?? new Map();
  }

  /** Returns the identity that a `base` names. */
  find(reference: string, scope: Scope, location: SourceLocation): Identity {
    return this.#find(reference, scope, location);
  }

  /** Returns the identities that a value may name: derived from every base, in an implemented module, features enabled. */
  allowed(bases: readonly Identity[]): ReadonlyMap<string, Identity> {
    const [first] = bases;
    const known = first && bases.length === 1 ? this.#allowed.get(first) : undefined;
    if (known) return known;
    const allowed = new Map<string, Identity>();
    if (first && bases.length === 1) this.#allowed.set(first, allowed);
    for (const identity of first?.derived ?? []) {
      if (identity instanceof LinkedIdentity && identity.usable && bases.every((b) => identity.derivedFrom(b))) {
        allowed.set(identity.qname, identity);
      }
    }
    return allowed;
  }

  #declare(source: SourceModule, module: Module): void {
    const identities = new Map<string, LinkedIdentity>();
    for (const [name, { statement, scope }] of source.identities) {
      const description = childArgument(statement, 'description');
      const identity = new LinkedIdentity(name, module, statusOf(statement), description, statement.location);
      identity.usable =
        module.conformance === 'implement' &&
        (this.diagnostics.attempt(() => this.features.hold(statement, scope)) ?? false);
      identities.set(name, identity);
    }
    this.#byModule.set(source, identities);
  }

  #bind(source: SourceModule): void {
    for (const [name, { statement, scope }] of source.identities) {
      const bases = childrenOf(statement, 'base');
      const identity = this.#byModule.get(source)?.get(name);
      if (bases.length > 1 && source.version === '1') {
        this.diagnostics.add(
          statement.location,
          `identity '${name}' has several bases, which needs 'yang-version 1.1'`,
        );
      }
      for (const base of bases) {
        const found = this.diagnostics.attempt(() => this.#find(argumentOf(base), scope, base.location));
        if (found) identity?.bases.push(found);
      }
    }
  }

  #register(identity: LinkedIdentity): void {
    const seen = new Set<LinkedIdentity>();
    const queue = [...identity.bases];
    for (let base = queue.pop(); base; base = queue.pop()) {
      if (seen.has(base)) continue;
      seen.add(base);
      base.derived.push(identity);
      queue.push(...base.bases);
    }
  }

  #find(reference: string, scope: Scope, location: SourceLocation): LinkedIdentity {
    const { prefix, name } = splitReference(reference);
    const module = moduleOfPrefix(scope.unit, prefix, location);
    const identities = this.#byModule.get(module);
    const identity = identities?.get(name);
    return (
      identity ??
      fail(
        location,
        `identity '${reference}' is not defined in module ${module.name}${didYouMean(name, identities?.keys() ?? [])}`,
      )
    );
  }
}
