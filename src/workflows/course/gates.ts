/** Steps that wait for persons: their gates open before the step begins, and it begins with the input that they approved. */

import { NODE } from '../checkpoint/record.js';
import { wantCheckpoint } from '../checkpoint/wanted.js';
import { parseTerms, type WantedGate } from '../gate/terms.js';
import type { DagNode } from '../model/dag.js';
import { typeOf } from '../model/dag.js';
import type { StepRecord } from '../run/record.js';
import type { Turn } from '../run/turn.js';
import { askFor, faultOf } from './asking.js';
import { endStep, failStep } from './end.js';
import { failure } from './failure.js';
import { inputOf, outputsBefore } from './input.js';
import { listOf } from './items.js';
import type { CourseNeeds, TurnMeans } from './needs.js';
import { tellRefused } from './policy-violation.js';
import { knownAgent } from './receiver.js';
import { expiryOf } from './times.js';

type Needs = Pick<CourseNeeds, 'gates' | 'requireInitiator'>;

/**
 * Holds a ready step back until persons have approved it, or fails one that a guard refuses.
 *
 * @param agents of those that were found for it, once they were looked for: votes are judged again with them
 * @returns false for a step that may begin
 */
export async function heldBack(
  turn: Turn,
  means: TurnMeans,
  step: StepRecord,
  agents: readonly string[] | undefined,
): Promise<boolean> {
  if (step.item > 0 || goesOn(step)) return false;
  const { gated } = step.detail;
  const node = turn.node(step.node);
  const agent = await knownAgent(turn, node);
  const { gates, denied } = await means.gates.wanted(turn.present, turn.plan.dag, node, agent, turn.tx);
  if (denied) {
    const message = `the guard "${denied.name}" refuses this step`;
    tellRefused(turn, means.gates, step, { guard: denied.name, message, agent });
    await endStep(turn, step, { state: 'failed', error: failure('policy-violation', message) });
    return true;
  }
  if (gates.length === 0) return false;
  const given = gated ? await turn.gates.of(step, turn.tx) : [];
  const lacking: WantedGate[] = [];
  for (const gate of gates) {
    const known = given.find(({ name }) => name === gate.name);
    const executors = agents ?? (agent === undefined ? [] : [agent]);
    const fault = known && (await faultOf(turn, means.gates, known, gate, { executors }));
    if (known && known.state === 'approved' && fault === undefined) continue;
    if (known) await turn.gates.move(turn.tx, known, 'void', fault ?? `it was ${known.state}`);
    lacking.push(gate);
  }
  if (lacking.length === 0) return false;
  await open(turn, means, node, step, lacking);
  return true;
}

/** True for a step behind its first round or first child run. A node is approved as a whole: before these, and before its first item. */
function goesOn({ detail: { round = 1, attempts = 1 } }: StepRecord): boolean {
  return round > 1 || attempts > 1;
}

/** Opens gates of a step, which has its input from now on. */
async function open(
  turn: Turn,
  { gates, requireInitiator }: Needs,
  node: DagNode,
  given: StepRecord,
  wanted: readonly WantedGate[],
): Promise<void> {
  try {
    requireInitiator(turn.present);
    const step = await withSubject(turn, node, given);
    const { items, input = '' } = step.detail;
    const checkpoint = wantCheckpoint(turn, { type: 'automatic', recordedFor: NODE });
    const due = await askFor(turn, gates, step, wanted, { input: items?.list ?? input, checkpoint });
    turn.count({ waiting: -1 });
    await turn.slots.give(step);
    const reason = `waits for ${wanted.map(({ name }) => name).join(', ')}`;
    const detail = { gated: true, fires: due, until: undefined } as const;
    await turn.change(step, { state: 'awaiting-approval', reason, due, held: undefined, detail });
  } catch (error) {
    await failStep(turn, (await turn.step(given.node)) ?? given, error);
  }
}

/** Computes what persons decide about, unless the step has it. */
async function withSubject(turn: Turn, node: DagNode, step: StepRecord): Promise<StepRecord> {
  const { items, input } = step.detail;
  if (items !== undefined || input !== undefined) return step;
  const each = node['for-each'];
  if (each) return turn.change(step, { detail: await listOf(turn, node.name, each) });
  if (typeOf(node) === 'approval') {
    const cursor = turn.plan.heralds.has(node.name) ? String(await turn.head()) : undefined;
    return turn.change(step, { detail: { ...(await outputsBefore(turn, node.name)), cursor } });
  }
  const { digest, lineage, degraded } = await inputOf(turn, node);
  return turn.change(step, { detail: { input: digest, lineage, ...(degraded ? { degraded } : {}) } });
}

/** Lets a step go on of which all gates are approved. */
export async function pass(turn: Turn, step: StepRecord): Promise<void> {
  // The time of the step itself begins now: that of persons is bounded by their gates.
  const expires = expiryOf(turn, turn.node(step.node));
  const detail = { fires: undefined, expires };
  turn.count({ waiting: 1 });
  turn.ready.push(await turn.change(step, { state: 'ready', reason: undefined, due: expires, detail }));
}

/** Ends a step against which a person has voted. */
export async function rejectStep(turn: Turn, step: StepRecord, message: string): Promise<void> {
  await endStep(turn, step, { state: 'failed', error: failure('rejected', message) });
}

/** Ends a step of which the time for votes is over. */
export async function gateOverdue(turn: Turn, step: StepRecord): Promise<void> {
  const open = (await turn.gates.of(step, turn.tx)).filter(({ state }) => state === 'open');
  const late = open.filter(({ expires }) => expires <= turn.now);
  if (late.length === 0) {
    const due = Math.min(...open.map(({ expires }) => expires));
    await turn.change(step, { due, detail: { fires: due } });
    return;
  }
  for (const row of late) {
    await turn.gates.move(turn.tx, row, 'expired');
    const { name: gate, digest, node, generation } = row;
    turn.note({ kind: 'gate', node, generation, data: { gate, digest, state: 'expired' } });
  }
  const escalates = late.every(({ terms }) => parseTerms(terms).onTimeout === 'escalate');
  const names = late.map(({ name }) => name).join(', ');
  const message = `too few persons have approved in time (${names})`;
  await endStep(turn, step, {
    ...{ state: 'failed', error: failure(escalates ? 'deadline-exceeded' : 'rejected', message) },
    ...(escalates ? { detail: { escalates } } : {}),
  });
}

/**
 * Makes all votes on a step void, because what was decided about has changed: its input is computed anew, and its gates open again.
 * A step that has begun, or was never asked about, stays as it is.
 */
export async function voidGates(turn: Turn, step: StepRecord, reason: string): Promise<StepRecord> {
  const isWaiting = step.state === 'awaiting-approval';
  const isIdle = isWaiting || (step.state === 'ready' && step.work === undefined);
  if (!step.detail.gated || !isIdle || goesOn(step)) return step;
  await forgetVotes(turn, step, reason);
  const detail = withoutSubject(step);
  if (!isWaiting) return turn.change(step, { detail });
  turn.count({ waiting: 1 });
  const ready = await turn.change(step, { state: 'ready', reason: undefined, due: undefined, detail });
  turn.ready.push(ready);
  return ready;
}

/** Puts a step that waits for votes back to pending. */
export async function backFromGates(turn: Turn, step: StepRecord, reason: string): Promise<void> {
  await forgetVotes(turn, step, reason);
  await turn.change(step, { state: 'pending', reason: undefined, due: undefined, detail: withoutSubject(step) });
}

async function forgetVotes(turn: Turn, step: StepRecord, reason: string): Promise<void> {
  await turn.gates.makeVoid(turn.tx, step, reason, true);
  const { node, generation } = step;
  turn.note({ kind: 'gate', node, generation, data: { state: 'void', reason } });
}

function withoutSubject({ detail: { items, try: number = 1 } }: StepRecord) {
  return {
    ...{ gated: undefined, fires: undefined, input: undefined, lineage: undefined, degraded: undefined },
    // Items of a list that were executed in an earlier try belong to that list.
    items: number > 1 ? items : undefined,
  };
}
