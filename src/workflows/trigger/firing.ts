/** Fires triggers: starts a run, lets it wait, or says why there is none. */
import type { Tx } from '../../store/index.js';
import { newId } from '../../tasks/index.js';
import { begin, newRun } from '../engine/begin.js';
import { isOfStore } from '../engine/work.js';
import { isRefused, judge, type Permitted } from './judge.js';
import { miss, missOf } from './missed.js';
import type { FiringNeeds } from './needs.js';
import { DECISIONS } from './overlap.js';
import type { Occasion, Trigger, TriggerRow } from './record.js';

/** The outcome of an occasion. */
export type Fired = { readonly run: string } | { readonly waits: true } | { readonly reason: string };

/** Acts on one occasion in a transaction. The caller stores that it did, and counts what is missed. */
export async function fire(
  needs: FiringNeeds,
  tx: Tx,
  trigger: Trigger,
  row: TriggerRow,
  occasion: Occasion,
): Promise<Fired> {
  const judged = await judge(needs, tx, trigger, row, occasion);
  if (isRefused(judged)) return judged;
  const { key } = judged;
  const open = await needs.runs.ofTrigger(tx, { trigger: trigger.name, key });
  const decision = await DECISIONS[trigger.overlap]({ needs, tx, row, key, open });
  if (decision === 'start') return start(needs, tx, trigger, row, occasion, judged);
  if (decision !== 'wait') return decision;
  await needs.rows.wait(tx, trigger.name, key, occasion);
  return { waits: true };
}

/** Acts on one occasion, and counts and tells it when it is missed. */
export async function fireOrMiss(
  needs: FiringNeeds,
  tx: Tx,
  trigger: Trigger,
  row: TriggerRow,
  occasion: Occasion,
): Promise<void> {
  const fired = await fire(needs, tx, trigger, row, occasion);
  if ('reason' in fired) await miss(needs, tx, row, missOf(occasion, fired.reason));
}

/** Starts the run that has waited longest for a value of the key, once no other one runs. */
export async function startWaiting(
  needs: FiringNeeds,
  tx: Tx,
  trigger: Trigger,
  row: TriggerRow,
  key: string,
): Promise<void> {
  if ((await needs.runs.ofTrigger(tx, { trigger: trigger.name, key })).length > 0) return;
  for (;;) {
    const waiting = await needs.rows.firstWaiting(tx, trigger.name, key);
    if (!waiting) return;
    await needs.rows.removeWaiting(tx, waiting.number);
    const { occasion } = waiting;
    const judged = await judge(needs, tx, trigger, row, occasion);
    const fired = isRefused(judged) ? judged : await start(needs, tx, trigger, row, occasion, { ...judged, key });
    if (!('reason' in fired)) return;
    await miss(needs, tx, row, missOf(occasion, fired.reason));
  }
}

/** A fault of the node in the first steps of a run must not keep the trigger from what comes after: it is a miss. */
async function start(
  needs: FiringNeeds,
  tx: Tx,
  trigger: Trigger,
  { owner }: TriggerRow,
  { depth }: Occasion,
  { content, input, key }: Permitted,
): Promise<Fired> {
  const { engine, rows } = needs;
  const now = needs.now();
  const { name, definition } = trigger;
  const { number: revision, ...graph } = content;
  const run = newRun(now, {
    ...{ id: newId(now), definition, revision, input },
    ...graph,
    initiator: owner,
    cause: { trigger: name, key },
    triggerDepth: depth,
  });
  try {
    await tx.part(() => engine.in(tx).on(run, owner, (turn) => begin(turn, input)));
  } catch (error) {
    if (isOfStore(error)) throw error;
    return { reason: 'a fault inside the node kept the run from its begin; the log of the node has the details' };
  }
  await rows.setFired(tx, name, run.created);
  if (trigger['rate-limit'] !== undefined) await rows.addStart(tx, name, now);
  return { run: run.id };
}
