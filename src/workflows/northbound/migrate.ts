/** The action `migrate`: a run goes on in another revision of its definition (workflows §9, ATD-6-w). */
import { OPERATOR_GROUP } from '../../access/index.js';
import type { YangentWorkflowsProvider } from '../../generated/providers.js';
import type { Call } from '../../server/index.js';
import type { Tx } from '../../store/index.js';
import { checkDag, type Finding } from '../check/index.js';
import { wantCheckpoint } from '../checkpoint/wanted.js';
import { errorOf } from '../course/failure.js';
import { requireFit } from '../course/input.js';
import { requireSteering, requireVisible } from '../engine/visible.js';
import { applyMigration } from '../migrate/apply.js';
import { isSameNode } from '../migrate/form.js';
import { type Asked, beginsMore, type GatesOfSteps, isAsked } from '../migrate/gates.js';
import { Images } from '../migrate/images.js';
import { judge } from '../migrate/judge.js';
import { moveRows } from '../migrate/move.js';
import { entryOf, type Planned, planMigration, renamedAfter } from '../migrate/plan.js';
import type { DagNode } from '../model/dag.js';
import { requireMigratable } from '../operate/migratable.js';
import type { GraphOfRun } from '../run/migrations.js';
import { nodeOf } from '../run/plan.js';
import type { RunRecord } from '../run/record.js';
import type { WorkflowNeeds } from './needs.js';
import { refusal } from './refusal.js';
import { numbered } from './rpc.js';
import { enabledDefinitions, surroundingsFor } from './surroundings.js';
import { requireWhole } from './whole.js';

type Migrate = YangentWorkflowsProvider['actions']['/yangent-workflows:workflows/run/migrate'];

/** Judges a migration, and carries it out in one transaction unless something stands in its way. */
export async function migrate(
  needs: WorkflowNeeds,
  input: Migrate['input'],
  call: Call<{ readonly id: string }>,
): Promise<Migrate['output']> {
  requireWhole(call);
  const { id } = call.keys;
  const found = requireVisible(call, await needs.rows.run(id), id, needs.definitions);
  requireSteering(call, found);
  const definition = requireMigratable(found);
  // Operators steer runs that they could not start.
  if (!call.groups.includes(OPERATOR_GROUP)) needs.definitions.requireRunner(definition, call);
  const { revision } = input;
  const content = await needs.definitions.content(definition, revision === undefined ? {} : { revision });
  const to: GraphOfRun = { digest: content.digest, version: content.version, revision: content.number };
  const dag = await needs.dagOf(to.digest);
  const checked = await checkDag(dag, await surroundingsFor([dag], needs, call, enabledDefinitions(needs)));
  return needs.store.transact(async (tx) => {
    const run = requireVisible(call, await needs.rows.run(id, tx), id, needs.definitions);
    requireMigratable(run);
    const planned = checked.some(isError) ? undefined : await plannedFor(needs, run, to, input, tx);
    const findings = [...checked, ...(planned ? await judged(needs, planned, to, tx) : [])];
    if (!input['dry-run']) {
      refusal(`/yangent-workflows:workflows/definition[name='${definition}']`, findings);
      if (planned) await carryOut(needs, planned, { to, by: call.user, reason: input.reason }, tx);
    }
    const { state } = (await needs.rows.run(id, tx)) ?? run;
    return { state, revision: content.number, ...(findings.length > 0 ? { finding: numbered(findings) } : {}) };
  });
}

function isError({ severity }: Finding): boolean {
  return severity === 'error';
}

async function plannedFor(
  { plans, rows }: WorkflowNeeds,
  run: RunRecord,
  { digest }: GraphOfRun,
  { map = [] }: Migrate['input'],
  tx: Tx,
): Promise<Planned> {
  const [from, to] = [await plans.get(run.digest, tx), await plans.get(digest, tx)];
  return { run, from, to, images: new Images(map, to.graph), steps: await rows.steps.ofNodes(run.id, tx) };
}

async function judged(needs: WorkflowNeeds, planned: Planned, graph: GraphOfRun, tx: Tx): Promise<readonly Finding[]> {
  const { run, images, steps, to } = planned;
  const value = await needs.values.get(run.id, run.input, tx);
  return judge({
    ...planned,
    gates: await gatesOfSteps(needs, planned, graph, tx),
    renamed: renamedAfter(run.progress, images, steps),
    isUnsealed: run.seal === undefined && needs.wantsSeal(to.dag),
    inputFault: faultOfInput(to.dag['input-schema'], value),
  });
}

async function gatesOfSteps(needs: WorkflowNeeds, planned: Planned, graph: GraphOfRun, tx: Tx): Promise<GatesOfSteps> {
  const { run, images, steps, from, to } = planned;
  const asked = new Map<string, Asked>();
  const passed = new Map<string, readonly string[]>();
  for (const step of steps) {
    const node = to.graph.nodes.get(images.of(step.node) ?? '');
    const wantedBy = async (after: DagNode) => {
      const { gates, denied } = await needs.gates.wanted({ ...run, ...graph }, to.dag, after, after.task?.agent, tx);
      const names = gates.map(({ name }) => name);
      return { names, all: denied ? [`guard:${denied.name}`, ...names] : names };
    };
    if (isAsked(step)) {
      const names = (await needs.rows.gates.of(step, tx)).map(({ name }) => name);
      asked.set(step.node, { asked: names, wanted: node ? (await wantedBy(node)).names : [] });
    }
    if (node && beginsMore(step, node) && !isSameNode(nodeOf(from, step.node), node))
      passed.set(step.node, (await wantedBy(node)).all);
  }
  return { asked, passed };
}

/** Returns why the input of the run does not fit a schema. */
function faultOfInput(schema: string | undefined, value: unknown): string | undefined {
  try {
    requireFit(schema, value, 'invalid-input', 'the input of the run');
    return undefined;
  } catch (error) {
    const fault = errorOf(error);
    if (fault) return fault.message;
    throw error;
  }
}

interface Order {
  readonly to: GraphOfRun;
  readonly by: string;
  readonly reason: string | undefined;
}

async function carryOut(
  needs: WorkflowNeeds,
  planned: Planned,
  { to, by, reason: given }: Order,
  tx: Tx,
): Promise<void> {
  const { run, images, steps } = planned;
  const work = needs.engine.in(tx);
  const reason = await needs.values.said(tx, run, given);
  const migration = planMigration(planned, reason);
  if (run.digest === to.digest && images.map.length === 0)
    return work.on(run.id, by, async (turn) => turn.note(entryOf(migration, to)));
  const woken = await moveRows(tx, needs, planned, migration);
  await needs.rows.update(tx, { ...run, ...to });
  needs.rows.forgetRecent();
  const renamed = renamedAfter(run.progress, images, steps);
  await work.on(run.id, by, async (turn) => {
    await applyMigration(turn, migration, renamed);
    const { checkpoint } = needs.assurance(turn.plan.dag.execution.assurance) ?? {};
    if (checkpoint?.['every-steps'] !== undefined || checkpoint?.['every-seconds'] !== undefined)
      wantCheckpoint(turn, { type: 'automatic' });
  });
  tx.afterCommit(() => {
    for (const each of woken) needs.engine.later(each);
  });
}
