/** Links a set of implemented modules into drafts: expands, augments and deviates them. */
import type { Diagnostics } from '../errors.js';
import { argumentOf, child, childrenOf, type Statement } from '../text/statement.js';
import { applyAugments, augmentsOf, statementsOf } from './augment.js';
import { applyDeviations } from './deviate.js';
import { createDraft, type Draft, propertiesOf } from './draft.js';
import { Expander } from './expand.js';
import type { Features } from './features.js';
import { BUILT_IN_TYPES, lookUp } from './scope.js';
import { structureAugmentsOf, structuresOf } from './structures.js';
import { MAX_TYPE_CHAIN } from './types/type-compiler.js';
import type { Scope, SourceModule } from './unit.js';

export interface Linked {
  /** Root drafts by module name, in the given order of modules. */
  readonly roots: ReadonlyMap<string, Draft>;
  readonly structures: readonly Draft[];
  /** Names of deviating modules by the name of the module deviated. */
  readonly deviatedBy: ReadonlyMap<string, readonly string[]>;
  readonly expander: Expander;
}

/** Links the modules; raises YangErrors when an expansion, augment or deviation fails. */
export function link(implemented: readonly SourceModule[], features: Features, diagnostics: Diagnostics): Linked {
  const expander = new Expander(features, diagnostics);
  const roots = new Map<string, Draft>();
  for (const module of implemented) {
    const root = createDraft('root', '', module.main.statement, module.scope, module, undefined);
    for (const unit of module.units) expander.expandInto(root, unit.statement, module.scopeOf(unit), module);
    roots.set(module.name, root);
  }
  diagnostics.throwIfAny();
  applyAugments(
    implemented.flatMap((m) => augmentsOf(m, diagnostics)),
    roots,
    expander,
    diagnostics,
  );
  const structures = implemented.flatMap((m) => {
    const root = roots.get(m.name);
    return root ? structuresOf(m, root, expander, diagnostics) : [];
  });
  applyAugments(
    implemented.flatMap((m) => structureAugmentsOf(m, diagnostics)),
    structureRoots(implemented, structures),
    expander,
    diagnostics,
  );
  diagnostics.throwIfAny();
  const deviations = implemented.flatMap((m) => statementsOf(m, 'deviation', diagnostics));
  applyDeviations(deviations, roots, diagnostics);
  diagnostics.throwIfAny();
  const deviatedBy = new Map<string, string[]>();
  for (const { module, path } of deviations) {
    const target = path.at(-1)?.module.name ?? module.name;
    const known = deviatedBy.get(target) ?? [];
    if (!known.includes(module.name)) deviatedBy.set(target, [...known, module.name]);
  }
  return { roots, structures, deviatedBy, expander };
}

/** Returns the drafts in which the first step of an `augment-structure` path is looked up. */
function structureRoots(modules: readonly SourceModule[], structures: readonly Draft[]): ReadonlyMap<string, Draft> {
  const roots = new Map(
    modules.map((m) => [m.name, createDraft('root', '', m.main.statement, m.scope, m, undefined)] as const),
  );
  for (const structure of structures) {
    const root = roots.get(structure.module.name);
    root?.children.push(structure);
    root?.index.set(`${structure.module.name}:${structure.name}`, structure);
  }
  return roots;
}

/**
 * Returns the target modules of a module's augments, deviations and structure augments; these are implemented too (RFC 7950
 * §5.6.5).
 */
export function modulesPointedAt(module: SourceModule, diagnostics: Diagnostics): readonly SourceModule[] {
  return [
    ...statementsOf(module, 'augment', diagnostics),
    ...statementsOf(module, 'deviation', diagnostics),
    ...structureAugmentsOf(module, diagnostics),
  ].flatMap((s) => s.path.map((step) => step.module));
}

/** Returns the modules that leafrefs of the drafts refer to. */
export function modulesReferredTo(linked: Linked, diagnostics: Diagnostics): ReadonlySet<SourceModule> {
  const found = new Set<SourceModule>();
  const seen = new Set<Statement>();
  const visit = (draft: Draft): void => {
    if (draft.disabled) return;
    for (const type of propertiesOf(draft, 'type')) {
      // Errors of the type are reported when it is compiled.
      diagnostics.attempt(() => collectPaths(type.statement, type.scope, seen, found, 0));
    }
    for (const below of draft.children) visit(below);
  };
  for (const root of [...linked.roots.values(), ...linked.structures]) visit(root);
  diagnostics.throwIfAny();
  return found;
}

function collectPaths(
  type: Statement,
  scope: Scope,
  seen: Set<Statement>,
  found: Set<SourceModule>,
  depth: number,
): void {
  if (seen.has(type) || depth > MAX_TYPE_CHAIN) return;
  seen.add(type);
  const path = child(type, 'path')?.argument ?? '';
  for (const match of path.replace(/"[^"]*"|'[^']*'/g, '').matchAll(/([A-Za-z_][\w.-]*):(?!:)/g)) {
    const module = scope.unit.prefixes.get(match[1] ?? '');
    if (module) found.add(module);
  }
  for (const member of childrenOf(type, 'type')) collectPaths(member, scope, seen, found, depth + 1);
  const name = argumentOf(type);
  if (BUILT_IN_TYPES.has(name)) return;
  const typedef = lookUp('typedef', name, scope, type.location);
  const inner = child(typedef.statement, 'type');
  if (inner) collectPaths(inner, typedef.scope, seen, found, depth + 1);
}
