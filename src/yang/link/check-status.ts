/** Checks that no definition uses a typedef or grouping with a later status (RFC 7950 §7.21.2). */
import type { Diagnostics } from '../errors.js';
import type { Status } from '../schema.js';
import { argumentOf, isExtension, type Statement } from '../text/statement.js';
import { BUILT_IN_TYPES, lookUp, scopeIn } from './scope.js';
import { mayReferTo, statusOf } from './status.js';
import type { Definition, Scope, SourceModule } from './unit.js';

/** Statements without their own status: their content belongs to the surrounding definition. */
const PARTS: ReadonlySet<string> = new Set(['type', 'input', 'output']);
/** Definitions that do not inherit the status of the surrounding node. */
const ALONE: ReadonlySet<string> = new Set(['typedef', 'grouping', 'uses']);

/** Checks every `type` and `uses` of the module that refers to a definition of the same module. */
export function checkStatus(module: SourceModule, diagnostics: Diagnostics): void {
  for (const unit of module.units) {
    const top = module.scopeOf(unit);
    for (const statement of unit.statement.statements) visit(statement, top, 'current', diagnostics);
  }
}

/** @param around status of the definition that holds the statement */
function visit(statement: Statement, scope: Scope, around: Status, diagnostics: Diagnostics): void {
  // The type in a deviation belongs to another node; only the target has its status.
  if (isExtension(statement) || statement.keyword === 'deviation') return;
  const { keyword } = statement;
  const status = PARTS.has(keyword) ? around : statusOf(statement, ALONE.has(keyword) ? 'current' : around);
  const used = diagnostics.attempt(() => definitionUsed(statement, scope));
  const gone = used && statusOf(used.statement);
  if (used && gone && used.scope.unit.module === scope.unit.module && !mayReferTo(status, gone)) {
    diagnostics.add(
      statement.location,
      `this ${keyword} is ${status} and must not refer to ${used.statement.keyword} '${argumentOf(used.statement)}', which is ${gone}`,
    );
  }
  if (statement.statements.length === 0) return;
  const inside = scopeIn(statement, scope);
  for (const sub of statement.statements) visit(sub, inside, status, diagnostics);
}

function definitionUsed(statement: Statement, scope: Scope): Definition | undefined {
  const name = argumentOf(statement);
  if (statement.keyword === 'uses') return lookUp('grouping', name, scope, statement.location);
  if (statement.keyword !== 'type' || BUILT_IN_TYPES.has(name)) return undefined;
  return lookUp('typedef', name, scope, statement.location);
}
