/** Asks persons about a step: opens gates, and says why what they have decided does not count any more. */
import { faultOfGateVote, votersOf } from '../gate/judge.js';
import type { GateMeans } from '../gate/means.js';
import { stated } from '../gate/statement.js';
import { parseTerms, termsText, type WantedGate } from '../gate/terms.js';
import type { GateRow } from '../run/gate-rows.js';
import type { StepRecord, Voters } from '../run/record.js';
import type { Turn } from '../run/turn.js';
import { keyOf } from './task-id.js';

/**
 * Returns why what persons were asked, or have approved, does not count any more; undefined when it does.
 *
 * @param o the agents that execute it, or may; the digest that is decided about, where that may have changed
 */
export async function faultOf(
  turn: Turn,
  means: GateMeans,
  row: GateRow,
  { terms }: WantedGate,
  { executors, subject }: { readonly executors: readonly string[]; readonly subject?: string },
): Promise<string | undefined> {
  if (row.state !== 'approved' && row.state !== 'open') return `it was ${row.state}`;
  if (termsText(parseTerms(row.terms)) !== termsText(terms)) return 'its terms have changed';
  if (subject !== undefined && JSON.parse(row.subject).input !== subject) return 'what is decided about has changed';
  if (row.state === 'open') return undefined;
  const involved = await means.involved(turn.present, row.guard, executors, turn.tx);
  for (const vote of await turn.gates.votes(row, turn.tx)) {
    const fault = faultOfGateVote(means.o, vote, terms, involved);
    if (fault !== undefined) return `it has lost a vote: ${vote.by} ${fault}`;
  }
  return undefined;
}

/**
 * Opens gates of a step.
 *
 * @param subject the digest of what persons decide about, and the checkpoint that stands before it
 * @returns when the time for votes is over in the first of them, in milliseconds since 1970
 */
export async function askFor(
  turn: Turn,
  { o: { nodeId } }: GateMeans,
  step: StepRecord,
  wanted: readonly WantedGate[],
  subject: { readonly input: string; readonly checkpoint: string },
): Promise<number> {
  let due = Number.POSITIVE_INFINITY;
  for (const gate of wanted) {
    const number = (turn.progress.gates ?? 0) + 1;
    const expires = turn.now + gate.terms.timeout * 1_000;
    due = Math.min(due, expires);
    const asking = { nodeId, run: turn.present, step: keyOf(nodeId, step), ...subject, number, expires };
    await add(turn, step, gate, { ...stated(asking, gate), number, expires });
  }
  return due;
}

async function add(
  turn: Turn,
  { run, node, generation }: StepRecord,
  { name, guard, terms }: WantedGate,
  made: Pick<GateRow, 'statement' | 'digest' | 'salt' | 'subject' | 'number' | 'expires'>,
): Promise<void> {
  const { digest, number, expires } = made;
  await turn.gates.add(turn.tx, {
    ...{ run, node, generation, name, guard: guard ?? null, terms: termsText(terms), state: 'open' },
    ...{ reason: null, asked: turn.now, ...made },
  });
  turn.changeRun({ progress: { gates: number, voters: joined(turn.progress.voters, votersOf(terms)) } });
  turn.note({
    ...{ kind: 'gate', node, generation },
    data: {
      ...{ gate: name, state: 'open', digest, expires: new Date(expires).toISOString() },
      ...(guard === undefined ? {} : { guard }),
      ...(terms.question === undefined ? {} : { question: terms.question }),
    },
  });
}

/** Names of groups and of users that a run remembers as voters. */
const MOST_VOTERS = 256;

function joined(before: Voters | undefined, more: Voters): Voters {
  const join = (one: readonly string[] = [], other: readonly string[]) =>
    [...new Set([...other, ...one])].slice(0, MOST_VOTERS).toSorted();
  return { groups: join(before?.groups, more.groups), users: join(before?.users, more.users) };
}
