/** Takes back what followed from the failure of a step that is mended. */
import { backFromGates } from '../course/gates.js';
import { fresh } from '../run/fresh.js';
import type { StepRecord } from '../run/record.js';
import type { Turn } from '../run/turn.js';
import { stepRefused } from './step-refused.js';

/**
 * Takes back what followed from the failure of a step: others are pending again that were skipped or canceled because of it.
 *
 * @throws RpcError bad-transition when another step has begun because of it
 */
export async function undo(turn: Turn, step: StepRecord): Promise<void> {
  const asked: StepRecord[] = [];
  await undoEdges(turn, step, async (target) => {
    if (target.state === 'awaiting-approval') asked.push(target);
    else if (!isIdle(target)) throw stepRefused(target, begunAfter(step, target));
  });
  // Persons are asked again, about what comes of this step then.
  for (const { node } of asked) await backFromGates(turn, await turn.own(node), `"${step.node}" is done again`);
  const isBehind = ({ node, state, detail }: StepRecord) =>
    node !== step.node && isIdle({ state }) && detail.cause === step.node;
  const followed = (await turn.nodes()).filter(isBehind);
  const busy = followed.find(({ node }) => turn.progress.canceling?.includes(node));
  if (busy) throw stepRefused(step, `the items of "${busy.node}" are still being canceled; do it again in a moment`);
  for (const other of followed) await undoEdges(turn, other);
  for (const other of followed) await backToPending(turn, (await turn.step(other.node)) ?? other);
}

/** Says that a step has begun because another ended: what it did is not undone by executing that one again. */
function begunAfter({ node, state }: StepRecord, target: StepRecord): string {
  const has = `it has begun because "${node}" is ${state}, so "${node}" is not executed again`;
  return target.state === 'failed' ? `${has}; retry "${target.node}"` : `${has}; start a new run`;
}

function isIdle({ state }: Pick<StepRecord, 'state'>): boolean {
  return state === 'pending' || state === 'canceled' || state === 'skipped';
}

/** Takes the edges from a step back from its targets. @param check called for the targets of satisfied edges */
async function undoEdges(
  turn: Turn,
  { node, detail }: StepRecord,
  check: (target: StepRecord) => Promise<void> = async () => {},
): Promise<void> {
  const behind = turn.progress.behind?.filter(([name]) => name !== node);
  turn.changeRun({ progress: { behind: behind?.length === 0 ? undefined : behind } });
  for (const [to, satisfied] of Object.entries(detail.edges ?? {})) {
    const target = await turn.own(to);
    if (satisfied) await check(target);
    if (!turn.plan.graph.edge(node, to)?.counts) continue;
    const { satisfied: good = 0, dead: bad = 0 } = target.detail;
    await turn.change(target, { detail: satisfied ? { satisfied: good - 1 } : { dead: bad - 1 } });
  }
}

async function backToPending(turn: Turn, step: StepRecord): Promise<void> {
  const { tasks, child, items, try: number = 1 } = step.detail;
  // A task that was canceled keeps its identifier: the next one needs another.
  const next = tasks || child || items ? number + 1 : number;
  const detail = {
    ...fresh(next),
    ...(step.detail.corrected === next ? { input: undefined, lineage: undefined } : {}),
    items: items && { ...items, begun: 0, ended: 0, failed: 0 },
  };
  await turn.change(step, { state: 'pending', reason: undefined, work: undefined, detail });
  if (!turn.plan.last.has(step.node)) turn.count({ open: 1 });
}
