/** Checks a statement tree against the grammar table, so that later phases can rely on its shape. */
import type { Diagnostics } from '../errors.js';
import { argumentFault } from './arguments.js';
import { type Cardinality, DATA_DEFINITIONS, DEVIATE_GRAMMAR, GRAMMAR } from './grammar.js';
import { childArgument, describe, isExtension, type Statement } from './statement.js';
import { didYouMean } from './suggest.js';

type Version = '1' | '1.1';

const ORDER: readonly (readonly string[])[] = [
  ['yang-version', 'namespace', 'prefix', 'belongs-to'],
  ['import', 'include'],
  ['organization', 'contact', 'description', 'reference'],
  ['revision'],
];
const RANK: ReadonlyMap<string, number> = new Map(
  ORDER.flatMap((group, rank) => group.map((k): [string, number] => [k, rank])),
);

/** Returns the YANG version that a module or submodule declares (RFC 7950 §7.1.2). */
export function versionOf(module: Statement): Version {
  return childArgument(module, 'yang-version') === '1.1' ? '1.1' : '1';
}

/** Reports every statement of a module or submodule that is misplaced, missing, or has a bad argument. */
export function checkGrammar(module: Statement, diagnostics: Diagnostics): void {
  if (module.keyword !== 'module' && module.keyword !== 'submodule') {
    diagnostics.add(module.location, `module or submodule expected, found '${module.keyword}'`);
    return;
  }
  const version = versionOf(module);
  checkStatement(module, version, diagnostics);
  checkOrder(module, diagnostics);
}

function checkStatement(statement: Statement, version: Version, diagnostics: Diagnostics): void {
  const rule = GRAMMAR.get(statement.keyword);
  if (!rule) return;
  const fault = argumentFault(rule.argument, statement.argument);
  if (fault) diagnostics.add(statement.location, `${statement.keyword} ${fault}`);
  else if (rule.argument === 'identifier' && version === '1' && /^xml/i.test(statement.argument ?? '')) {
    diagnostics.add(statement.location, `identifier '${statement.argument}' starts with 'xml', which YANG 1 reserves`);
  }
  const body = statement.keyword === 'deviate' ? DEVIATE_GRAMMAR.get(statement.argument ?? '') : rule.body;
  if (body) checkBody(statement, body, version, diagnostics);
  if (rule.needsData && !statement.statements.some((sub) => DATA_DEFINITIONS.has(sub.keyword)))
    diagnostics.add(
      statement.location,
      `${statement.keyword} needs a data definition, such as a leaf; without any it is left out`,
    );
}

/**
 * Reports sub-statements of `statement` that `body` does not allow; also for extensions with a known body (RFC 7952, 8040,
 * 8791).
 */
export function checkBody(
  statement: Statement,
  body: ReadonlyMap<string, Cardinality>,
  version: Version,
  diagnostics: Diagnostics,
): void {
  const counts = new Map<string, number>();
  for (const sub of statement.statements) {
    if (isExtension(sub)) continue;
    const cardinality = body.get(sub.keyword);
    if (!cardinality) {
      diagnostics.add(sub.location, unexpected(sub, statement, body));
      continue;
    }
    if (cardinality.since11 && version === '1') {
      diagnostics.add(sub.location, `${sub.keyword} in ${statement.keyword} needs 'yang-version 1.1' in the module`);
    }
    const count = (counts.get(sub.keyword) ?? 0) + 1;
    counts.set(sub.keyword, count);
    if (cardinality.max !== undefined && count > cardinality.max) {
      diagnostics.add(sub.location, `${statement.keyword} takes only one ${sub.keyword}, this is another`);
    }
    checkStatement(sub, version, diagnostics);
  }
  for (const [keyword, { min }] of body) {
    if (min > 0 && !counts.has(keyword))
      diagnostics.add(statement.location, `${describe(statement)} needs a ${keyword} statement`);
  }
}

function unexpected(sub: Statement, parent: Statement, body: ReadonlyMap<string, Cardinality>): string {
  if (GRAMMAR.has(sub.keyword)) return `${sub.keyword} is not allowed in ${parent.keyword}`;
  return `unknown statement '${sub.keyword}' in ${parent.keyword}${didYouMean(sub.keyword, body.keys())}`;
}

/** Checks the order of header, linkage, meta and revision statements, which come before all others (RFC 7950 §14). */
function checkOrder(module: Statement, diagnostics: Diagnostics): void {
  let highest = 0;
  let previous = module;
  for (const sub of module.statements) {
    if (isExtension(sub)) continue;
    const rank = RANK.get(sub.keyword) ?? ORDER.length;
    if (rank < highest)
      diagnostics.add(
        sub.location,
        `${sub.keyword} must come before ${describe(previous)} of line ${previous.location.line}`,
      );
    else [highest, previous] = rank > highest ? [rank, sub] : [highest, previous];
  }
}
