/** Top-level `augment` statements (RFC 7950 §7.17), applied in rounds until no more targets are found. */
import { type Diagnostics, Fault } from '../errors.js';
import { argumentFault } from '../text/arguments.js';
import { argumentOf, child, childrenOf, type Statement } from '../text/statement.js';
import { configOf, type Draft, describeDraft, isConfigFree, isMandatory } from './draft.js';
import { attach, type Expander } from './expand.js';
import { type DeadEnd, deadEndFault, isDeadEnd, type PathStep, pathSteps, walk } from './schema-node-id.js';
import type { Scope, SourceModule } from './unit.js';

export interface Augment {
  readonly statement: Statement;
  readonly scope: Scope;
  readonly module: SourceModule;
  readonly path: readonly PathStep[];
}

/** Returns the augments of a module; reports those whose path cannot be parsed. */
export function augmentsOf(module: SourceModule, diagnostics: Diagnostics): readonly Augment[] {
  return statementsOf(module, 'augment', diagnostics);
}

/** Returns the top-level statements of a module with a target node: its augments or its deviations. */
export function statementsOf(
  module: SourceModule,
  keyword: 'augment' | 'deviation',
  diagnostics: Diagnostics,
): readonly Augment[] {
  const found: Augment[] = [];
  for (const unit of module.units) {
    for (const statement of childrenOf(unit.statement, keyword)) {
      diagnostics.attempt(() => {
        const fault = argumentFault('absolute-path', statement.argument);
        if (fault) throw new Fault(statement.location, `${keyword} ${fault}`);
        const scope = module.scopeOf(unit);
        found.push({
          statement,
          scope,
          module,
          path: pathSteps(argumentOf(statement), scope, module, statement.location),
        });
      });
    }
  }
  return found;
}

/** Applies all augments to the module roots. An augment may target nodes of another one, so rounds find the order. */
export function applyAugments(
  augments: readonly Augment[],
  roots: ReadonlyMap<string, Draft>,
  expander: Expander,
  diagnostics: Diagnostics,
): void {
  let waiting = augments;
  while (waiting.length > 0) {
    const unreached: { augment: Augment; end: DeadEnd }[] = [];
    for (const augment of waiting) {
      diagnostics.attempt(() => {
        const target = findTarget(augment, roots);
        if (isDeadEnd(target)) unreached.push({ augment, end: target });
        else apply(augment, target, expander);
      });
    }
    if (unreached.length === waiting.length) {
      for (const { augment, end } of unreached) report('augment target', augment, end, diagnostics);
      return;
    }
    waiting = unreached.map((u) => u.augment);
  }
}

/** Returns the target of an augment or deviation, or the point where its path ends. */
export function findTarget({ path, scope, module }: Augment, roots: ReadonlyMap<string, Draft>): Draft | DeadEnd {
  const root = roots.get(path[0]?.module.name ?? '');
  if (!root) throw new Fault(scope.unit.statement.location, `module '${path[0]?.module.name}' is not implemented`);
  return walk(root, path, scope, module);
}

export function report(what: string, { statement }: Augment, end: DeadEnd, diagnostics: Diagnostics): void {
  const fault = deadEndFault(what, argumentOf(statement), end, statement.location);
  diagnostics.add(fault.location, fault.message);
}

function apply({ statement, scope, module }: Augment, target: Draft, expander: Expander): void {
  const holder = expander.expandAugment(target, statement, scope, module);
  const foreign = target.module.name !== module.name;
  attach(target, holder.children, statement);
  if (!foreign || isConfigFree(target) || child(statement, 'when')) return;
  for (const draft of holder.children) {
    if (draft.whens.length > 0 || !isMandatory(draft) || !configOf(draft)) continue;
    throw new Fault(
      draft.statement.location,
      `${describeDraft(draft)} is mandatory: another module's configuration may be augmented with it only under a 'when'`,
    );
  }
}
