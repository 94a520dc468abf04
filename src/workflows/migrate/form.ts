/** The forms of nodes, in which that of a step that has begun must not change. */
import { canonicalJson } from '../../data/canonical-json.js';
import { parseExpression } from '../expression/index.js';
import { type Dag, type DagNode, typeOf } from '../model/dag.js';
import type { Plan } from '../run/plan.js';

/** Returns how a node is executed, in words. */
export function kindOf({ last }: Pick<Plan, 'last'>, node: DagNode): string {
  const { task, 'for-each': each, name } = node;
  return [
    typeOf(node) ?? node.type,
    ...waitOf(node),
    ...(each ? ['for each item of a list'] : []),
    ...((task?.executors ?? 1) > 1 ? ['with several executors'] : []),
    ...(last.has(name) ? ['of finally'] : []),
  ].join(' ');
}

function waitOf({ wait }: DagNode): readonly string[] {
  if (wait?.notification) return [`for ${wait.notification.name ?? 'a notification'} of ${wait.notification.stream}`];
  if (wait?.signal) return ['for a signal'];
  return wait ? ['for a time'] : [];
}

/** Returns the form of the output of a node as text: its schema, or else what tells of it. */
export function outputForm(node: DagNode): string {
  const { 'output-schema': schema, output = [], task, workflow } = node;
  if (schema !== undefined) return `schema ${schemaText(schema)}`;
  if (typeOf(node) === 'none') return `members ${output.map(({ name }) => name).toSorted()}`;
  return `result of ${task?.skill ?? task?.agent ?? workflow?.definition ?? node.type}`;
}

/** Returns a schema in the form in which two can be compared; as it is given when it is no JSON. */
function schemaText(text: string): string {
  try {
    return canonicalJson(JSON.parse(text));
  } catch {
    return text;
  }
}

/** Returns the nodes whose outputs the output of the run reads. */
export function readAtEnd({ output = [] }: Pick<Dag, 'output'>): ReadonlySet<string> {
  const reads = output.flatMap(({ value }) => parseExpression(value).reads);
  return new Set(reads.flatMap(([variable, name]) => (variable === 'steps' && name !== undefined ? [name] : [])));
}

/** True when two nodes say the same, but for their names. */
export function isSameNode(one: DagNode, other: DagNode): boolean {
  return textOf(one) === textOf(other);
}

function textOf({ name: _, ...content }: DagNode): string {
  return canonicalJson(content);
}

/** True when the same edges lead to a node in two graphs, in which it may have other names. */
export function hasSameEdges(
  one: { readonly graph: Plan['graph']; readonly node: string },
  other: { readonly graph: Plan['graph']; readonly node: string },
): boolean {
  return edgesText(one) === edgesText(other);
}

function edgesText({ graph, node }: { readonly graph: Plan['graph']; readonly node: string }): string {
  const edges = graph.into(node).map(({ to: _, ...content }) => canonicalJson(content));
  return edges.toSorted().join('\n');
}
