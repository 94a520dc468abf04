/** The values that expressions of a graph may read, by the place of the expression. */
import { type DagEdge, type DagNode, isReplaced, typeOf } from '../model/dag.js';
import { pointerParts } from '../model/pointer.js';
import type { CheckContext } from './context.js';
import { testedBy } from './null-reads.js';
import type { Refused, Scope, StepMember } from './reads.js';
import { ANY, INTEGER, itemShape, listShape, OBJECT, type Shape, STRING } from './shape.js';

/** The scope of the output of a run: every step has ended. */
export function runScope(context: CheckContext): Scope {
  return {
    variables: commonVariables(context),
    step: (name, member) => {
      const node = context.graph.nodes.get(name);
      if (!node) return { refused: `there is no node "${name}"` };
      return memberOf(context, node, member, false);
    },
    absent: sourceOf(context, (source) => context.absence.atEnd(source)),
  };
}

/** The scope of a node, with more variables where the place has them. */
export function nodeScope(context: CheckContext, node: DagNode, more: ReadonlyMap<string, Shape> = NONE): Scope {
  const variables = new Map([...commonVariables(context), ...more]);
  const asked = testedBy(node.condition);
  const isAsked = (name: string) => {
    const edge = node.join === 'all' ? context.graph.edge(name, node.name) : undefined;
    return asked.has(name) || (edge?.counts && testedBy(edge.condition).has(name));
  };
  return {
    variables,
    step: (name, member, below) => readStep(context, node, name, member, below),
    absent: sourceOf(context, (source) => (isAsked(source.name) ? undefined : context.absence.atNode(source, node))),
  };
}

/** The scope of the condition of an edge: its source has ended. */
export function edgeScope(context: CheckContext, edge: DagEdge): Scope {
  return {
    variables: commonVariables(context),
    step: (name, member) => {
      if (name !== edge.from) return { refused: `the condition of an edge reads only its source: steps.${edge.from}` };
      const node = context.graph.nodes.get(name);
      return node ? memberOf(context, node, member, !isSuccess(edge)) : ANY;
    },
    absent: sourceOf(context, (source) => context.absence.atEdge(source, edge)),
  };
}

function sourceOf(
  { graph }: CheckContext,
  why: (source: DagNode) => string | undefined,
): (name: string) => string | undefined {
  return (name) => {
    const source = graph.nodes.get(name);
    return source && why(source);
  };
}

const NONE: ReadonlyMap<string, Shape> = new Map();

/** Variables of each item of a node with for-each. */
export function itemVariables(items: Shape): ReadonlyMap<string, Shape> {
  return new Map<string, Shape>([
    ['item', itemShape(items) ?? ANY],
    ['index', INTEGER],
  ]);
}

const RUN: Shape = {
  schema: {
    type: 'object',
    properties: { id: { type: 'string' }, started: { type: 'string' }, generation: { type: 'integer' } },
  },
  root: {},
};

function commonVariables({ input }: CheckContext): ReadonlyMap<string, Shape> {
  return new Map<string, Shape>([
    ['input', input],
    ['run', RUN],
  ]);
}

function readStep(
  context: CheckContext,
  node: DagNode,
  name: string,
  member: StepMember,
  below: readonly string[],
): Shape | Refused {
  const source = context.graph.nodes.get(name);
  if (!source) return { refused: `there is no node "${name}"` };
  const edge = context.graph.edge(name, node.name);
  if (!edge)
    return { refused: `no edge leads from "${name}" to "${node.name}"; add { from: ${name}, to: ${node.name} }` };
  if (!edge.type.endsWith(':data'))
    return { refused: `the edge from "${name}" to "${node.name}" carries control only; give it the type data` };
  const { share } = edge;
  if (member === 'output' && share && !share.some((pointer) => isWithin(below, pointer)))
    return {
      refused: `the edge from "${name}" to "${node.name}" shares only ${share.join(', ')}; read within these, or share more`,
    };
  const isCertain = node.join === 'all' && edge.counts && isSuccess(edge);
  return memberOf(context, source, member, !isCertain);
}

/** True when a way leads into the part that a JSON pointer names. */
function isWithin(way: readonly string[], pointer: string): boolean {
  return pointerParts(pointer).every((part, index) => way[index] === part);
}

function isSuccess({ on }: DagEdge): boolean {
  return on.every((each) => each === 'success');
}

const ERROR: Shape = {
  schema: {
    type: ['object', 'null'],
    properties: {
      code: { type: 'string' },
      message: { type: 'string' },
      diagnostic: { type: 'string' },
      recovery: { type: 'array', items: { type: 'string' } },
    },
  },
  root: {},
};

/** @param mayBeNull the step may have no output when the expression is evaluated */
function memberOf(context: CheckContext, node: DagNode, member: StepMember, mayBeNull: boolean): Shape {
  if (member === 'state') return STRING;
  if (member === 'error') return ERROR;
  if (member === 'quality') return { schema: { type: 'object', additionalProperties: { type: 'string' } }, root: {} };
  if (mayBeNull || isReplaced(node['on-failure'])) return ANY;
  const output = context.outputOf(node);
  // Tolerated failures are null.
  if (node['for-each']) return listShape(node['for-each'].tolerate > 0 ? ANY : output);
  return output;
}

/** Returns what a node gives, as far as it says so itself: `none` gives an object of its values. */
export function ownOutput(node: DagNode): Shape {
  const type = typeOf(node);
  if (type === 'approval') return approvalOutput(node);
  return type === 'none' ? objectOf(node) : ANY;
}

/** The verdict is always that of an approval: a step that was rejected has failed. */
function approvalOutput({ approval }: DagNode): Shape {
  const form = approval?.form;
  const data = form === undefined ? {} : { data: formOf(form) };
  const properties = { verdict: { type: 'string' }, by: { type: 'array', items: { type: 'string' } }, ...data };
  return { schema: { type: 'object', properties, required: Object.keys(properties) }, root: {} };
}

/** The form may be no schema, which is told elsewhere, or refer to parts of itself, which are looked for in its own document. */
function formOf(form: string): unknown {
  try {
    return form.includes('$ref') ? {} : JSON.parse(form);
  } catch {
    return {};
  }
}

function objectOf({ output = [] }: DagNode): Shape {
  if (output.length === 0) return OBJECT;
  const properties = Object.fromEntries(output.map(({ name }) => [name, {}]));
  return { schema: { type: 'object', properties, required: Object.keys(properties) }, root: {} };
}
