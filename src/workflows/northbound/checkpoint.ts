/** Checkpoints as the model has them, and the action that makes one. */
import { RpcError } from '../../data/index.js';
import { int64 } from '../../data/rfc7951/int64.js';
import type { YangentWorkflowsProvider } from '../../generated/providers.js';
import type { Call, ListState } from '../../server/index.js';
import { type Checkpoint, FIRST, firstOf, payloadOf } from '../checkpoint/record.js';
import type { SignedCheckpoint } from '../checkpoint/rows.js';
import { CHECKPOINT_TYP, compactOf } from '../checkpoint/signature.js';
import { wantCheckpoint } from '../checkpoint/wanted.js';
import { requireSteering, requireVisible, seesRun } from '../engine/visible.js';
import { isRunOver } from '../model/states.js';
import { badTransition } from '../operate/bad-transition.js';
import { graphAt } from '../run/migrations.js';
import type { RunRecord } from '../run/record.js';
import type { Turn } from '../run/turn.js';
import { agentAtWork } from './at-work.js';
import type { WorkflowNeeds } from './needs.js';

type State = YangentWorkflowsProvider['state']['/yangent-workflows:workflows/run/checkpoint'];
export type CheckpointEntry = State['entry'];
type Take = YangentWorkflowsProvider['actions']['/yangent-workflows:workflows/run/take-checkpoint'];

type Needs = Pick<WorkflowNeeds, 'rows' | 'plans' | 'checkpointRows' | 'sign' | 'nodeId' | 'retention'>;

export function checkpointState(needs: WorkflowNeeds): ListState<State> {
  const visible = async (call: Call, id: string) => {
    const run = await needs.rows.run(id);
    return run && seesRun(call, run, needs.definitions) ? run : undefined;
  };
  return {
    get: async ([id, number], call) => {
      const run = await visible(call, id);
      const found = run && (await checkpointOf(needs, run, number));
      return run && found && entryOf(needs, run, found);
    },
    list: async ({ after, limit }, call) => {
      const [id] = call.keys as readonly [string];
      const run = await visible(call, id);
      return run ? checkpointEntries(needs, run, Number(after?.[1] ?? 0), limit) : [];
    },
  };
}

/** Returns a page of the checkpoints of a run, as the model has them. @param after number of the last one before them */
export async function checkpointEntries(
  needs: Needs,
  run: RunRecord,
  after: number,
  limit: number,
): Promise<CheckpointEntry[]> {
  const first = after < FIRST ? [await firstSigned(needs, run)] : [];
  const rows = await needs.checkpointRows.page(run.id, after, limit - first.length);
  return [...first, ...rows].map((each) => entryOf(needs, run, each));
}

/** Returns the newest checkpoints of a run, as the model has them, the newest at the end. @param limit at least 1 */
export async function newestEntries(needs: Needs, run: RunRecord, limit: number): Promise<CheckpointEntry[]> {
  const rows = await needs.checkpointRows.newest(run.id, limit);
  const first = rows.length < limit ? [await firstSigned(needs, run)] : [];
  return [...first, ...rows].map((each) => entryOf(needs, run, each));
}

/** Returns a checkpoint of a run by its identifier. */
export async function checkpointOf(needs: Needs, run: RunRecord, id: string): Promise<SignedCheckpoint | undefined> {
  if (!/^[1-9]\d{0,14}$/.test(id)) return undefined;
  const number = Number(id);
  return number === FIRST ? firstSigned(needs, run) : needs.checkpointRows.get(run.id, number);
}

/** @throws RpcError data-missing when the run has none with this number */
export async function needCheckpoint(needs: Needs, run: RunRecord, id: string): Promise<SignedCheckpoint> {
  const found = await checkpointOf(needs, run, id);
  if (found) return found;
  const message = `run ${run.id} has no checkpoint "${id}"; its list checkpoint has those there are`;
  throw new RpcError({ type: 'application', tag: 'data-missing', message });
}

/** The first checkpoint is signed when it is read: it follows from the run, to which the journal is bound. */
async function firstSigned({ plans, sign }: Needs, run: RunRecord): Promise<SignedCheckpoint> {
  const graph = graphAt(run, 0);
  const { dag } = await plans.get(graph.digest);
  const first: Checkpoint = firstOf(run, dag.execution.assurance);
  return { ...first, signature: await sign(CHECKPOINT_TYP, payloadOf(first, graph)) };
}

function entryOf({ nodeId, retention }: Needs, run: RunRecord, checkpoint: SignedCheckpoint): CheckpointEntry {
  const { number, type, at, sequence, hash, label, references, by, signature } = checkpoint;
  const { version, digest } = graphAt(run, sequence);
  return {
    id: String(number),
    uri: `agent-dag:${nodeId}/${run.id};c=${number}`,
    type: `yangent-workflows:${type}`,
    at,
    sequence: int64(sequence),
    version,
    digest,
    'state-hash': hash,
    label,
    expires: expiryOf(run, retention()),
    reference: [...references],
    by,
    signature: compactOf(signature, payloadOf(checkpoint, { version, digest })),
  };
}

/** Returns when what is stored of the checkpoints of a run is deleted at the latest; undefined while the run has not ended. */
function expiryOf(
  { ended, seal, state }: RunRecord,
  { days, purge }: ReturnType<Needs['retention']>,
): string | undefined {
  if (ended === undefined || (seal !== undefined && state === 'completed' && purge === 'completion')) return ended;
  return new Date(Date.parse(ended) + days * DAY).toISOString();
}

const DAY = 86_400_000;

/**
 * Makes a checkpoint for those who steer a run, and for an agent at work in it.
 *
 * @throws RpcError data-missing, access-denied, bad-transition; resource-denied when agents took many since a step has last ended
 */
export async function takeCheckpoint(
  needs: WorkflowNeeds,
  { label }: Take['input'],
  call: Call<{ readonly id: string }>,
): Promise<Take['output']> {
  const { id } = call.keys;
  const asker = await askerOf(needs, call, id);
  let made = '';
  await needs.engine.on(id, asker.name, async (turn) => {
    if (isRunOver(turn.present.state))
      throw badTransition(turn.present, 'has nothing more that a checkpoint could keep');
    if (asker.isAgent) countTaken(turn, needs.retention().checkpoints);
    turn.note({ kind: 'action', data: { action: 'take-checkpoint', ...(label === undefined ? {} : { label }) } });
    const by = { by: asker.name, recordedFor: call.user };
    made = wantCheckpoint(turn, { type: 'explicit', ...by, ...(label === undefined ? {} : { label }) });
  });
  const checkpoint = await needs.checkpointRows.get(id, Number(made));
  if (!checkpoint) throw new Error(`checkpoint ${made} of run ${id} was not stored`);
  return { id: made, 'state-hash': checkpoint.hash };
}

/** Part of the checkpoints of a run that agents may take one after another: each makes an older one go, to which persons may want to go back. */
const PART_OF_AGENTS = 1 / 4;

function countTaken(turn: Turn, kept: number): void {
  const most = Math.max(1, Math.floor(kept * PART_OF_AGENTS));
  const { takenByAgents = 0 } = turn.progress;
  if (takenByAgents >= most)
    throw new RpcError({
      ...{ type: 'application', tag: 'resource-denied' },
      message: `agents have taken ${most} checkpoints of the run since a step has last ended, which is the most (a quarter of retention/checkpoints)`,
    });
  turn.changeRun({ progress: { takenByAgents: takenByAgents + 1 } });
}

/** Returns the user, or the agent at work for which the user speaks. @throws RpcError data-missing, access-denied */
async function askerOf(
  needs: WorkflowNeeds,
  call: Call,
  id: string,
): Promise<{ readonly name: string; readonly isAgent: boolean }> {
  const run = await needs.rows.run(id);
  const agent = run && (await agentAtWork(needs, call, id));
  const isPerson = run && (run.initiator === call.user || call.mayActFor(run.coordinator));
  if (agent !== undefined && !isPerson) return { name: agent, isAgent: true };
  requireSteering(call, requireVisible(call, run, id, needs.definitions));
  return { name: call.user, isAgent: false };
}
