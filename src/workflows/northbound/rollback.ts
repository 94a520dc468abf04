/** Ways back to checkpoints as the model has them, and the actions of persons about them. */
import { OPERATOR_GROUP } from '../../access/index.js';
import { RpcError } from '../../data/index.js';
import type { YangentWorkflowsProvider } from '../../generated/providers.js';
import type { Call, ListState } from '../../server/index.js';
import { requireSteering, requireVisible, seesRun } from '../engine/visible.js';
import { backTo } from '../operate/back.js';
import type { Rollback } from '../rollback/record.js';
import type { RunRecord } from '../run/record.js';
import { needCheckpoint } from './checkpoint.js';
import type { WorkflowNeeds } from './needs.js';
import { saidIn } from './said.js';

type State = YangentWorkflowsProvider['state'];
type Rollbacks = State['/yangent-workflows:workflows/run/rollback'];
type Acknowledgements = State['/yangent-workflows:workflows/run/rollback/acknowledgement'];
type Actions = YangentWorkflowsProvider['actions'];
type RollBack = Actions['/yangent-workflows:workflows/run/roll-back'];
type Acknowledge = Actions['/yangent-workflows:workflows/run/rollback/acknowledge'];

async function visible(needs: WorkflowNeeds, call: Call, id: string): Promise<RunRecord | undefined> {
  const run = await needs.rows.run(id);
  return run && seesRun(call, run, needs.definitions) ? run : undefined;
}

export function rollbackState(needs: WorkflowNeeds): ListState<Rollbacks> {
  return {
    get: async ([id, number], call) => {
      const run = await visible(needs, call, id);
      if (!run) return undefined;
      const [found] = await needs.rollbacks.page(id, Number(number) - 1, 1);
      return found?.number === Number(number) ? entryOf(needs, run, found) : undefined;
    },
    list: async ({ after, limit }, call) => {
      const [id] = call.keys as readonly [string];
      const run = await visible(needs, call, id);
      const page = run ? await needs.rollbacks.page(id, Number(after?.[1] ?? 0), limit) : [];
      return run ? Promise.all(page.map((each) => entryOf(needs, run, each))) : [];
    },
  };
}

async function entryOf(needs: WorkflowNeeds, run: RunRecord, rollback: Rollback): Promise<Rollbacks['entry']> {
  const { number, to, next, by, at, state } = rollback;
  const reason = await saidIn(needs, run, rollback.reason);
  // biome-ignore lint/suspicious/noThenProperty: the model has this name.
  return { number, to: String(to), reason, then: next, by, at, state };
}

export function acknowledgementState(needs: WorkflowNeeds): ListState<Acknowledgements> {
  const page = async (
    call: Call,
    id: string,
    number: number,
    after: readonly [string, string, number],
    limit: number,
  ): Promise<Acknowledgements['entry'][]> => {
    const run = await visible(needs, call, id);
    if (!run) return [];
    const found = await needs.rollbacks.acknowledgements(id, number, after, limit);
    return Promise.all(
      found.map(async ({ agent, node, item, state, at, note, released, task }) => ({
        ...{ agent, node, item, state, at, note: await saidIn(needs, run, note), task },
        released: released && [...released],
      })),
    );
  };
  return {
    get: async ([id, number, agent, node, item], call) => {
      const [found] = await page(call, id, Number(number), [agent, node, Number(item) - 1], 1);
      return found?.agent === agent && found.node === node && found.item === Number(item) ? found : undefined;
    },
    list: async ({ after, limit }, call) => {
      const [id, number] = call.keys as readonly [string, number];
      const start: readonly [string, string, number] = after ? [after[2], after[3], Number(after[4])] : ['', '', -1];
      return page(call, id, Number(number), start, limit);
    },
  };
}

/** Sends a run back to a checkpoint (ATD-6-p). */
export async function rollBack(
  needs: WorkflowNeeds,
  { to, reason, then }: RollBack['input'],
  call: Call<{ readonly id: string }>,
): Promise<RollBack['output']> {
  const { id } = call.keys;
  const run = requireVisible(call, await needs.rows.run(id), id, needs.definitions);
  requireSteering(call, run);
  await requireValues(needs, run);
  const checkpoint = await needCheckpoint(needs, run, to);
  await requireFreshLogin(needs, run, checkpoint.at, call);
  await requireReached(needs, id, checkpoint);
  await needs.requireIntact(needs.store, run, checkpoint.number);
  let number = 0;
  const after = await needs.engine.on(id, call.user, async (turn) => {
    number = backTo(turn, {
      to: checkpoint.number,
      sequence: checkpoint.sequence,
      next: then,
      reason: await turn.said(reason),
    });
  });
  return { state: after?.state ?? run.state, number };
}

/** Refuses a run whose values were deleted: nothing could be executed anew, or undone. @throws RpcError shredded */
async function requireValues({ sealOf }: WorkflowNeeds, run: RunRecord): Promise<void> {
  if ((await sealOf(run)) !== 'shredded') return;
  throw new RpcError({
    ...{ type: 'application', tag: 'operation-failed', origin: 'caller', appTag: 'shredded' },
    path: `/yangent-workflows:workflows/run[id='${run.id}']`,
    message: `the values of run ${run.id} were deleted when it was completed (retention/purge), so it cannot go back; start a new run`,
  });
}

/** After a long time a token of then is no proof any more (ATD-6-y). @throws RpcError access-denied */
async function requireFreshLogin(
  { plans, assurance, now }: WorkflowNeeds,
  run: RunRecord,
  at: string,
  { principal }: Call,
): Promise<void> {
  const { dag } = await plans.get(run.digest);
  const seconds = assurance(dag.execution.assurance)?.['token-lifetime'];
  if (seconds === undefined || now() - Date.parse(at) <= seconds * 1_000 || !principal.token) return;
  throw new RpcError({
    type: 'application',
    tag: 'access-denied',
    appTag: 'login-needed',
    message: `the checkpoint is older than ${seconds} seconds, which is longer than a token is good for here; log in without a token, and do it again`,
  });
}

/** Refuses a checkpoint that an earlier way back has left behind: its results do not count any more. @throws RpcError invalid-value */
async function requireReached(
  { rollbacks }: WorkflowNeeds,
  id: string,
  { number, at }: { readonly number: number; readonly at: string },
): Promise<void> {
  for (const back of await rollbacks.page(id, 0, MOST_ROLLBACKS))
    if (back.to < number && back.at >= at)
      throw new RpcError({
        type: 'application',
        tag: 'invalid-value',
        message: `checkpoint ${number} was left behind by rollback ${back.number}, to checkpoint ${back.to}; take that one, or one before it or after the rollback`,
      });
}

const MOST_ROLLBACKS = 1_000;

/** Lets a run go on without an answer, or without a compensation that failed. */
export async function acknowledge(
  needs: WorkflowNeeds,
  { agent, node, item, reason }: Acknowledge['input'],
  call: Call<{ readonly id: string; readonly number: number }>,
): Promise<Acknowledge['output']> {
  const { id, number } = call.keys;
  const run = requireVisible(call, await needs.rows.run(id), id, needs.definitions);
  if (!call.groups.includes(OPERATOR_GROUP))
    throw new RpcError({ type: 'application', tag: 'access-denied', message: 'only operators may do this' });
  const after = await needs.engine.on(id, call.user, async (turn) =>
    needs.force(turn, Number(number), {
      ...{ agent, reason: await turn.said(reason) },
      ...(node === undefined ? {} : { node }),
      ...(item === undefined ? {} : { item }),
    }),
  );
  return { state: after?.state ?? run.state };
}
