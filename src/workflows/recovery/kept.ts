/** The steps of a run that stay when it goes back: those that had ended at the checkpoint, and of which nothing has been told since. */
import type { Queries } from '../../store/index.js';
import { isReplaced } from '../model/dag.js';
import type { Entry } from '../run/journal.js';
import { migrationIn, type Renamed } from '../run/migrations.js';
import type { Plan } from '../run/plan.js';
import type { RunRecord, StepRecord } from '../run/record.js';
import { Replay, type ReplayedStep } from '../run/replay.js';
import type { RunRows } from '../run/rows.js';

const PAGE = 1_000;
/** Number of ways back of which this is kept in memory. */
const MOST = 8;

export class Kept {
  constructor(
    private readonly nodes: ReadonlySet<string>,
    private readonly all: Replay,
  ) {}

  /** True for a node whose step keeps its result, with those of its items. */
  has(node: string): boolean {
    return this.nodes.has(node);
  }

  get size(): number {
    return this.nodes.size;
  }

  /** True for a step that was executed. */
  hasBegun({ node, item, generation }: StepRecord): boolean {
    return this.all.get(node, item, generation)?.began ?? false;
  }

  /** Returns all agents that have had tasks of a step. */
  agentsOf({ node, item, generation }: StepRecord): readonly string[] {
    return this.all.get(node, item, generation)?.agents ?? [];
  }
}

export class KeptSteps {
  readonly #known = new Map<string, Kept>();

  constructor(private readonly rows: Pick<RunRows, 'journal'>) {}

  /** Returns what stays. The journal is read once for each way back: what comes later in it belongs to this way. */
  async of(queries: Queries, run: RunRecord, plan: Plan): Promise<Kept> {
    const { rollback } = run.progress;
    if (!rollback) throw new Error(`run ${run.id} does not go back`);
    const key = `${run.id} ${rollback.number}`;
    const known = this.#known.get(key) ?? (await this.#read(queries, run.id, plan, rollback.sequence));
    this.#known.delete(key);
    this.#known.set(key, known);
    for (const oldest of this.#known.keys()) if (this.#known.size > MOST) this.#known.delete(oldest);
    return known;
  }

  async #read(queries: Queries, run: string, plan: Plan, sequence: number): Promise<Kept> {
    const before = new Replay();
    const all = new Replay();
    let touched = new Set<string>();
    for (let after = 0; ; ) {
      const page = await this.rows.journal.page(run, after, PAGE, queries);
      for (const row of page) {
        const entry: Entry = JSON.parse(row.entry);
        all.take(entry);
        const migration = migrationIn(entry);
        // A step that had ended there keeps its result under the name that it has by now.
        if (entry.sequence <= sequence || migration) before.take(entry);
        if (entry.sequence <= sequence) continue;
        if (migration) touched = renamed(touched, migration.map);
        else if (entry.kind === 'step' && entry.node !== undefined) touched.add(entry.node);
      }
      after = page.at(-1)?.sequence ?? after;
      if (page.length < PAGE) break;
    }
    return new Kept(nodesOf(before, touched, plan), all);
  }
}

function renamed(names: ReadonlySet<string>, map: readonly Renamed[]): Set<string> {
  const present = new Map(map.map(({ from, to }) => [from, to]));
  return new Set([...names].map((name) => present.get(name) ?? name));
}

function nodesOf(before: Replay, touched: ReadonlySet<string>, plan: Plan): ReadonlySet<string> {
  const ended = new Map<string, ReplayedStep>();
  for (const step of before.steps) if (step.item === 0) ended.set(step.node, step);
  const kept = new Set<string>();
  // Each node behind those before it: one that was skipped stays only with all of them.
  for (const name of plan.graph.order()) {
    const step = ended.get(name);
    if (!step || touched.has(name) || plan.last.has(name)) continue;
    if (stays(step, plan, kept)) kept.add(name);
  }
  return kept;
}

function stays({ node, state }: ReplayedStep, { graph }: Plan, kept: ReadonlySet<string>): boolean {
  switch (state) {
    case 'completed':
      return true;
    case 'failed': {
      const onFailure = graph.nodes.get(node)?.['on-failure'];
      const isDealtWith = graph.outOf(node).some(({ on }) => on.includes('failure'));
      return isDealtWith || (onFailure !== undefined && isReplaced(onFailure));
    }
    case 'skipped':
      return graph.into(node).every(({ from }) => kept.has(from));
    default:
      return false;
  }
}
