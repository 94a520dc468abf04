/** Gates as the model has them, and the rpc `list-gates`. */
import { isObject, TimeSlice } from '../../data/index.js';
import type { YangentWorkflowsProvider } from '../../generated/providers.js';
import type { Call } from '../../server/index.js';
import { seesRun } from '../engine/visible.js';
import { whyNoGateVote } from '../gate/judge.js';
import { shownVote } from '../gate/proof.js';
import { parseTerms } from '../gate/terms.js';
import type { GateRow, GateVoteRow } from '../run/gate-rows.js';
import type { RunRecord, StepRecord } from '../run/record.js';
import type { WorkflowNeeds } from './needs.js';
import { saidIn } from './said.js';

type StepEntry = YangentWorkflowsProvider['state']['/yangent-workflows:workflows/run/step']['entry'];
type GateEntry = NonNullable<StepEntry['gate']>[number];
type ListGates = YangentWorkflowsProvider['rpcs']['list-gates'];

/** Returns the gates of a step: the last one of each name. */
export async function gatesOf(needs: WorkflowNeeds, run: RunRecord, step: StepRecord): Promise<readonly GateEntry[]> {
  if (step.item > 0) return [];
  const { gates } = needs.rows;
  return Promise.all(
    (await gates.last(step)).map(async (gate) => {
      const reason = await saidIn(needs, run, gate.reason ?? undefined);
      return gateValue({ ...gate, reason: reason ?? null }, await gates.votes(gate));
    }),
  );
}

/** Returns a gate with some of its votes. */
export function gateValue(gate: GateRow, votes: readonly GateVoteRow[]): GateEntry {
  const { name, guard, state, reason, statement, digest, salt, subject, asked, expires } = gate;
  const terms = parseTerms(gate.terms);
  return {
    ...{ name, state, statement, digest, salt, subject, asked: at(asked), expires: at(expires) },
    guard: guard ?? undefined,
    reason: reason ?? undefined,
    'approver-group': [...terms.approverGroups],
    approver: [...terms.approvers],
    ...{ quorum: terms.quorum, separation: terms.separation, signature: terms.signature, timeout: terms.timeout },
    ...{ 'second-factor': terms.secondFactor, 'on-timeout': terms.onTimeout },
    ...{ form: terms.form, question: terms.question },
    vote: votes.map(voteValue),
  };
}

function voteValue({ proof, ...vote }: GateVoteRow) {
  const { method = [], data, ...shown } = shownVote(vote);
  return { ...shown, method: [...method], ...(isObject(data) ? { data } : {}), proof };
}

function at(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

const PAGE = 200;

export async function listGatesOperation(
  needs: WorkflowNeeds,
  { all, limit }: ListGates['input'],
  call: Call,
): Promise<ListGates['output']> {
  const slice = new TimeSlice();
  const gate: NonNullable<ListGates['output']['gate']>[number][] = [];
  let after: { readonly expires: number; readonly run: string; readonly number: number } = FIRST;
  for (;;) {
    const rows = await needs.rows.gates.open(after, PAGE);
    for (const row of rows) {
      call.signal.throwIfAborted();
      if (slice.over) await slice.next();
      const run = await needs.rows.run(row.run);
      if (!run || !seesRun(call, run, needs.definitions)) continue;
      if (!all && !(await isMine(needs, call, row))) continue;
      if (gate.length === limit) return { gate, more: true };
      const { node, generation, name, digest, expires } = row;
      const { question } = parseTerms(row.terms);
      const { id, definition, initiator } = run;
      gate.push({ run: id, node, generation, name, definition, initiator, digest, question, expires: at(expires) });
    }
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return { gate, more: false };
    after = last;
  }
}

const FIRST = { expires: 0, run: '', number: 0 };

/** True for a gate in which the caller has a vote, and has not voted. */
async function isMine(needs: WorkflowNeeds, call: Call, row: GateRow): Promise<boolean> {
  const terms = parseTerms(row.terms);
  const run = await needs.rows.run(row.run);
  const step = run && (await needs.rows.steps.get(row.run, row.node, 0));
  if (!run || !step) return false;
  // Most callers are none of those who are asked: for these no agents are looked for.
  const open = { initiator: run.initiator, executors: [], changedBy: [] };
  if (whyNoGateVote(needs.gates.o, call.principal, terms, open) !== undefined) return false;
  if ((await needs.rows.gates.votes(row)).some(({ by }) => by === call.user)) return false;
  if (!terms.separation) return true;
  const executors = await needs.mayExecute(run, step, call.signal);
  const involved = await needs.store.transact((tx) => needs.gates.involved(run, row.guard, executors, tx));
  return whyNoGateVote(needs.gates.o, call.principal, terms, involved) === undefined;
}
