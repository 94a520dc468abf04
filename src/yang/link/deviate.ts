/** Deviations (RFC 7950 §7.20.3): differences of the server from the module, applied after all augments. */
import { type Diagnostics, Fault } from '../errors.js';
import { propertyCardinality } from '../text/grammar.js';
import { argumentOf, childrenOf, isExtension, type Statement } from '../text/statement.js';
import { type Augment, findTarget, report } from './augment.js';
import { addProperty, type Draft, describeDraft, propertiesOf, remove } from './draft.js';
import { isDeadEnd } from './schema-node-id.js';
import type { Scope } from './unit.js';

/** Changes one property of the target; `statements` are all of that keyword in the deviate statement. */
type Deviate = (target: Draft, keyword: string, statements: readonly Statement[], scope: Scope) => void;

const ACTIONS: ReadonlyMap<string, Deviate> = new Map([
  ['add', add],
  ['replace', replace],
  ['delete', deleteProperty],
]);

/** Applies the deviations to the module roots. */
export function applyDeviations(
  deviations: readonly Augment[],
  roots: ReadonlyMap<string, Draft>,
  diagnostics: Diagnostics,
): void {
  // All targets are found before any node is removed, so the order of deviations does not matter.
  const removed = new Map<Draft, Statement>();
  const deviated = new Map<Draft, Statement>();
  for (const deviation of deviations) {
    diagnostics.attempt(() => {
      const target = findTarget(deviation, roots);
      if (isDeadEnd(target)) return report('deviation target', deviation, target, diagnostics);
      for (const deviate of childrenOf(deviation.statement, 'deviate')) {
        const other =
          removed.get(target) ?? (argumentOf(deviate) === 'not-supported' ? deviated.get(target) : undefined);
        if (other)
          throw new Fault(
            deviate.location,
            `${describeDraft(target)} is 'not-supported' and deviated otherwise at ${other.location.file}:${other.location.line}`,
          );
        deviated.set(target, deviate);
        if (argumentOf(deviate) === 'not-supported') removed.set(target, deviate);
        else deviateProperties(target, deviate, deviation.scope, diagnostics);
      }
    });
  }
  for (const target of removed.keys()) remove(target);
}

function deviateProperties(target: Draft, deviate: Statement, scope: Scope, diagnostics: Diagnostics): void {
  const action = ACTIONS.get(argumentOf(deviate));
  const keywords = new Set(deviate.statements.filter((s) => !isExtension(s)).map((s) => s.keyword));
  for (const statement of deviate.statements) {
    if (isExtension(statement)) addProperty(target, 'extension', { statement, scope });
  }
  for (const keyword of keywords) {
    const statements = childrenOf(deviate, keyword);
    diagnostics.attempt(() => {
      const cardinality = propertyCardinality(target.kind, keyword);
      const { location } = statements[0] ?? deviate;
      if (cardinality?.since11 && scope.unit.module.version === '1')
        throw new Fault(location, `${keyword} of a ${target.kind} needs 'yang-version 1.1' in the module`);
      if (!cardinality) {
        throw new Fault(location, `cannot ${argumentOf(deviate)} ${keyword}: ${describeDraft(target)} takes none`);
      }
      action?.(target, keyword, statements, scope);
    });
  }
}

function add(target: Draft, keyword: string, statements: readonly Statement[], scope: Scope): void {
  const single = propertyCardinality(target.kind, keyword)?.max === 1;
  for (const statement of statements) {
    const [known] = propertiesOf(target, keyword);
    if (known && single) {
      throw new Fault(
        statement.location,
        `${describeDraft(target)} already has ${keyword} '${known.statement.argument}': use 'deviate replace'`,
      );
    }
    addProperty(target, keyword, { statement, scope });
  }
}

/** Properties that every node of its kind has, explicit or by default: they can always be replaced. */
const HAS_DEFAULT: ReadonlySet<string> = new Set(['config', 'mandatory', 'min-elements', 'max-elements']);

function replace(target: Draft, keyword: string, statements: readonly Statement[], scope: Scope): void {
  const [first] = statements;
  if (first && propertiesOf(target, keyword).length === 0 && !HAS_DEFAULT.has(keyword)) {
    throw new Fault(first.location, `${describeDraft(target)} has no ${keyword} to replace: use 'deviate add'`);
  }
  target.properties.set(
    keyword,
    statements.map((statement) => ({ statement, scope })),
  );
}

function deleteProperty(target: Draft, keyword: string, statements: readonly Statement[]): void {
  for (const statement of statements) {
    const known = propertiesOf(target, keyword);
    const index = known.findIndex((p) => normal(keyword, p.statement) === normal(keyword, statement));
    if (index < 0)
      throw new Fault(
        statement.location,
        `${describeDraft(target)} has no ${keyword} '${statement.argument}' to delete`,
      );
    target.properties.set(
      keyword,
      known.filter((_, i) => i !== index),
    );
  }
}

/** Normalises an argument for comparison: no optional spaces, and no prefixes in `unique` paths. */
function normal(keyword: string, statement: Statement): string {
  const text = argumentOf(statement);
  return keyword === 'unique'
    ? text
        .trim()
        .replace(/\s+/g, ' ')
        .replace(/[\w.-]+:/g, '')
    : text;
}
