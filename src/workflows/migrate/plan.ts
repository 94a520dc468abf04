/** The parts of a migration that follow from its graphs and the steps of its run. */
import { isStepOver } from '../model/states.js';
import { MIGRATE, type MigrationEntry, type Renamed } from '../run/migrations.js';
import type { Plan } from '../run/plan.js';
import type { Progress, RunRecord, StepRecord } from '../run/record.js';
import { hasHistory } from './begun.js';
import { hasSameEdges, isSameNode } from './form.js';
import type { Images } from './images.js';

/** The changes that a migration makes to the steps of a run. Nodes of the new graph have their new names. */
export interface Migration extends MigrationEntry {
  readonly before: RunRecord;
  readonly reason?: string;
  /** Nodes of steps which are decided about anew. */
  readonly changed: ReadonlySet<string>;
  /** Nodes that have other pools. */
  readonly repooled: ReadonlySet<string>;
  /** Number of steps that are gone and were ready. */
  readonly readyGone: number;
}

/** The run and the graphs of a migration. */
export interface Planned {
  readonly run: RunRecord;
  readonly from: Plan;
  readonly to: Plan;
  readonly images: Images;
  readonly steps: readonly StepRecord[];
}

/** Returns the changes for a run that was judged fit for them. */
export function planMigration({ run, from, to, images, steps }: Planned, reason?: string): Migration {
  const gone = steps.filter((step) => !hasHistory(step) && images.of(step.node) !== step.node);
  const isGone = new Set(gone);
  const kept = steps.filter((step) => !isGone.has(step));
  const open = kept.filter(({ state }) => !isStepOver(state));
  const map = kept.flatMap(({ node }) => {
    const image = images.of(node);
    return image === undefined || image === node ? [] : [{ from: node, to: image }];
  });
  const nodesOf = (name: string) => {
    const image = images.of(name) ?? name;
    return { image, before: from.graph.nodes.get(name), after: to.graph.nodes.get(image) };
  };
  const isChanged = (name: string) => {
    const { image, before, after } = nodesOf(name);
    const isSame = before && after && isSameNode(before, after);
    return !isSame || !hasSameEdges({ graph: from.graph, node: name }, { graph: to.graph, node: image });
  };
  const poolsOf = (node: { readonly pool?: readonly string[] } | undefined) =>
    [...(node?.pool ?? [])].toSorted().join();
  const isRepooled = (name: string) => {
    const { before, after } = nodesOf(name);
    return poolsOf(before) !== poolsOf(after);
  };
  const imagesOf = (chosen: readonly StepRecord[]) => new Set(chosen.map(({ node }) => nodesOf(node).image));
  return {
    ...{ before: run, map },
    ...(reason === undefined ? {} : { reason }),
    gone: gone.map(({ node }) => node),
    changed: imagesOf(open.filter(({ node }) => isChanged(node))),
    repooled: imagesOf(open.filter(({ node }) => isRepooled(node))),
    readyGone: gone.filter(({ state }) => state === 'ready').length,
  };
}

/** Returns the names of the nodes whose tasks have other names, after a migration. */
export function renamedAfter(
  { renamed = [] }: Progress,
  images: Images,
  steps: readonly StepRecord[],
): readonly Renamed[] {
  const before = renamed.map(({ from, to }) => ({ from, to: images.of(to) ?? to }));
  const known = new Set(before.map(({ from }) => from));
  const now = steps.flatMap((step) => {
    const image = images.of(step.node);
    const isNew = hasHistory(step) && image !== undefined && image !== step.node && !known.has(step.node);
    return isNew ? [{ from: step.node, to: image }] : [];
  });
  return [...before, ...now].filter(({ from, to }) => from !== to);
}

/** Returns the progress of a run under the names of its next graph. */
export function progressAfter(
  { before: { progress, digest, version, revision, sequence: until }, map }: Migration,
  renamed: readonly Renamed[],
): Partial<Progress> {
  const names = new Map(map.map(({ from, to }) => [from, to]));
  const present = (name: string) => names.get(name) ?? name;
  return {
    past: [...(progress.past ?? []), { digest, version, ...(revision === undefined ? {} : { revision }), until }],
    renamed: renamed.length === 0 ? undefined : renamed,
    behind: progress.behind?.map(([node, item]) => [present(node), item]),
    undecided: progress.undecided?.map(present),
    accepted: progress.accepted?.map(present),
    canceling: progress.canceling?.map(present),
    // Its places are in the order of names.
    below: progress.below && { ...progress.below, after: undefined },
  };
}

/** Returns the journal entry of a migration. */
export function entryOf(
  { before, reason, map, gone }: Migration,
  to: Pick<RunRecord, 'digest' | 'version' | 'revision'>,
) {
  return {
    kind: 'action' as const,
    data: {
      action: MIGRATE,
      ...(reason === undefined ? {} : { reason }),
      ...{ from: before.digest, to: to.digest, version: to.version },
      ...(to.revision === undefined ? {} : { revision: to.revision }),
      ...(map.length === 0 ? {} : { map }),
      ...(gone.length === 0 ? {} : { gone }),
    },
  };
}
