/** Votes of persons in the gates of a step. */
import { type Principal, STALE_APPROVAL, voteRefused } from '../../access/index.js';
import { RpcError } from '../../data/index.js';
import { pass, rejectStep } from '../course/gates.js';
import { readBy } from '../course/input.js';
import { faultOfGateVote, type Involved, isStrongEnough, whyNoGateVote } from '../gate/judge.js';
import type { GateMeans } from '../gate/means.js';
import { type ProofKey, provenVote, shownVote, voteDigest } from '../gate/proof.js';
import { type GateTerms, isRollbackGate, parseTerms } from '../gate/terms.js';
import type { GateRow } from '../run/gate-rows.js';
import type { StepRecord } from '../run/record.js';
import type { Turn } from '../run/turn.js';

export interface GivenVote {
  readonly caller: Principal;
  readonly verdict: 'approve' | 'reject';
  /** Digest of the gate. */
  readonly digest: string;
  readonly comment?: string;
  readonly data?: unknown;
  /** A signature that was verified, and its key. */
  readonly signed?: { readonly signature: string; readonly key: string };
  /** The key of the node for its own signature. */
  readonly proof: ProofKey;
  /** The agents that execute the step, or may be found for it. */
  readonly executors: readonly string[];
}

/**
 * Takes a vote. With the last one that was needed the step goes on; one that rejects ends it.
 *
 * @throws RpcError access-denied (not-a-voter, insufficient_user_authentication), operation-failed (stale-approval, bad-transition),
 * missing-element (signature-required), invalid-value
 */
export async function vote(turn: Turn, means: GateMeans, step: StepRecord, given: GivenVote): Promise<void> {
  const asked = await turn.gates.all(step, turn.tx);
  const gate = asked.find(({ digest }) => digest === given.digest);
  const gates = asked.filter(({ state }) => state === 'open');
  const involvedIn = (row: GateRow) => means.involved(turn.present, row.guard, given.executors, turn.tx);
  await requireVoter(means, step, given, gate ? [gate] : gates, involvedIn);
  if (gate?.state !== 'open') throw notOpen(step, gate);
  requireUnended(turn, step, gate);
  const terms = parseTerms(gate.terms);
  if (!isStrongEnough(terms, given.caller))
    throw voteRefused(
      'access-denied',
      'insufficient_user_authentication',
      `a vote on step "${step.node}" needs a login with two factors, as ${gate.name} says`,
    );
  if (gate.expires <= turn.now) throw badTransition(step, `the time for votes in ${gate.name} is over`);
  if (given.verdict === 'approve' && terms.signature && !given.signed)
    throw voteRefused(
      'missing-element',
      'signature-required',
      `a vote on step "${step.node}" must be signed, as ${gate.name} says`,
    );
  await keep(turn, gate, given, dataOf(terms, given));
  if (given.verdict === 'reject') return reject(turn, step, gate, given);
  await count(turn, means, step, gate, await involvedIn(gate));
}

/** Counts the votes of a gate: each is judged again, since users, groups and keys may have changed. */
async function count(turn: Turn, means: GateMeans, step: StepRecord, gate: GateRow, involved: Involved): Promise<void> {
  const terms = parseTerms(gate.terms);
  let counted = 0;
  for (const each of await turn.gates.votes(gate, turn.tx)) {
    if (faultOfGateVote(means.o, each, terms, involved) === undefined) counted += 1;
    else await turn.gates.dropVote(turn.tx, each);
  }
  if (counted < terms.quorum) return;
  await turn.gates.move(turn.tx, gate, 'approved');
  tell(turn, gate, 'approved');
  // A way back goes on by itself.
  if (isRollbackGate(gate)) return;
  const gates = await turn.gates.of(step, turn.tx);
  if (gates.every(({ state }) => state === 'approved')) await pass(turn, step);
}

async function reject(turn: Turn, step: StepRecord, gate: GateRow, { caller, comment }: GivenVote): Promise<void> {
  await turn.gates.move(turn.tx, gate, 'rejected', await turn.said(comment));
  tell(turn, gate, 'rejected');
  if (isRollbackGate(gate)) return;
  await rejectStep(turn, step, `rejected by ${caller.name}${comment === undefined ? '' : `: ${comment}`}`);
}

function tell(turn: Turn, { node, generation, name: gate, digest }: GateRow, state: GateRow['state']): void {
  turn.note({ kind: 'gate', node, generation, data: { gate, digest, state } });
}

/** Stores a vote with the signature of the node. The journal names it by its digest. */
async function keep(turn: Turn, gate: GateRow, given: GivenVote, data: string | null): Promise<void> {
  const { caller, verdict, comment = null, signed, proof } = given;
  const { run, number, node, generation, statement, digest, name } = gate;
  const made = {
    ...{
      run,
      gate: number,
      by: caller.name,
      verdict,
      at: turn.now,
      comment,
      methods: JSON.stringify(caller.methods ?? []),
      data,
    },
    ...{ signature: signed?.signature ?? null, key: signed?.key ?? null },
  };
  const proven = provenVote(statement, shownVote(made), proof, turn.isSealed);
  await turn.gates.vote(turn.tx, { ...made, proof: proven }, turn.present.seal);
  turn.note({
    ...{ kind: 'vote', node, generation },
    data: { gate: name, digest, verdict, vote: voteDigest(proven) },
  });
}

/** Returns the data of a vote as JSON text, read by the form of its gate. @throws RpcError invalid-value */
function dataOf({ form }: GateTerms, { verdict, data }: GivenVote): string | null {
  if (verdict === 'reject') return null;
  if (form === undefined) {
    if (data === undefined) return null;
    throw wrongData('the gate has no form, so its votes have no data');
  }
  const read = readBy(form, data ?? {});
  if ('problem' in read) throw wrongData(`the data do not fit the form of the gate: ${read.problem}`);
  const text = JSON.stringify(read.value);
  if (text.length > LONGEST_DATA)
    throw wrongData(`the data have ${text.length} characters; at most ${LONGEST_DATA} are taken`);
  return text;
}

/** Characters of the data of a vote. */
const LONGEST_DATA = 65_536;

function wrongData(message: string): RpcError {
  return new RpcError({ type: 'application', tag: 'invalid-value', appTag: 'invalid-input', message });
}

/** Refuses a caller who has no vote in any of the gates. */
async function requireVoter(
  means: GateMeans,
  step: StepRecord,
  { caller }: GivenVote,
  gates: readonly GateRow[],
  involvedIn: (row: GateRow) => Promise<Involved>,
): Promise<void> {
  if (gates.length === 0) throw badTransition(step, 'it waits for no votes');
  let why = '';
  for (const gate of gates) {
    const found = whyNoGateVote(means.o, caller, parseTerms(gate.terms), await involvedIn(gate));
    if (found === undefined) return;
    why = found;
  }
  const { name } = caller;
  throw voteRefused(
    'access-denied',
    'not-a-voter',
    `user "${name}" has no vote on step "${step.node}": ${name} ${why}`,
  );
}

/** Refuses votes on a step that is about to be canceled: the run goes back, or ends. @throws RpcError bad-transition */
function requireUnended({ progress, plan }: Turn, step: StepRecord, gate: GateRow): void {
  if (isRollbackGate(gate)) return;
  if (progress.rollback) throw badTransition(step, 'its run goes back to a checkpoint');
  if (progress.ending && !plan.last.has(step.node)) throw badTransition(step, 'its run ends');
}

function notOpen(step: StepRecord, gate: GateRow | undefined): RpcError {
  if (gate && gate.state !== 'void') return badTransition(step, `${gate.name} is ${gate.state}`);
  if (step.state !== 'awaiting-approval') return badTransition(step, 'it waits for no votes');
  return new RpcError({
    ...{ type: 'application', tag: 'operation-failed', origin: 'caller', appTag: STALE_APPROVAL },
    message: `step "${step.node}" waits for votes on something else by now: its input or its rules have changed; read it again, and vote with the digest that it has`,
  });
}

function badTransition({ node, state }: StepRecord, problem: string): RpcError {
  return new RpcError({
    ...{ type: 'application', tag: 'operation-failed', origin: 'caller', appTag: 'bad-transition' },
    message: `step "${node}" is ${state}: ${problem}`,
  });
}
