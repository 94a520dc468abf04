/** Features and `if-feature` expressions (RFC 7950 §7.20). */
import { type Diagnostics, Fault, fail } from '../errors.js';
import type { SourceLocation } from '../location.js';
import { argumentOf, childrenOf, type Statement } from '../text/statement.js';
import { didYouMean } from '../text/suggest.js';
import { moduleOfPrefix, splitReference } from './scope.js';
import type { Scope, SourceModule } from './unit.js';

/**
 * The features to enable, by module. The entry `*` is for all other modules, which have none without it. Default: all
 * features of all modules.
 */
export type FeatureSelection = ReadonlyMap<string, readonly string[] | '*'>;

/** Maximum number of tokens in an expression; bounds recursion. */
const MAX_TOKENS = 400;

/** Maximum length of a chain of features that depend on each other. */
const MAX_CHAIN = 200;

/** Evaluates which features are enabled. */
export class Features {
  #depth = 0;
  readonly #state = new Map<string, boolean | 'evaluating'>();

  constructor(
    private readonly selection: FeatureSelection | undefined,
    private readonly diagnostics: Diagnostics,
  ) {}

  /** Returns the names of the enabled features of a module. */
  enabled(module: SourceModule): ReadonlySet<string> {
    return new Set(
      [...module.features.keys()].filter((name) => this.#isOn(module, name, module.main.statement.location)),
    );
  }

  /** Reports selected features that do not exist, that are circular, or that another feature excludes. */
  check(module: SourceModule): void {
    for (const name of module.features.keys()) {
      this.diagnostics.attempt(() => this.#isOn(module, name, module.main.statement.location));
    }
    const selected = this.selection?.get(module.name);
    if (selected === undefined || selected === '*') return;
    for (const name of selected) {
      if (!module.features.has(name)) {
        this.diagnostics.add(
          module.main.statement.location,
          `module ${module.name} has no feature '${name}'${didYouMean(name, module.features.keys())}`,
        );
      }
    }
  }

  /** True when every `if-feature` of the statement holds. */
  hold(statement: Statement, scope: Scope): boolean {
    return childrenOf(statement, 'if-feature')
      .map((condition) => this.#evaluate(condition, scope))
      .every((on) => on);
  }

  #isOn(module: SourceModule, name: string, from: SourceLocation): boolean {
    const key = `${module.name}@${module.revision ?? ''}:${name}`;
    const known = this.#state.get(key);
    if (known === 'evaluating') throw new Fault(from, `feature '${name}' depends on itself through its if-feature`);
    if (known !== undefined) return known;
    const feature = module.features.get(name);
    if (!feature)
      return fail(
        from,
        `feature '${name}' is not defined in module ${module.name}${didYouMean(name, module.features.keys())}`,
      );
    if (++this.#depth > MAX_CHAIN) throw new Fault(from, `more than ${MAX_CHAIN} features depend on each other here`);
    this.#state.set(key, 'evaluating');
    let on = false;
    try {
      // The conditions are always evaluated, so that their errors show.
      const holds = this.hold(feature.statement, feature.scope);
      const selected =
        this.selection === undefined ? '*' : (this.selection.get(module.name) ?? this.selection.get('*') ?? []);
      on = (selected === '*' || selected.includes(name)) && holds;
    } finally {
      this.#depth--;
      this.#state.set(key, on);
    }
    return on;
  }

  #evaluate(condition: Statement, scope: Scope): boolean {
    const text = argumentOf(condition);
    const { location } = condition;
    const tokens = text.match(/[()]|[^\s()]+/g) ?? [];
    if (tokens.length > MAX_TOKENS) throw new Fault(location, 'this if-feature expression is too long');
    if (scope.unit.module.version === '1' && tokens.length > 1) {
      throw new Fault(
        location,
        `the if-feature expression '${text}' needs 'yang-version 1.1': YANG 1 takes one feature name`,
      );
    }
    let next = 0;
    const expected = (what: string): never =>
      fail(
        location,
        `${what} expected ${tokens[next] === undefined ? 'at the end' : `before '${tokens[next]}'`} of if-feature '${text}'`,
      );
    const expression = (): boolean => {
      let value = term();
      while (tokens[next] === 'or') {
        next++;
        value = term() || value;
      }
      return value;
    };
    const term = (): boolean => {
      let value = factor();
      while (tokens[next] === 'and') {
        next++;
        value = factor() && value;
      }
      return value;
    };
    const factor = (): boolean => {
      const token = tokens[next];
      if (token === 'not') {
        next++;
        return !factor();
      }
      if (token === '(') {
        next++;
        const value = expression();
        if (tokens[next] !== ')') expected("')'");
        next++;
        return value;
      }
      if (token === undefined || token === ')' || ((token === 'and' || token === 'or') && tokens.length > 1))
        return expected('a feature name');
      next++;
      const { prefix, name } = splitReference(token);
      return this.#isOn(moduleOfPrefix(scope.unit, prefix, location), name, location);
    };
    const value = expression();
    if (next < tokens.length) expected("'and' or 'or'");
    return value;
  }
}
