/** The `refine` statement (RFC 7950 §7.13.2): changes properties of the nodes of a `uses`. */
import { Fault } from '../errors.js';
import { propertyCardinality } from '../text/grammar.js';
import { argumentOf, isExtension, type Statement } from '../text/statement.js';
import { addProperty, type Draft, describeDraft } from './draft.js';
import type { Features } from './features.js';
import { deadEndFault, isDeadEnd, pathSteps, walk } from './schema-node-id.js';
import type { Scope, SourceModule } from './unit.js';

/** Properties that refine adds to existing ones; it replaces all others. */
const ADDED: ReadonlySet<string> = new Set(['must', 'extension']);

/** Applies one refine to the nodes below `holder`. Raises a fault when the target does not exist or cannot have the property. */
export function applyRefine(
  holder: Draft,
  refine: Statement,
  scope: Scope,
  module: SourceModule,
  features: Features,
): void {
  const path = argumentOf(refine);
  const target = walk(holder, pathSteps(path, scope, module, refine.location), scope, module);
  if (isDeadEnd(target)) throw deadEndFault('refine target', path, target, refine.location);
  const replaced = new Set<string>();
  for (const statement of refine.statements) {
    const { keyword } = statement;
    if (isExtension(statement)) {
      addProperty(target, 'extension', { statement, scope });
      continue;
    }
    const cardinality = propertyCardinality(target.kind, keyword);
    if (!cardinality)
      throw new Fault(statement.location, `${describeDraft(target)} takes no ${keyword}, so refine cannot change it`);
    if (keyword === 'if-feature') continue;
    if (cardinality.since11 && scope.unit.module.version === '1') {
      throw new Fault(statement.location, `${keyword} of a ${target.kind} needs 'yang-version 1.1' in the module`);
    }
    if (!ADDED.has(keyword) && !replaced.has(keyword)) target.properties.delete(keyword);
    else if (cardinality.max === 1)
      throw new Fault(statement.location, `${describeDraft(target)} takes only one ${keyword}`);
    replaced.add(keyword);
    addProperty(target, keyword, { statement, scope });
  }
  if (!features.hold(refine, scope)) target.disabled = true;
}
