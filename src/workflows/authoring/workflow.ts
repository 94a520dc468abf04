/** Makes a definition of the model from a source that is pleasant to write. */
import { isObject } from '../../data/index.js';
import type { YangentWorkflows_Workflows_Definition } from '../../generated/yangent-workflows.js';
import type { Unmarked } from '../model/dag.js';
import { collect } from './collect.js';
import { convertAll, listOf, type Members, objectOf, said, same, type Table } from './convert.js';
import { edgesOf, type Linked, requireNode } from './edges.js';
import { nodeOf } from './node.js';
import { Place } from './place.js';
import { seconds } from './seconds.js';
import type { WorkflowSource } from './source.js';
import { jsonText, values } from './values.js';

const APPROVAL = 'yangent-workflows:approval';

/** An entry of `/yangent-workflows:workflows/definition` (RFC 7951). */
export type WorkflowDefinition = Unmarked<Omit<YangentWorkflows_Workflows_Definition, 'revision' | 'finding'>>;

/**
 * Declares a workflow, with types. Edges of type data follow from what expressions read.
 *
 * @returns the entry of `/yangent-workflows:workflows/definition` (RFC 7951)
 * @throws WorkflowError with the node, the place in it, and the correct form
 */
export function defineWorkflow(source: WorkflowSource): WorkflowDefinition {
  return readWorkflow(source);
}

const EXECUTION: Table = {
  timeout: seconds,
  'max-parallel': same,
  priority: same,
  assurance: same,
  'status-interval': seconds,
  'on-failure': same,
  'max-rollbacks': same,
  others: same,
  finally: listOf,
};

const WORKFLOW: Table = {
  name: requireText('a text, which is the name of the workflow'),
  version: requireText("a text in quotation marks, such as '1.0'"),
  description: same,
  enabled: same,
  coordinator: same,
  'runner-group': listOf,
  id: same,
  'input-schema': jsonText,
  'output-schema': jsonText,
  output: values,
  execution: objectOf('execution', EXECUTION),
  nodes: same,
  edges: same,
};

/** Like `defineWorkflow`, for a value from a file. @throws WorkflowError */
export function readWorkflow(source: unknown): WorkflowDefinition {
  const top = new Place();
  const { nodes: given, edges, ...members } = convertAll(source, top, 'a workflow', WORKFLOW);
  for (const name of ['name', 'version'] as const)
    if (members[name] === undefined) top.fail(`a workflow needs a ${name}: add ${name}: ${EXAMPLES[name]}`);
  const entries = entriesOf(given, top.at('nodes'));
  const node = collect(entries, ({ name, value, place }) => nodeOf(name, value, place));
  const linked: readonly Linked[] = entries.map(({ name, value, place }, index) => ({
    ...{ name, place, after: afterOf(value), seesAll: node[index]?.type === APPROVAL },
  }));
  const last = lastOf(members);
  const edge = edgesOf(linked, edges, top.at('edges'), new Set(last));
  const names = new Set(entries.map(({ name }) => name));
  for (const { step, place } of top.reads) requireNode(step, names, place);
  for (const name of last) requireNode(name, names, top.at('execution', 'finally'));
  const definition: unknown = { ...members, node, ...(edge.length > 0 ? { edge } : {}) };
  return isDefinition(definition) ? definition : top.fail('it is no workflow');
}

const EXAMPLES = { name: "'repair'", version: "'1.0'" } as const;

function requireText(wanted: string) {
  return (value: unknown, place: Place) =>
    typeof value === 'string' ? value : place.fail(`expected ${wanted}, not ${said(value)}`);
}

interface Entry {
  readonly name: string;
  readonly value: unknown;
  readonly place: Place;
}

/** Returns the nodes of an object by name, or of a list. */
function entriesOf(nodes: unknown, place: Place): readonly Entry[] {
  const entries = Array.isArray(nodes)
    ? nodes.map((value: unknown, index) => listed(value, place, index))
    : isObject(nodes)
      ? Object.entries(nodes).map(([name, value]) => ({ name, value, place: place.ofNode(name, name) }))
      : [];
  if (entries.length === 0)
    place.fail("a workflow needs nodes: add nodes: { find: { task: 'find-fault' } }, or the like");
  const seen = new Set<string>();
  for (const { name, place: where } of entries) {
    if (seen.has(name)) where.fail('two nodes have this name; each needs its own');
    seen.add(name);
  }
  return entries;
}

function listed(value: unknown, place: Place, index: number): Entry {
  const name = isObject(value) ? value.name : undefined;
  if (typeof name !== 'string') return place.at(index).fail("a node of a list needs a name: { name: 'find', … }");
  return { name, value, place: place.ofNode(name, index) };
}

function afterOf(value: unknown): unknown {
  return isObject(value) ? value.after : undefined;
}

/** Returns the names in `finally`. */
function lastOf({ execution }: Members): readonly unknown[] {
  const last = isObject(execution) ? execution.finally : undefined;
  return Array.isArray(last) ? last : [];
}

/** True for an entry of the list `definition`; the model judges the values of its leaves when a node takes it. */
export function isDefinition(value: unknown): value is WorkflowDefinition {
  return isObject(value) && typeof value.name === 'string' && Array.isArray(value.node) && value.node.every(isObject);
}
