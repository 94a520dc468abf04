/** Checks what the model cannot say of a graph by itself: which statements go together, and in which numbers. */
import { type DagEdge, type DagNode, typeOf } from '../model/dag.js';
import type { CheckContext } from './context.js';
import { edgePath, nodePath } from './finding.js';
import { checkGates } from './gates.js';

export function checkBounds(context: CheckContext): void {
  for (const node of context.dag.node) for (const rule of NODE_RULES) rule(node, context);
  for (const edge of context.dag.edge ?? []) checkEdge(edge, context);
  checkFinally(context);
}

type NodeRule = (node: DagNode, context: CheckContext) => void;

const NODE_RULES: readonly NodeRule[] = [
  checkType,
  checkTask,
  checkExecutors,
  checkAffinity,
  checkJoin,
  checkRepetition,
  checkGates,
];

function checkType(node: DagNode, { report }: CheckContext): void {
  if (typeOf(node) === undefined)
    report('error', 'dag-bounds', nodePath(node.name, '/type'), `there is no execution for the type ${node.type}`);
}

function checkTask(node: DagNode, { report }: CheckContext): void {
  if (typeOf(node) !== 'task') return;
  const { skill, agent, discover } = node.task ?? {};
  if (skill !== undefined || agent !== undefined || discover?.skill !== undefined) return;
  report(
    'error',
    'dag-bounds',
    nodePath(node.name, '/task'),
    'nothing says who does the task: name a skill or an agent',
  );
}

/** Statements of a node that do not go with several executors, and why. */
const ALONE: readonly { readonly isGiven: (node: DagNode) => boolean; readonly why: string }[] = [
  {
    isGiven: ({ task }) => task?.agent !== undefined,
    why: 'several executors are different agents; use discover instead of agent',
  },
  { isGiven: (node) => node['for-each'] !== undefined, why: 'a node with for-each has one executor for each item' },
  {
    isGiven: ({ repeat }) => repeat !== undefined,
    why: 'a node with repeat has one executor; put a node with several into a workflow, and repeat that one',
  },
  {
    isGiven: ({ task }) => task?.negotiate === true,
    why: 'a node with negotiate asks one executor after the other; use executors or negotiate',
  },
];

function checkExecutors(node: DagNode, { report }: CheckContext): void {
  const { executors = 1, agree } = node.task ?? {};
  const path = nodePath(node.name, '/task/executors');
  for (const { isGiven, why } of executors > 1 ? ALONE : [])
    if (isGiven(node)) report('error', 'dag-bounds', path, why);
  if (agree === undefined || (agree <= executors && 2 * agree > executors)) return;
  const fitting = `more than half of the ${executors} executors, and not more than all`;
  report('error', 'dag-bounds', nodePath(node.name, '/task/agree'), `${agree} is not ${fitting}`);
}

const AFFINITIES = ['same-agent-as', 'other-agent-than'] as const;

function checkAffinity({ name, task }: DagNode, { graph, ancestors, report }: CheckContext): void {
  for (const leaf of AFFINITIES) {
    for (const other of task?.[leaf] ?? []) {
      const path = nodePath(name, `/task/${leaf}[.='${other}']`);
      const node = graph.nodes.get(other);
      const isOne = node && typeOf(node) === 'task' && !node['for-each'] && node.task?.executors === 1;
      if (!isOne)
        report('error', 'dag-bounds', path, `"${other}" is not done by one agent; name a task without for-each`);
      else if (!ancestors.isBefore(other, name))
        report('error', 'dag-bounds', path, `"${other}" need not be before "${name}"; add edges that lead from it`);
    }
  }
}

function checkJoin({ name, join, quorum = 0 }: DagNode, { graph, report }: CheckContext): void {
  if (join === 'all') return;
  const counted = graph.into(name).filter(({ counts }) => counts).length;
  const path = nodePath(name, '/join');
  if (counted === 0)
    report('error', 'dag-join', path, `no edge that counts leads to "${name}", so that it joins nothing`);
  else if (join === 'quorum' && quorum > counted)
    report(
      'error',
      'dag-join',
      path,
      `the quorum is ${quorum}, but only ${counted} edges that count lead to "${name}"`,
    );
}

function checkRepetition(node: DagNode, { report }: CheckContext): void {
  const type = typeOf(node);
  const isWork = type === 'task' || type === 'workflow';
  for (const leaf of ['for-each', 'repeat'] as const)
    if (node[leaf] && !isWork)
      report(
        'error',
        'dag-bounds',
        nodePath(node.name, `/${leaf}`),
        'only tasks and workflows are executed several times',
      );
  if (node['for-each'] && node.repeat)
    report(
      'error',
      'dag-bounds',
      nodePath(node.name, '/repeat'),
      'a node has for-each or repeat; put one into a workflow',
    );
}

const POINTER = /^(?:\/(?:[^~/]|~[01])*)+$/;

function checkEdge(edge: DagEdge, { report }: CheckContext): void {
  const { share = [] } = edge;
  if (share.length > 0 && !edge.type.endsWith(':data'))
    report('error', 'dag-bounds', edgePath(edge, '/share'), 'an edge that carries control shares nothing');
  for (const pointer of share)
    if (!POINTER.test(pointer))
      report(
        'error',
        'dag-bounds',
        edgePath(edge, '/share'),
        `"${pointer}" is no JSON pointer, such as /sites or /sites/0/name`,
      );
}

function checkFinally({ dag, graph, report }: CheckContext): void {
  const last = new Set<string>(dag.execution.finally ?? []);
  for (const name of last) {
    const before = graph.outOf(name).find(({ to }) => !last.has(to));
    if (before)
      report(
        'error',
        'dag-bounds',
        edgePath(before),
        `"${name}" is executed finally, so that nothing but such nodes follows it`,
      );
  }
}
