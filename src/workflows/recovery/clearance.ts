/** Guards of what undoes steps: the agents of a way back meet the same rules as those of steps (ATD-8-q). */
import { askFor, faultOf } from '../course/asking.js';
import { tellRefused } from '../course/policy-violation.js';
import { parseTerms, rollbackGate, type WantedGate } from '../gate/terms.js';
import type { DagNode } from '../model/dag.js';
import type { GateRow } from '../run/gate-rows.js';
import type { Back, StepRecord } from '../run/record.js';
import type { Turn } from '../run/turn.js';
import type { RecoveryMeans } from './means.js';

/** `clear`: it may be undone. `waits`: for votes. Else why an agent may not undo it; of all agents under the name `''`. */
export type Clearance = 'clear' | 'waits' | ReadonlyMap<string, Refused>;

export interface Refused {
  readonly code: 'policy-violation' | 'rejected';
  readonly message: string;
}

/** The steps of one node that are undone next. */
export interface Undoing {
  readonly node: DagNode;
  /** Of these steps, each once. */
  readonly agents: readonly string[];
  /** Returns the digest of what persons decide about. */
  readonly subject: () => Promise<string>;
}

/** Judges by the present guards whether the steps of a node may be undone, and asks persons where these want it. */
export async function clearanceOf(turn: Turn, means: RecoveryMeans, back: Back, undoing: Undoing): Promise<Clearance> {
  const { node, agents } = undoing;
  const wanted = new Map<string, WantedGate>();
  const refused = new Map<string, Refused>();
  const work = taskThatUndoes(node);
  for (const agent of agents) {
    const { gates, denied } = await means.gates.wanted(turn.present, turn.plan.dag, work, agent, turn.tx);
    if (denied) {
      const message = `the guard "${denied.name}" refuses that it is undone`;
      tellRefused(turn, means.gates, await turn.own(node.name), { guard: denied.name, message, agent });
      refused.set(agent, { code: 'policy-violation', message });
    }
    // The gates of the graph and of the risk are about the step, not about the task that undoes it.
    for (const gate of gates)
      if (gate.guard !== undefined) wanted.set(gate.name, { ...gate, name: rollbackGate(back.number, gate.name) });
  }
  if (refused.size > 0) return refused;
  const step = await turn.step(node.name);
  if (!step || (wanted.size === 0 && !waitsForVotes(step))) return 'clear';
  const clearance = await decided(turn, means, back, step, [...wanted.values()], undoing);
  if (clearance !== 'waits') await turn.change(step, { reason: undefined, due: undefined });
  return clearance;
}

/** The begin of the reason of a step that waits. */
const WAITS = 'before it is undone it waits for ';

/** True for the step of a node that persons are asked about before it is undone. */
export function waitsForVotes({ reason }: StepRecord): boolean {
  return reason?.startsWith(WAITS) ?? false;
}

/** Ends the question whether a node may be undone: a person has decided that it is not. */
export async function askNoMore(turn: Turn, back: Back, step: StepRecord, why: string): Promise<void> {
  for (const row of await gatesOf(turn, back, step))
    if (row.state === 'open') {
      await turn.gates.move(turn.tx, row, 'void', why);
      const { node, generation, name: gate, digest } = row;
      turn.note({ kind: 'gate', node, generation, data: { gate, digest, state: 'void', reason: why } });
    }
  await turn.change(step, { reason: undefined, due: undefined });
}

/** Returns the gates of a step in a way back that count. */
async function gatesOf(turn: Turn, back: Back, step: StepRecord): Promise<readonly GateRow[]> {
  return (await turn.gates.of(step, turn.tx)).filter(({ name }) => name.startsWith(rollbackGate(back.number)));
}

/** Counts the gates of a way back. Those that are no more wanted, or whose terms or subject have changed, are void. */
async function decided(
  turn: Turn,
  means: RecoveryMeans,
  back: Back,
  step: StepRecord,
  wanted: readonly WantedGate[],
  { agents, subject: subjectOf }: Undoing,
): Promise<Clearance> {
  const subject = await subjectOf();
  const given = await gatesOf(turn, back, step);
  const lacking: WantedGate[] = [];
  const open: GateRow[] = [];
  for (const row of given)
    if (row.state === 'open' && !wanted.some(({ name }) => name === row.name))
      await turn.gates.move(turn.tx, row, 'void', 'its guard has changed or gone');
  for (const gate of wanted) {
    const row = given.find(({ name }) => name === gate.name);
    const state = row?.state === 'open' && row.expires <= turn.now ? 'expired' : row?.state;
    if (row && state === 'expired' && row.state === 'open') await expire(turn, row);
    if (row && (state === 'rejected' || state === 'expired')) return refusedByPersons(row, state);
    const fault = row && (await faultOf(turn, means.gates, row, gate, { executors: agents, subject }));
    if (row && fault !== undefined) await turn.gates.move(turn.tx, row, 'void', fault);
    if (!row || fault !== undefined) lacking.push(gate);
    else if (state === 'open') open.push(row);
  }
  if (lacking.length === 0 && open.length === 0) return 'clear';
  const due =
    lacking.length === 0
      ? Number.POSITIVE_INFINITY
      : await askFor(turn, means.gates, step, lacking, { input: subject, checkpoint: String(back.to) });
  await turn.change(step, {
    reason: `${WAITS}${wanted.map(({ name }) => name).join(', ')}`,
    due: Math.min(due, ...open.map(({ expires }) => expires)),
    detail: { gated: true },
  });
  return 'waits';
}

async function expire(turn: Turn, row: GateRow): Promise<void> {
  await turn.gates.move(turn.tx, row, 'expired');
  const { node, generation, name: gate, digest } = row;
  turn.note({ kind: 'gate', node, generation, data: { gate, digest, state: 'expired' } });
}

function refusedByPersons({ name, reason, terms }: GateRow, state: 'rejected' | 'expired'): Clearance {
  const { question } = parseTerms(terms);
  const why = reason ?? question;
  const what = state === 'rejected' ? 'a person has rejected it' : 'too few persons have approved in time';
  const message = `${what} (${name})${why === undefined || why === null ? '' : `: ${why}`}`;
  return new Map([['', { code: 'rejected', message }]]);
}

/** Returns a node whose task is the one that undoes another node, as guards judge it. Nodes of type task only have one. */
function taskThatUndoes(node: DagNode): DagNode {
  const { task, compensation } = node;
  if (!task) return node;
  const { skill: _, discover: __, domain: ___, ...terms } = task;
  const skill = compensation?.skill;
  return { ...node, task: { ...terms, ...(skill === undefined ? {} : { skill }) } };
}
