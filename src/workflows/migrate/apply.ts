/** Lets a run go on with its new graph. Its rows have the names of that already. */
import { backFromGates, voidGates } from '../course/gates.js';
import { isStepOver } from '../model/states.js';
import type { Renamed } from '../run/migrations.js';
import { type StepRecord, WATCHING } from '../run/record.js';
import type { Turn } from '../run/turn.js';
import { hasBegun } from './begun.js';
import { entryOf, type Migration, progressAfter } from './plan.js';

const REASON = 'the run was migrated';

/** Decides anew about the steps that have not begun. Edges that are decided stay so. */
export async function applyMigration(turn: Turn, migration: Migration, renamed: readonly Renamed[]): Promise<void> {
  turn.note(entryOf(migration, turn.present));
  turn.changeRun({ progress: progressAfter(migration, renamed) });
  turn.count({ waiting: -migration.readyGone });
  const steps = await turn.nodes();
  const present = () => steps.map((step) => turn.adopt(step));
  for (const step of steps) if (!isStepOver(step.state)) await goOn(turn, step, migration);
  watchAgain(turn, present(), migration);
  await decideEdges(turn, present());
  await countEdges(turn, present());
  const ended = new Set(steps.filter(({ state }) => isStepOver(state)).map(({ node }) => node));
  const { dag, last } = turn.plan;
  const open = dag.node.filter(({ name }) => !last.has(name) && !ended.has(name)).length;
  turn.changeRun({ progress: { open, begun: 0, deciding: true } });
}

/** Persons are asked again about a step that has not begun; one of which the graph says something else waits as at the begin. */
async function goOn(turn: Turn, step: StepRecord, { changed, repooled }: Migration): Promise<void> {
  if (hasBegun(step) || !changed.has(step.node)) await voidGates(turn, step, REASON);
  else await backToPending(turn, step);
  if (repooled.has(step.node)) await takeUpHeld(turn, step.node);
}

async function backToPending(turn: Turn, step: StepRecord): Promise<void> {
  if (step.state === 'pending') return;
  if (step.state === 'ready') turn.count({ waiting: -1 });
  if (step.detail.gated) await backFromGates(turn, step, REASON);
  await turn.change(await turn.own(step.node), {
    ...{ state: 'pending', reason: undefined, due: undefined, held: undefined },
    detail: {
      ...{ started: undefined, expires: undefined, until: undefined },
      ...{ input: undefined, lineage: undefined, degraded: undefined, items: undefined },
    },
  });
}

/** Lets steps that waited for slots of other pools be launched as others are. */
async function takeUpHeld(turn: Turn, node: string): Promise<void> {
  for (const step of [await turn.own(node), ...(await turn.open(Number.MAX_SAFE_INTEGER, node))])
    if (step.held) await turn.change(step, { held: undefined, reason: undefined });
}

/** Lets waits read their notifications under their new names. */
function watchAgain(turn: Turn, steps: readonly StepRecord[], { map }: Migration): void {
  for (const { from, to } of map) {
    const step = steps.find(({ node }) => node === to);
    if (step?.work !== WATCHING) continue;
    turn.unwatched.push({ ...step, node: from });
    turn.watched.push(step);
  }
}

/** Forgets decided edges that the graph lacks, and leaves those to be decided that are new. */
async function decideEdges(turn: Turn, steps: readonly StepRecord[]): Promise<void> {
  const { graph, last } = turn.plan;
  const behind = new Map((turn.progress.behind ?? []).map((place) => [place.join('.'), place]));
  for (const step of steps) {
    if (!isStepOver(step.state) || last.has(step.node)) continue;
    const before = Object.entries(step.detail.edges ?? {});
    const left = before.filter(([to]) => graph.edge(step.node, to));
    if (left.length < before.length) await turn.change(step, { detail: { edges: Object.fromEntries(left) } });
    const decided = new Set(left.map(([to]) => to));
    if (graph.outOf(step.node).some(({ to }) => !decided.has(to))) behind.set(`${step.node}.0`, [step.node, 0]);
  }
  turn.changeRun({ progress: { behind: behind.size === 0 ? undefined : [...behind.values()] } });
}

/** Counts the decided edges that lead to each node: other ones may count in this graph. */
async function countEdges(turn: Turn, all: readonly StepRecord[]): Promise<void> {
  const { graph } = turn.plan;
  const steps = new Map(all.map((step) => [step.node, step]));
  const counts = new Map<string, { satisfied: number; dead: number }>();
  for (const { node, detail } of steps.values())
    for (const [to, isSatisfied] of Object.entries(detail.edges ?? {})) {
      if (!graph.edge(node, to)?.counts) continue;
      const count = counts.get(to) ?? { satisfied: 0, dead: 0 };
      count[isSatisfied ? 'satisfied' : 'dead'] += 1;
      counts.set(to, count);
    }
  for (const node of new Set([...steps.keys(), ...counts.keys()])) {
    const { satisfied, dead } = counts.get(node) ?? { satisfied: 0, dead: 0 };
    const step = steps.get(node) ?? (await turn.own(node));
    const { satisfied: wasSatisfied = 0, dead: wasDead = 0 } = step.detail;
    if (satisfied !== wasSatisfied || dead !== wasDead) await turn.change(step, { detail: { satisfied, dead } });
  }
}
