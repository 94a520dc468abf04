/** Schema node identifiers (RFC 7950 §6.5): follows the paths of augment, deviation, refine and unique on drafts. */
import { Fault } from '../errors.js';
import type { SourceLocation } from '../location.js';
import { didYouMean } from '../text/suggest.js';
import { type Draft, describeDraft } from './draft.js';
import { moduleOfPrefix, type Reference, splitReference } from './scope.js';
import type { Scope, SourceModule } from './unit.js';

export interface PathStep {
  readonly reference: Reference;
  readonly module: SourceModule;
}

/** Returns the steps of a path with their modules; unprefixed names are in `ownModule`. */
export function pathSteps(
  path: string,
  scope: Scope,
  ownModule: SourceModule,
  location: SourceLocation,
): readonly PathStep[] {
  const names = (path.startsWith('/') ? path.slice(1) : path).split('/');
  return names.map((name) => {
    const reference = splitReference(name);
    const module = reference.prefix === undefined ? ownModule : moduleOfPrefix(scope.unit, reference.prefix, location);
    return { reference, module };
  });
}

/** The end of a path that cannot be followed: the last node, and the name of the missing child. */
export interface DeadEnd {
  readonly at: Draft;
  readonly name: string;
  readonly module: string;
}

/**
 * Follows `steps` from `start`. In a grouping, the prefix of its own module means the module that uses it, because the nodes
 * are there (`scope` gives the grouping's module).
 */
export function walk(
  start: Draft,
  steps: readonly PathStep[],
  scope: Scope,
  usingModule: SourceModule,
): Draft | DeadEnd {
  let at = start;
  for (const { reference, module } of steps) {
    const names = module.name === scope.unit.module.name ? [module.name, usingModule.name] : [module.name];
    const next = names.map((m) => at.index.get(`${m}:${reference.name}`)).find((c) => c !== undefined);
    if (!next) return { at, name: reference.name, module: module.name };
    at = next;
  }
  return at;
}

export function isDeadEnd(result: Draft | DeadEnd): result is DeadEnd {
  return 'at' in result;
}

/** Returns the fault for a path without a target. */
export function deadEndFault(what: string, path: string, end: DeadEnd, location: SourceLocation): Fault {
  const { at, name, module } = end;
  const elsewhere = at.children.find((c) => c.name === name);
  const reason = elsewhere
    ? `has '${name}' of module ${elsewhere.module.name}, not of ${module}`
    : `has no '${name}'${didYouMean(
        name,
        at.children.map((c) => c.name),
      )}`;
  return new Fault(location, `${what} '${path}' does not exist: ${describeDraft(at)} ${reason}`);
}
