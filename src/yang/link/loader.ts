/** Finds, reads and checks modules with their imports and includes (RFC 7950 §5.1). */
import { type Diagnostics, Fault } from '../errors.js';
import type { SourceLocation } from '../location.js';
import type { SourceSet } from '../sources.js';
import { checkGrammar, versionOf } from '../text/check.js';
import { parseModule } from '../text/parser.js';
import { argumentOf, child, childArgument, childrenOf, type Statement } from '../text/statement.js';
import { checkScopes } from './scope.js';
import { type Definition, type Scope, SourceModule, type Text, type Unit } from './unit.js';

/** Maximum number of modules: more than any device implements; bounds the cost of a hostile repository. */
const MAX_MODULES = 5000;
const MAX_IMPORT_CHAIN = 200;

/** Texts with checked grammar: several schemas may use the texts of one repository. */
const WELL_FORMED = new WeakSet<Statement>();

export class Loader {
  /** Modules by `name@revision`. */
  readonly #modules = new Map<string, SourceModule>();
  /** The module that an import without revision gets: the implemented revision, else the newest. */
  readonly #byName = new Map<string, SourceModule>();
  readonly #loading: string[] = [];

  constructor(
    private readonly sources: SourceSet,
    private readonly diagnostics: Diagnostics,
    /** Revisions for imports without revision: those that will be implemented. */
    private readonly preferred: ReadonlyMap<string, string>,
  ) {}

  /** Returns all loaded modules, in the order in which their texts were completed. */
  get modules(): readonly SourceModule[] {
    return [...this.#modules.values()];
  }

  /** Returns the module for a name without revision. */
  byName(name: string): SourceModule | undefined {
    return this.#byName.get(name);
  }

  /** Loads a module and its dependencies. Raises a fault when it is missing or unreadable. */
  load(name: string, wanted: string | undefined, from: SourceLocation): SourceModule {
    const revision = wanted ?? this.preferred.get(name);
    const known = revision === undefined ? this.#byName.get(name) : this.#modules.get(`${name}@${revision}`);
    if (known) return known;
    if (this.#loading.includes(name)) {
      const chain = [...this.#loading.slice(this.#loading.indexOf(name)), name].join(' -> ');
      throw new Fault(from, `modules import each other in a circle: ${chain}`);
    }
    if (this.#loading.length >= MAX_IMPORT_CHAIN)
      throw new Fault(from, `more than ${MAX_IMPORT_CHAIN} modules import each other in a row`);
    if (this.#modules.size >= MAX_MODULES) throw new Fault(from, `more than ${MAX_MODULES} modules`);
    const text = this.#read(name, revision, from, 'module');
    this.#loading.push(name);
    try {
      const module = this.#link(text);
      this.#modules.set(`${module.name}@${module.revision ?? ''}`, module);
      if (wanted === undefined || !this.#byName.has(name)) this.#byName.set(name, module);
      return module;
    } finally {
      this.#loading.pop();
    }
  }

  #read(name: string, revision: string | undefined, from: SourceLocation, keyword: 'module' | 'submodule'): Text {
    const source = this.sources.find(name, revision);
    if (!source)
      throw new Fault(from, `${keyword} '${name}'${revision ? ` of revision ${revision}` : ''} was not found`);
    const statement = source.statement ?? parseModule(source.text, source.file);
    if (!WELL_FORMED.has(statement)) checkGrammar(statement, this.diagnostics);
    this.diagnostics.throwIfAny();
    WELL_FORMED.add(statement);
    if (statement.keyword !== keyword)
      throw new Fault(statement.location, `${keyword} '${name}' expected, this is a ${statement.keyword}`);
    if (statement.argument !== name)
      throw new Fault(statement.location, `${keyword} '${name}' expected, this is '${statement.argument}'`);
    return { statement, text: source.text, file: source.file };
  }

  #link(main: Text): SourceModule {
    const module = new SourceModule(main, this.#submodules(main));
    for (const unit of module.units) {
      this.#imports(unit);
      const scope = unit === module.scope.unit ? module.scope : module.scopeOf(unit);
      for (const statement of unit.statement.statements) this.#define(module, statement, scope);
    }
    checkScopes(module, this.diagnostics);
    return module;
  }

  #define(module: SourceModule, statement: Statement, scope: Scope): void {
    const table = definitions(module, statement.keyword);
    if (!table) return;
    const name = argumentOf(statement);
    const other = table.get(name)?.statement.location;
    if (other) {
      this.diagnostics.add(
        statement.location,
        `${statement.keyword} '${name}' is already defined at ${other.file}:${other.line}`,
      );
    } else table.set(name, { statement, scope });
  }

  #imports(unit: Unit): void {
    const belongsTo = child(unit.statement, 'belongs-to');
    unit.prefixes.set(belongsTo ? (childArgument(belongsTo, 'prefix') ?? '') : unit.module.prefix, unit.module);
    for (const statement of childrenOf(unit.statement, 'import')) {
      this.diagnostics.attempt(() => {
        const prefix = childArgument(statement, 'prefix') ?? '';
        const owner = unit.prefixes.get(prefix);
        if (owner) throw new Fault(statement.location, `prefix '${prefix}' already stands for ${owner.name}`);
        const revision = childArgument(statement, 'revision-date');
        const imported = this.load(argumentOf(statement), revision, statement.location);
        unit.prefixes.set(prefix, imported);
        // RFC 7950 §12
        if (revision !== undefined && imported.version === '1.1' && unit.module.version === '1')
          throw new Fault(
            statement.location,
            `module '${imported.name}' is of YANG 1.1, which a module of YANG 1 must not import by revision`,
          );
      });
    }
    this.diagnostics.throwIfAny();
    this.#yinPrefixes(unit);
  }

  /** Adds the XML prefixes of YIN, which uses of extensions have: they stand for namespaces, not imports. */
  #yinPrefixes(unit: Unit): void {
    const known = [...unit.prefixes.values()];
    for (const [prefix, namespace] of unit.statement.yin?.namespaces ?? []) {
      const module = known.find((m) => m.namespace === namespace);
      if (module && !unit.prefixes.has(prefix)) unit.prefixes.set(prefix, module);
    }
  }

  /** Returns the submodules in the order of their includes, each once, with the submodules that they include. */
  #submodules(main: Text): Text[] {
    const found = new Map<string, Text>();
    const visit = (text: Text, chain: readonly string[]): void => {
      for (const include of childrenOf(text.statement, 'include')) {
        const name = argumentOf(include);
        if (chain.includes(name))
          throw new Fault(
            include.location,
            `submodules include each other in a circle: ${[...chain, name].join(' -> ')}`,
          );
        if (found.has(name)) continue;
        if (chain.length >= MAX_IMPORT_CHAIN)
          throw new Fault(include.location, `more than ${MAX_IMPORT_CHAIN} submodules include each other in a row`);
        const submodule = this.#read(name, childArgument(include, 'revision-date'), include.location, 'submodule');
        const owner = childArgument(submodule.statement, 'belongs-to');
        if (owner !== main.statement.argument) {
          throw new Fault(
            include.location,
            `submodule '${name}' belongs to module '${owner}', not to '${main.statement.argument}'`,
          );
        }
        if (versionOf(submodule.statement) !== versionOf(main.statement)) {
          throw new Fault(
            include.location,
            `submodule '${name}' is of YANG ${versionOf(submodule.statement)}, its module of YANG ${versionOf(main.statement)}`,
          );
        }
        found.set(name, submodule);
        visit(submodule, [...chain, name]);
      }
    };
    visit(main, []);
    return [...found.values()];
  }
}

/** Returns the table of a module for top-level definitions of that keyword. */
function definitions(module: SourceModule, keyword: string): Map<string, Definition> | undefined {
  switch (keyword) {
    case 'typedef':
      return module.typedefs;
    case 'grouping':
      return module.groupings;
    case 'feature':
      return module.features;
    case 'identity':
      return module.identities;
    case 'extension':
      return module.extensions;
    default:
      return undefined;
  }
}
