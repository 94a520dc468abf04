/** Checks the typedefs and groupings of a module on their own, so that errors in unused ones show too. */
import type { Diagnostics } from '../errors.js';
import type { Module } from '../schema.js';
import { isExtension, type Statement } from '../text/statement.js';
import { Builder } from './build.js';
import { checkStatus } from './check-status.js';
import { completeChoice, completeList, defaultValue, hasNeedlessDefault } from './complete.js';
import { createDraft, propertiesOf } from './draft.js';
import type { Expander } from './expand.js';
import { scopeIn } from './scope.js';
import type { CompiledType, TypeCompiler } from './types/type-compiler.js';
import type { Scope, SourceModule } from './unit.js';

interface Tools {
  readonly types: TypeCompiler;
  readonly modules: ReadonlyMap<string, Module>;
  readonly expander: Expander;
  readonly diagnostics: Diagnostics;
}

export function checkDefinitions(module: SourceModule, tools: Tools): void {
  checkStatus(module, tools.diagnostics);
  for (const unit of module.units) {
    const top = module.scopeOf(unit);
    for (const statement of unit.statement.statements) visit(statement, top, module, tools);
  }
}

function visit(statement: Statement, scope: Scope, module: SourceModule, tools: Tools): void {
  if (isExtension(statement)) return;
  const { diagnostics } = tools;
  if (statement.keyword === 'typedef') diagnostics.attempt(() => checkTypedef(statement, scope, tools));
  if (statement.keyword === 'grouping') diagnostics.attempt(() => checkGrouping(statement, scope, module, tools));
  const inside = scopeIn(statement, scope);
  for (const sub of statement.statements) if (sub.statements.length > 0) visit(sub, inside, module, tools);
}

function checkTypedef(statement: Statement, scope: Scope, { types, diagnostics }: Tools): void {
  checkDefaultOf(types.compileTypedef({ statement, scope }), statement, diagnostics);
}

/** Checks the value of a default, unless it depends on leafrefs, which are only resolved for nodes in the tree. */
function checkDefaultOf(compiled: CompiledType, user: Statement, diagnostics: Diagnostics): void {
  const { default: found, leafrefs, type } = compiled;
  if (found && leafrefs.length === 0) diagnostics.attempt(() => defaultValue(type, found, user));
}

/**
 * Expands the grouping as a structure, so `config` has no effect. Faults of `config`, of leafref targets and of nodes that
 * refine may change show only where the grouping is used.
 */
function checkGrouping(statement: Statement, scope: Scope, module: SourceModule, tools: Tools): void {
  const { diagnostics } = tools;
  const draft = createDraft('structure', statement.argument ?? '', statement, scope, module, undefined);
  tools.expander.expandInto(draft, statement, scopeIn(statement, scope), module);
  const builder = new Builder(tools.modules, tools.types, diagnostics);
  builder.build(draft, undefined);
  for (const list of builder.lists) completeList(list, diagnostics);
  for (const choice of builder.choices) completeChoice(choice, diagnostics);
  for (const built of builder.leafs) {
    const { node, draft: leaf, compiled } = built;
    // The default of a key is ignored (RFC 7950 §7.8.2).
    if (node.kind === 'leaf' && node.isKey) continue;
    if (hasNeedlessDefault(built, diagnostics) || compiled.leafrefs.length > 0) continue;
    for (const own of propertiesOf(leaf, 'default'))
      diagnostics.attempt(() => defaultValue(compiled.type, own, leaf.statement));
  }
}
