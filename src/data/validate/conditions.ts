/** Checks of choices, conditions and mandatory nodes (RFC 7950 §7.6.5, §7.9.4, §7.21.5). */
import type { CaseNode, ChoiceNode, DataNode, SchemaNode, When } from '../../yang/schema.js';
import type { XPath } from '../../yang/xpath/index.js';
import type { Children, Data } from '../tree.js';
import { evaluateXPath, hasNodeOf, isGiven, toBoolean, type XPathNode } from '../xpath/index.js';
import { pathText } from './path-text.js';
import type { Run } from './run.js';

/** True when all conditions of a node hold; reports those that do not. `node`: the node itself, or an entry of a list. */
export function checkWhens(node: XPathNode, schema: DataNode, whens: readonly When[], run: Run): boolean {
  for (const when of whens) {
    const context = when.onParent ? node.parent : node;
    if (!context || holds(when.xpath, context, schema, run)) continue;
    if (!isSaid(node)) return false;
    const message = `'${schema.name}' may be here only when "${when.text}" is true`;
    const info = { 'bad-element': schema.name };
    run.report('when', pathText(node), message, schema, { info, statement: when.location });
    return false;
  }
  return true;
}

/** True when an expression of `schema` is true for a context node; expressions of configuration see only configuration (§6.4.1). */
export function holds(xpath: XPath, context: XPathNode, schema: SchemaNode, { document }: Run): boolean {
  return toBoolean(evaluateXPath(xpath, context, { configOnly: document.hidesState && schema.config }));
}

/** False for defaults, which disappear when their condition is false; true for other nodes, which then violate it. */
function isSaid({ data }: XPathNode): boolean {
  return data.meta?.isDefault !== true;
}

/** Returns the innermost case of a node within its data parent. */
export function caseOf(schema: DataNode | ChoiceNode): CaseNode | undefined {
  return schema.parent?.kind === 'case' ? schema.parent : undefined;
}

/** True when an absent mandatory node is required: its case is chosen and its conditions hold. */
export function isRequired(
  parent: XPathNode,
  children: Children,
  assumed: Data,
  whens: readonly When[],
  run: Run,
): boolean {
  const inCase = caseOf(assumed.schema);
  if (inCase && !hasNodeOf(inCase, children)) return false;
  return whens.every((when) => run.document.whenHolds(when, parent, assumed));
}

/** Reports data of several cases, and a mandatory choice without any case. */
export function checkChoice(parent: XPathNode, children: Children, choice: ChoiceNode, run: Run): void {
  if (
    parent === run.top &&
    run.skip.size > 0 &&
    choice.cases.some((one) => [...one.data.keys()].some((qname) => run.skip.has(qname)))
  )
    return;
  const given = choice.cases.filter((one) => hasNodeOf(one, children));
  if (given.length > 1) reportCases(parent, children, given, choice, run);
  if (given.length > 0 || !choice.mandatory || choice.status === 'obsolete') return;
  const outer = caseOf(choice);
  if (outer && !hasNodeOf(outer, children)) return;
  for (let node: typeof choice.parent = choice; node?.kind === 'choice' || node?.kind === 'case'; node = node.parent) {
    if (node.whens.some((when) => !holds(when.xpath, parent, choice, run))) return;
  }
  run.missingChoice(parent, choice);
}

function reportCases(
  parent: XPathNode,
  children: Children,
  given: readonly CaseNode[],
  choice: ChoiceNode,
  run: Run,
): void {
  const nodes = given.map((one) => [...one.data.values()].find(({ qname }) => isPresent(children.get(qname))));
  const [first, second] = nodes;
  if (!first || !second) return;
  const message = `'${second.name}' and '${first.name}' belong to different cases of the choice '${choice.name}': only one of them may be there`;
  run.report('case', pathText(parent, second), message, second, { info: { 'bad-element': second.name } });
}

function isPresent(data: Data | undefined): boolean {
  return data !== undefined && isGiven(data);
}
