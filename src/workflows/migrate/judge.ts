/** Judges whether a run can go on with another graph: a table of rules, each of which reports what stands in the way (workflows §9). */
import { TimeSlice } from '../../data/index.js';
import { edgePath, type Finding, nodePath, type Report } from '../check/finding.js';
import type { DagNode } from '../model/dag.js';
import type { Renamed } from '../run/migrations.js';
import { nodeOf, type Plan } from '../run/plan.js';
import type { StepRecord } from '../run/record.js';
import { hasBegun, hasHistory } from './begun.js';
import { isSameNode, kindOf, outputForm, readAtEnd } from './form.js';
import { type GatesOfSteps, reportGone, reportPassed } from './gates.js';
import type { Images } from './images.js';

/** A run with the graph that it would get. */
export interface Change {
  readonly from: Plan;
  readonly to: Plan;
  readonly images: Images;
  /** The steps of nodes, in their latest generations. */
  readonly steps: readonly StepRecord[];
  /** Present names of the nodes whose tasks have other names then. */
  readonly renamed: readonly Renamed[];
  readonly gates: GatesOfSteps;
  /** Why the input of the run does not fit the graph; undefined when it does. */
  readonly inputFault: string | undefined;
  /** True when the values of the run are in clear, and the new graph would have them sealed. */
  readonly isUnsealed: boolean;
}

type Rule = (change: Change, report: Report) => void;

const RULES: readonly Rule[] = [
  mapping,
  image,
  taskName,
  kind,
  predecessors,
  outputInUse,
  gates,
  input,
  seal,
  withoutEffect,
];

/** More findings help nobody. */
const MOST_FINDINGS = 100;

/** Returns what stands in the way of a migration, as errors, and what it will not change, as warnings. At most 100. Other work runs meanwhile. */
export async function judge(change: Change): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  const report: Report = (severity, code, path, message) => {
    if (findings.length < MOST_FINDINGS) findings.push({ severity, code, path, message });
  };
  const slice = new TimeSlice();
  for (const rule of RULES) {
    if (slice.over) await slice.next();
    rule(change, report);
  }
  return findings;
}

/** The map names nodes of both graphs, each once. */
function mapping({ from, to, images: { map } }: Change, report: Report): void {
  const targets = new Set<string>();
  for (const { from: name, to: image } of map) {
    const at = (graph: string) => `the ${graph} graph has no node "${name}"`;
    if (!from.graph.nodes.has(name)) report('error', 'migrate-map', nodePath(name), at('present'));
    if (!to.graph.nodes.has(image))
      report(
        'error',
        'migrate-map',
        nodePath(image),
        `the new graph has no node "${image}", to which "${name}" is mapped`,
      );
    if (targets.has(image)) report('error', 'migrate-map', nodePath(image), `two nodes are mapped to "${image}"`);
    targets.add(image);
  }
}

/** Each step that was executed has a node in the new graph. A step of which the map says nothing right is a finding of the map. */
function image({ from, images, steps }: Change, report: Report): void {
  for (const step of steps) {
    if (!hasHistory(step) || images.of(step.node) !== undefined) continue;
    const taker = images.map.find(({ to }) => to === step.node)?.from;
    const isMisled = taker !== undefined && !from.graph.nodes.has(taker);
    if (isMisled || images.map.some((each) => each.from === step.node)) continue;
    const state = hasBegun(step) ? `is ${step.state}` : 'was executed before a rollback';
    const right =
      taker === undefined
        ? 'keep the node, or map it to one of the new graph'
        : `"${taker}" is mapped to it; map it, too`;
    report(
      'error',
      'migrate-image',
      nodePath(step.node),
      `step "${step.node}" ${state}, and has no node in the new graph; ${right}`,
    );
  }
}

/** No other node gets the name that the tasks of a step have. */
function taskName({ to, renamed }: Change, report: Report): void {
  for (const { from: name, to: node } of renamed)
    if (to.graph.nodes.has(name))
      report(
        'error',
        'migrate-name',
        nodePath(name),
        `tasks of step "${node}" have the name "${name}" in this run; give the new node another name`,
      );
}

/** A step that has begun is executed as before. */
function kind(change: Change, report: Report): void {
  for (const { before, after } of begunNodes(change)) {
    const [was, is] = [kindOf(change.from, before), kindOf(change.to, after)];
    if (was !== is)
      report(
        'error',
        'migrate-kind',
        nodePath(after.name, '/type'),
        `the step has begun as ${was}, and would be ${is}; give the new one another name`,
      );
  }
}

/** A step that has begun waits for nothing more. */
function predecessors(change: Change, report: Report): void {
  const { from, to, images, steps } = change;
  const lost = new Set(
    steps.filter((step) => hasHistory(step) && images.of(step.node) === undefined).map(({ node }) => node),
  );
  for (const { before, after } of begunNodes(change)) {
    const into = from.graph.into(before.name);
    // It may be the image of one that has none yet, which is a finding of its own.
    if (into.some((edge) => lost.has(edge.from))) continue;
    const known = new Set(into.map((edge) => images.of(edge.from)));
    for (const edge of to.graph.into(after.name))
      if (!known.has(edge.from))
        report(
          'error',
          'migrate-predecessor',
          edgePath(edge),
          `"${after.name}" has begun, so that "${edge.from}" cannot come before it; let it lead to steps that have not begun`,
        );
  }
}

/** An output that a step gave has the form that those behind it read. */
function outputInUse(change: Change, report: Report): void {
  const atEnd = readAtEnd(change.to.dag);
  const waiting = new Set(change.to.graph.nodes.keys());
  for (const { after } of begunNodes(change)) waiting.delete(after.name);
  for (const { before, after, step } of begunNodes(change)) {
    if (step.output === undefined || outputForm(before) === outputForm(after)) continue;
    const reader = change.to.graph
      .outOf(after.name)
      .find(({ to, type }) => type.endsWith(':data') && waiting.has(to))?.to;
    if (reader === undefined && !atEnd.has(after.name)) continue;
    const who = reader === undefined ? 'the output of the run reads it' : `"${reader}" is to read it`;
    report(
      'error',
      'migrate-output',
      nodePath(after.name, '/output-schema'),
      `the step has given its output, which has another form in the new graph, and ${who}; keep its form`,
    );
  }
}

function gates({ images, gates: { asked, passed } }: Change, report: Report): void {
  reportGone(images, asked, report);
  reportPassed(images, passed, report);
}

function input({ inputFault }: Change, report: Report): void {
  if (inputFault !== undefined)
    report(
      'error',
      'migrate-input',
      'input-schema',
      `${inputFault}; let the schema take the input with which the run was started`,
    );
}

/** Values that were stored in clear stay in clear. */
function seal({ isUnsealed }: Change, report: Report): void {
  if (!isUnsealed) return;
  const message =
    'the values of the new graph are sealed, and this run has stored its values in clear: start a new run';
  report('error', 'migrate-seal', 'execution', message);
}

/** A step that has begun goes on as it was told: only its next try hears of a change. */
function withoutEffect(change: Change, report: Report): void {
  for (const { before, after, step } of begunNodes(change))
    if (!isSameNode(before, after) && kindOf(change.from, before) === kindOf(change.to, after))
      report(
        'warning',
        'migrate-begun',
        nodePath(after.name),
        `the step is ${step.state}: what is new in its node holds for a next try only`,
      );
}

interface BegunNode {
  readonly step: StepRecord;
  readonly before: DagNode;
  readonly after: DagNode;
}

/** Returns the steps that have begun, each with its node in both graphs. */
function begunNodes({ from, to, images, steps }: Change): readonly BegunNode[] {
  return steps.filter(hasBegun).flatMap((step) => {
    const image = images.of(step.node);
    return image === undefined ? [] : [{ step, before: nodeOf(from, step.node), after: nodeOf(to, image) }];
  });
}
