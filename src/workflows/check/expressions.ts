/** Checks the expressions of a graph: syntax, what they read, and types. */
import { TimeSlice } from '../../data/index.js';
import { checkTypes, type Expression, ExpressionError, parseExpression } from '../expression/index.js';
import { type Dag, type DagNode, typeOf } from '../model/dag.js';
import type { CheckContext } from './context.js';
import { edgePath, nodePath, type Report } from './finding.js';
import { nullReadsOf } from './null-reads.js';
import { readsOf, type Scope } from './reads.js';
import { edgeScope, itemVariables, nodeScope, runScope } from './scopes.js';
import { ANY, declaredIn, INTEGER, jsonTypeOf, memberShape, requiredIn, type Shape } from './shape.js';

/** Types of the expression language that a value of a JSON type may have. */
const FITTING: ReadonlyMap<string, readonly string[]> = new Map([
  ['boolean', ['bool']],
  ['string', ['string', 'google.protobuf.Timestamp', 'google.protobuf.Duration', 'bytes']],
  ['integer', ['int', 'uint', 'double']],
  ['number', ['int', 'uint', 'double']],
  ['array', ['list']],
  ['object', ['map']],
  ['null', ['null']],
]);

/** Characters of all expressions of one graph: their check takes seconds. */
const MOST_TEXT = 2 * 1024 * 1024;

export async function checkExpressions(context: CheckContext): Promise<void> {
  const { dag } = context;
  const length = lengthOf(dag);
  if (length > MOST_TEXT) {
    const right = `at most ${MOST_TEXT} are taken; put some nodes into workflows of their own`;
    context.report('error', 'dag-bounds', 'node', `the expressions have ${length} characters together; ${right}`);
    return;
  }
  checkMembers(context, '', dag.output, context.shapeOf(dag['output-schema']), runScope(context));
  const slice = new TimeSlice();
  for (const node of dag.node) {
    if (slice.over) await slice.next();
    checkNode(context, node);
  }
  for (const edge of dag.edge ?? []) {
    if (slice.over) await slice.next();
    check(context, edgePath(edge, '/condition'), edge.condition, edgeScope(context, edge), ['boolean']);
  }
}

function lengthOf({ node: nodes, edge: edges = [], output = [] }: Dag): number {
  const texts = [...output.map(({ value }) => value), ...edges.map(({ condition }) => condition)];
  for (const { condition, input = [], output: values = [], 'for-each': each, repeat, wait, compensation } of nodes) {
    texts.push(condition, each?.items, repeat?.until, wait?.until, wait?.notification?.match, wait?.signal?.match);
    for (const { value } of [...input, ...values, ...(compensation?.input ?? [])]) texts.push(value);
  }
  return texts.reduce((sum, text) => sum + (text?.length ?? 0), 0);
}

function checkNode(context: CheckContext, node: DagNode): void {
  const at = (below: string) => nodePath(node.name, below);
  const plain = nodeScope(context, node);
  check(context, at('/condition'), node.condition, plain, ['boolean']);
  const items = check(context, at('/for-each/items'), node['for-each']?.items, plain, ['array']);
  const variables = node['for-each'] ? itemVariables(items) : new Map<string, Shape>();
  const scope = nodeScope(context, node, variables);
  checkMembers(context, at('/input'), node.input, context.inputOf(node) ?? ANY, scope);
  // Only a node of type none says how its output is computed.
  if (typeOf(node) === 'none')
    checkMembers(context, at('/output'), node.output, context.shapeOf(node['output-schema']), scope);
  if (node.repeat) {
    const round = new Map<string, Shape>([...variables, ['output', context.outputOf(node)], ['round', INTEGER]]);
    check(context, at('/repeat/until'), node.repeat.until, nodeScope(context, node, round), ['boolean']);
  }
  if (node.compensation) {
    // A step that was canceled has no output.
    const undone = nodeScope(context, node, new Map([...variables, ['output', ANY]]));
    checkMembers(context, at('/compensation/input'), node.compensation.input, ANY, undone);
  }
  const { wait } = node;
  if (!wait) return;
  const event = nodeScope(context, node, new Map([...variables, ['event', ANY]]));
  check(context, at('/wait/until'), wait.until, scope, ['string']);
  check(context, at('/wait/notification/match'), wait.notification?.match, event, ['boolean']);
  check(context, at('/wait/signal/match'), wait.signal?.match, event, ['boolean']);
}

/** Checks the values of an object, and that it has the members that it must have and no other. */
function checkMembers(context: CheckContext, path: string, values: DagNode['input'], whole: Shape, scope: Scope): void {
  const list = path === '' ? 'output' : path;
  for (const { name, value } of values ?? []) {
    const member = memberShape(whole, name);
    if (member === undefined) {
      const known = declaredIn(whole).join(', ') || 'none';
      context.report(
        'error',
        'dag-type-mismatch',
        `${list}[name='${name}']`,
        `the schema has no member "${name}"; it has: ${known}`,
      );
    }
    const wanted = jsonTypeOf(member ?? ANY);
    check(context, `${list}[name='${name}']/value`, value, scope, wanted === undefined ? [] : [wanted]);
  }
  const given = new Set(values?.map(({ name }) => name));
  for (const name of requiredIn(whole))
    if (!given.has(name))
      context.report('error', 'dag-type-mismatch', list, `the schema requires a member "${name}"; add it`);
}

/**
 * Checks one expression. @returns what its value is
 *
 * @param wanted JSON types, one of which the value must have; empty: any
 */
function check(
  { report }: CheckContext,
  path: string,
  text: string | undefined,
  scope: Scope,
  wanted: readonly string[],
): Shape {
  if (text === undefined) return ANY;
  try {
    const expression = parseExpression(text);
    const { faults, typed, shape } = readsOf(expression, scope);
    for (const { code, message } of faults) report('error', code, path, message);
    if (faults.length > 0) return shape;
    const checked = checkTypes(expression, typed);
    if ('fault' in checked) report('error', 'dag-type-mismatch', path, checked.fault);
    else if (!fits(checked.type, wanted))
      report(
        'error',
        'dag-type-mismatch',
        path,
        `the value is of type ${checked.type}; expected ${wanted.join(' or ')}`,
      );
    else checkAbsence(report, path, expression, scope, wanted.length === 0 || wanted.includes('null'));
    return shape;
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    report('error', 'dag-expression', path, error.message);
    return ANY;
  }
}

/** Warns of outputs that may be missing where the expression needs them. */
function checkAbsence(report: Report, path: string, expression: Expression, scope: Scope, mayBeNull: boolean): void {
  const { needed, tested } = nullReadsOf(expression, mayBeNull);
  for (const name of needed) {
    const why = tested.has(name) ? undefined : scope.absent?.(name);
    if (why === undefined) continue;
    const right = `ask first, with steps.${name}.state == "completed" or has(steps.${name}.output.NAME), or read steps.${name}.output.?NAME`;
    report('warning', 'dag-no-output', path, `"${name}" may have no output here, since ${why}; ${right}`);
  }
}

function fits(type: string, wanted: readonly string[]): boolean {
  if (wanted.length === 0 || type === 'dyn' || type.startsWith('optional')) return true;
  const base = type.replace(/<.*/, '');
  return wanted.some((each) => FITTING.get(each)?.includes(base) ?? true);
}
