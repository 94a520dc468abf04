/** Modules and submodules as read, with their top-level definitions, before compilation. */
import { versionOf } from '../text/check.js';
import { argumentOf, childArgument, childrenOf, type Statement } from '../text/statement.js';

/** One YANG text. */
export interface Text {
  readonly statement: Statement;
  readonly text: string;
  readonly file: string;
}

/** A module merged with its submodules: one name space for typedefs, groupings, features, identities and extensions. */
export class SourceModule {
  readonly name: string;
  readonly namespace: string;
  readonly prefix: string;
  readonly revision: string | undefined;
  readonly version: '1' | '1.1';
  /** The module's own text first, then its submodules. */
  readonly units: readonly Unit[];
  /** The module's own unit with the top-level definitions of the whole module. */
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

  /** Returns the top-level scope for names of that unit. */
  scopeOf(unit: Unit): Scope {
    return { unit, parent: undefined, typedefs: this.typedefs, groupings: this.groupings };
  }

  #unit(text: Text): Unit {
    const name = argumentOf(text.statement);
    return { module: this, name, revision: newestRevision(text.statement), prefixes: new Map(), ...text };
  }
}

/** One text: the module itself or a submodule. Prefixes are valid per text (RFC 7950 §6.4.1). */
export interface Unit extends Text {
  readonly module: SourceModule;
  readonly name: string;
  readonly revision: string | undefined;
  /** Its own prefix and those of its imports; filled by the loader. */
  readonly prefixes: Map<string, SourceModule>;
}

/** A definition and the scope of its names. */
export interface Definition {
  readonly statement: Statement;
  readonly scope: Scope;
}

/** Typedefs and groupings visible at a place: its own and those of the surrounding scopes (RFC 7950 §5.5). */
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

/** Returns the newest revision date of a module or submodule. */
function newestRevision(statement: Statement): string | undefined {
  return childrenOf(statement, 'revision').map(argumentOf).sort().at(-1);
}
