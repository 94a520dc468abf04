/** Modules and submodules as read, with what they define at the top level, before anything is compiled. */
import { versionOf } from '../text/check.js';
import { argumentOf, childArgument, childrenOf, type Statement } from '../text/statement.js';

/** What a text declares about itself. */
export interface Text {
  readonly statement: Statement;
  readonly text: string;
  readonly file: string;
}

/** A module with its submodules merged in: one name space for typedefs, groupings, features, identities and extensions. */
export class SourceModule {
  readonly name: string;
  readonly namespace: string;
  readonly prefix: string;
  readonly revision: string | undefined;
  readonly version: '1' | '1.1';
  /** The module's own text first, then its submodules. */
  readonly units: readonly Unit[];
  /** The module's own unit with what the whole module defines at the top level. */
  readonly scope: Scope;
  readonly typedefs = new Map<string, Definition>();
  readonly groupings = new Map<string, Definition>();
  readonly features = new Map<string, Definition>();
  readonly identities = new Map<string, Definition>();
  readonly extensions = new Map<string, Definition>();

  constructor(
    readonly main: Text,
    submodules: readonly Text[],
  ) {
    const { statement } = main;
    this.name = argumentOf(statement);
    this.namespace = childArgument(statement, 'namespace') ?? '';
    this.prefix = childArgument(statement, 'prefix') ?? '';
    this.revision = newestRevision(statement);
    this.version = versionOf(statement);
    const unit = this.#unit(main);
    this.units = [unit, ...submodules.map((text) => this.#unit(text))];
    this.scope = this.scopeOf(unit);
  }

  /** The top-level scope for names written in that unit. */
  scopeOf(unit: Unit): Scope {
    return { unit, parent: undefined, typedefs: this.typedefs, groupings: this.groupings };
  }

  #unit(text: Text): Unit {
    const name = argumentOf(text.statement);
    return { module: this, name, revision: newestRevision(text.statement), prefixes: new Map(), ...text };
  }
}

/** One text: the module itself or a submodule. Prefixes are in force per text (RFC 7950 §6.4.1). */
export interface Unit extends Text {
  readonly module: SourceModule;
  readonly name: string;
  readonly revision: string | undefined;
  /** Own prefix and those of imports; the loader fills it. */
  readonly prefixes: Map<string, SourceModule>;
}

/** A definition and the scope that its names are looked up in. */
export interface Definition {
  readonly statement: Statement;
  readonly scope: Scope;
}

/** Typedefs and groupings visible at a place: those of its own and of the scopes around it (RFC 7950 §5.5). */
export interface Scope {
  readonly unit: Unit;
  readonly parent: Scope | undefined;
  readonly typedefs: ReadonlyMap<string, Definition>;
  readonly groupings: ReadonlyMap<string, Definition>;
}

/** A property statement of a schema node (`type`, `must`, `default` ...) with the scope it was written in. */
export interface Property {
  readonly statement: Statement;
  readonly scope: Scope;
}

/** The newest revision date that a module or submodule declares. */
function newestRevision(statement: Statement): string | undefined {
  return childrenOf(statement, 'revision').map(argumentOf).sort().at(-1);
}
