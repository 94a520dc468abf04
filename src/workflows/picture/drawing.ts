/** The words and lines of a picture, before they are written in a language for graphs. */
import { type Dag, type DagEdge, type DagNode, type NodeType, typeOf } from '../model/dag.js';
import type { StepState } from '../model/states.js';
import { isDead } from './course.js';
import { edgeLabel, edgeTip, named, nameLabel, nodeLines, nodeTip, noteLine, stateLine } from './label.js';
import type { PictureOf, StepPicture } from './picture.js';
import { progressOf, titleOf } from './title.js';

export interface DrawnNode {
  /** The name as the graph has it. */
  readonly name: string;
  /** The name as it is shown. */
  readonly label: string;
  /** `other`: of a module that this node has no execution for. `missing`: an edge names it, and the graph does not have it. */
  readonly type: NodeType | 'other' | 'missing';
  readonly lines: readonly string[];
  /** Lines for a reader who points at it. */
  readonly tip: readonly string[];
  /** Executed once for each item of a list. */
  readonly stacked: boolean;
  readonly critical: boolean;
  /** Absent: not of a run. */
  readonly state?: StepState;
  readonly stateLine?: string;
  readonly note?: string;
}

export interface DrawnEdge {
  /** Positions in the nodes of the drawing. */
  readonly from: number;
  readonly to: number;
  readonly control: boolean;
  /** False: the join of the target does not ask for it. */
  readonly counts: boolean;
  readonly onFailure: boolean;
  readonly critical: boolean;
  /** Can no longer be satisfied. */
  readonly dead: boolean;
  readonly label?: string;
  readonly tip: readonly string[];
}

/** The meanings of a line besides "follows". */
export type Meaning = 'critical' | 'stacked' | 'control' | 'uncounted' | 'dead';

export interface Drawing {
  readonly title: string;
  readonly heading: string;
  /** Below the heading. Absent: not of a run. */
  readonly progress?: string;
  /** True when the picture has lines that need an explanation. */
  readonly has: Readonly<Record<Meaning, boolean>>;
  readonly nodes: readonly DrawnNode[];
  readonly edges: readonly DrawnEdge[];
  /** Positions of the nodes that are executed when all others have ended, in their order. */
  readonly finally: readonly number[];
  /** Positions of the nodes that none of the edges leaves, without those of `finally`. */
  readonly ends: readonly number[];
}

const PENDING: StepPicture = { state: 'pending' };

/**
 * Returns the key of a drawing: the meanings of the lines that it has.
 *
 * @param words how a language draws each meaning; absent: it draws it not, or in words
 */
export function keyOf({ has }: Drawing, words: Readonly<Partial<Record<Meaning, string>>>): string[] {
  const meanings: readonly (readonly [Meaning, string])[] = [
    ['critical', 'critical path'],
    ['stacked', 'for each item'],
    ['control', 'order only'],
    ['uncounted', 'not waited for'],
    ['dead', 'not taken'],
  ];
  const parts = meanings.flatMap(([meaning, text]) =>
    has[meaning] && words[meaning] !== undefined ? [`${words[meaning]}: ${text}`] : [],
  );
  return parts.length > 0 ? [parts.join(' · ')] : [];
}

/** Returns the drawing of a graph or a run. Takes any graph, also one that a check refuses. */
export function drawingOf(picture: PictureOf): Drawing {
  const { dag, steps } = picture;
  const { nodes, places } = placesOf(picture);
  const last = new Set((dag.execution.finally ?? []).flatMap((name) => places.get(name) ?? []));
  const edges = edgesOf(picture, places);
  const sources = new Set(edges.map(({ from }) => from));
  return {
    title: titleOf(picture),
    heading: named(picture.name, dag.version),
    ...(steps && { progress: progressOf(picture) }),
    has: {
      critical: nodes.some(({ critical }) => critical),
      stacked: nodes.some(({ stacked }) => stacked),
      control: edges.some(({ control }) => control),
      uncounted: edges.some(({ counts }) => !counts),
      dead: edges.some(({ dead }) => dead),
    },
    nodes,
    edges,
    finally: [...last],
    ends: [...nodes.keys()].filter((place) => !sources.has(place) && !last.has(place)),
  };
}

/** The nodes, and the positions of them by name: of nodes with one name, that of the first. */
function placesOf({ dag, steps, criticalPath }: PictureOf) {
  const counting = edgesThatCount(dag);
  const critical = new Set(criticalPath);
  const places = new Map<string, number>();
  const nodes: DrawnNode[] = dag.node.map((node, place) => {
    if (!places.has(node.name)) places.set(node.name, place);
    const step = steps && (steps.get(node.name) ?? PENDING);
    return drawn(node, critical.has(node.name), counting.get(node.name) ?? 0, step);
  });
  for (const name of (dag.edge ?? []).flatMap(({ from, to }) => [from, to])) {
    if (places.has(name)) continue;
    places.set(name, nodes.length);
    nodes.push(missing(name));
  }
  return { nodes, places };
}

function drawn(node: DagNode, critical: boolean, counting: number, step?: StepPicture): DrawnNode {
  const note = step && noteLine(step);
  return {
    name: node.name,
    label: nameLabel(node.name),
    type: typeOf(node) ?? 'other',
    lines: nodeLines(node, counting, step),
    tip: nodeTip(node),
    stacked: node['for-each'] !== undefined,
    critical,
    ...(step && { state: step.state, stateLine: stateLine(step) }),
    ...(note !== undefined && { note }),
  };
}

function missing(name: string): DrawnNode {
  const label = nameLabel(name);
  return { name, label, type: 'missing', lines: ['not in the graph'], tip: [], stacked: false, critical: false };
}

function edgesOf({ dag, steps, criticalPath = [] }: PictureOf, places: ReadonlyMap<string, number>): DrawnEdge[] {
  const nodes = new Map(dag.node.map((node) => [node.name, node]));
  const next = new Map(criticalPath.map((name, at) => [name, criticalPath[at + 1]]));
  return (dag.edge ?? []).flatMap((edge) => {
    const [from, to] = [places.get(edge.from), places.get(edge.to)];
    if (from === undefined || to === undefined) return [];
    const source = nodes.get(edge.from);
    const state = steps?.get(edge.from)?.state;
    const label = edgeLabel(edge);
    return {
      from,
      to,
      control: edge.type === 'yangent-workflows:control',
      counts: edge.counts,
      onFailure: edge.on.includes('failure') && !edge.on.includes('success'),
      critical: next.get(edge.from) === edge.to,
      dead: source !== undefined && state !== undefined && isDead(edge, source, state),
      ...(label !== undefined && { label }),
      tip: edgeTip(edge),
    };
  });
}

/** The number of edges that the join of each node asks for, by its name. */
function edgesThatCount(dag: Dag): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const add = ({ to }: DagEdge) => counts.set(to, (counts.get(to) ?? 0) + 1);
  (dag.edge ?? []).filter(({ counts }) => counts).forEach(add);
  return counts;
}
