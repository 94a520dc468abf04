/** Data outside datastores: `rc:yang-data` (RFC 8040 §8), `sx:structure` and `sx:augment-structure` (RFC 8791). */
import { type Diagnostics, Fault } from '../errors.js';
import { isIdentifier } from '../text/arguments.js';
import { checkBody } from '../text/check.js';
import { parseBody } from '../text/grammar.js';
import { argumentOf, type Statement } from '../text/statement.js';
import type { Augment } from './augment.js';
import { createDraft, type Draft, describeDraft, readProperties } from './draft.js';
import type { Expander } from './expand.js';
import { type KnownExtension, knownExtension } from './extensions.js';
import { pathSteps } from './schema-node-id.js';
import { scopeIn } from './scope.js';
import type { Scope, SourceModule } from './unit.js';

const DATA = 'container* leaf* leaf-list* list* choice* anydata* anyxml* uses*';
const BODIES: Readonly<Record<Exclude<KnownExtension, 'annotation'>, string>> = {
  'yang-data': DATA,
  structure: `must* status? description? reference? typedef* grouping* ${DATA}`,
  'augment-structure': `status? description? reference? case* ${DATA}`,
};

/** Returns the top-level uses of an extension in a module. */
export function usesOfExtension(
  module: SourceModule,
  wanted: KnownExtension,
): readonly { readonly statement: Statement; readonly scope: Scope }[] {
  return module.units.flatMap((unit) =>
    unit.statement.statements
      .filter((statement) => knownExtension(statement, unit) === wanted)
      .map((statement) => ({ statement, scope: module.scopeOf(unit) })),
  );
}

/** Returns drafts of a module's structures. `root` holds its data nodes, whose names a structure must not have. */
export function structuresOf(
  module: SourceModule,
  root: Draft,
  expander: Expander,
  diagnostics: Diagnostics,
): readonly Draft[] {
  const found = new Map<string, Draft>();
  for (const kind of ['yang-data', 'structure'] as const) {
    for (const { statement, scope } of usesOfExtension(module, kind)) {
      diagnostics.attempt(() => {
        const name = checkName(kind, statement);
        const other =
          found.get(name) ?? (kind === 'structure' ? root.children.find((c) => c.name === name) : undefined);
        if (other)
          throw new Fault(
            statement.location,
            `${statement.keyword} '${name}' has the name of ${describeDraft(other)} in the same module`,
          );
        checkBody(statement, parseBody(BODIES[kind]), '1.1', diagnostics);
        const draft = createDraft('structure', name, statement, scope, module, undefined);
        readProperties(draft, statement, scope);
        expander.expandInto(draft, statement, scopeIn(statement, scope), module);
        if (kind === 'yang-data') checkYangData(draft);
        found.set(name, draft);
      });
    }
  }
  return [...found.values()];
}

function checkName(kind: 'yang-data' | 'structure', statement: Statement): string {
  const name = argumentOf(statement);
  // In RFC 8040 the name of a yang-data is any string; the name of a structure is an identifier.
  if (name === '' || (kind === 'structure' && !isIdentifier(name))) {
    throw new Fault(statement.location, `${statement.keyword} needs a name, '${name}' is none`);
  }
  return name;
}

/** Requires exactly one container, or a choice whose cases each have one (RFC 8040 §8). */
function checkYangData(draft: Draft): void {
  const single = (children: readonly Draft[]): boolean => {
    const [only, ...others] = children;
    if (!only || others.length > 0) return false;
    return only.kind === 'choice' ? only.children.every((c) => single(c.children)) : only.kind === 'container';
  };
  if (!single(draft.children)) {
    throw new Fault(
      draft.statement.location,
      `${draft.statement.keyword} '${draft.name}' must hold exactly one container`,
    );
  }
}

/** Returns the `augment-structure` statements of a module, as augments of structures. */
export function structureAugmentsOf(module: SourceModule, diagnostics: Diagnostics): readonly Augment[] {
  return usesOfExtension(module, 'augment-structure').flatMap(({ statement, scope }) => {
    const augment = diagnostics.attempt(() => {
      if (!argumentOf(statement).startsWith('/'))
        throw new Fault(statement.location, `${statement.keyword} takes a path '/prefix:structure/...'`);
      checkBody(statement, parseBody(BODIES['augment-structure']), '1.1', diagnostics);
      return { statement, scope, module, path: pathSteps(argumentOf(statement), scope, module, statement.location) };
    });
    return augment ? [augment] : [];
  });
}

/** Substatements of `md:annotation` (RFC 7952 §3). */
export const ANNOTATION_BODY = parseBody('type units? if-feature* status? description? reference?');
