/** Negotiations: threads of rounds between assigner and executor, before and during execution (seed 004 §5.3). */

import type { AgentDirectory, AgentRecord } from '../../agents/index.js';
import { shownAgent } from '../../agents/index.js';
import { INPUT_DEFAULTS } from '../../generated/defaults.js';
import type { Call } from '../../server/index.js';
import type { Tx } from '../../store/index.js';
import { requireEndpoint } from '../parties.js';
import type { TaskChanges } from '../record/changes.js';
import type { Clocks } from '../record/clocks.js';
import type { ConfiguredSettings } from '../record/configured-settings.js';
import { newId } from '../record/ids.js';
import { cleaner, redactedIn, requireShareableTaskId, type SharingNeeds } from '../record/minimisation.js';
import {
  asksForAnswer,
  awaitsAnswer,
  isSaid,
  requireKind,
  requireMaySpeak,
  requireWords,
} from '../record/negotiation-terms.js';
import type { OpenTasks } from '../record/open-tasks.js';
import { descriptionOf } from '../record/prompt.js';
import {
  NEW_DOCUMENT,
  type NegotiationTerms,
  type NegotiationType,
  type Round,
  type TaskRecord,
  VERDICTS,
  type Verdict,
} from '../record/record.js';
import { badTransition, isFinal, type TaskState } from '../record/states.js';
import type { TaskRows } from '../record/store.js';
import { negotiationValue } from '../record/value.js';
import type { TaskWatch } from '../record/watch.js';

export interface NegotiationNeeds extends SharingNeeds, Pick<Clocks, 'now'> {
  readonly rows: TaskRows;
  readonly changes: TaskChanges;
  readonly watch: TaskWatch;
  readonly directory: AgentDirectory;
  readonly open: OpenTasks;
  /** Returns the settings that are configured now. */
  readonly configured: () => ConfiguredSettings;
}

/** The content of a round from one side. */
export interface Speech {
  readonly type: NegotiationType;
  readonly content: readonly string[];
  readonly verdict?: Verdict;
  readonly counter?: string;
  /** Number of the round, which identifies a repetition. Default: the next. */
  readonly round?: number;
  /** A data parameter with further information; the context refers to it. */
  readonly dataParam?: string;
  /** See `Round.proposal`. */
  readonly proposal?: number;
  /** See `Round.byNode`. */
  readonly byNode?: true;
  /** New terms of the negotiation, set by the assigner. */
  readonly terms?: NegotiationTerms;
}

export function isVerdict(text: string): text is Verdict {
  return VERDICTS.some((each) => each === text);
}

/** Opens a negotiation about a task that is not assigned yet. */
export async function openNegotiation(
  needs: NegotiationNeeds,
  tx: Tx,
  call: Call,
  o: {
    readonly from: AgentRecord;
    readonly to: AgentRecord;
    readonly taskId?: string;
    readonly content: readonly string[];
    /** The content key. Default: its content is stored in clear. */
    readonly seal?: string;
  },
): Promise<TaskRecord> {
  requireEndpoint(call, o.from.id, o.to.id);
  needs.open.requireRoom(call.user, o.to.id);
  const [asked] = o.content;
  const content = asked && cleaner(needs, { from: o.from.id, to: o.to.id }, 'conversation', new Set())(asked);
  if (o.taskId !== undefined) requireShareableTaskId(needs, { from: o.from.id, to: o.to.id }, o.taskId);
  const now = needs.now();
  return needs.changes.create(
    tx,
    {
      id: newId(needs.now()),
      taskId: o.taskId ?? newId(needs.now()),
      from: o.from.id,
      to: o.to.id,
      owner: call.user,
      state: 'submitted',
      priority: INPUT_DEFAULTS['yangent-tasks:assign'].priority,
      created: new Date(now).toISOString(),
      attempt: 0,
      // A negotiation without a result ends at this time.
      deadline: now + needs.configured().negotiation.time * 1000,
      document: {
        ...{ ...NEW_DOCUMENT, description: content === undefined ? {} : { content } },
        ...(o.seal === undefined ? {} : { seal: o.seal }),
      },
    },
    call.user,
    { state: 'negotiating', by: call.user },
  );
}

/**
 * Adds a round. Its verdict may change the state of the task. A hosted agent on the other side answers by itself. A repetition
 * of the round that the speech names adds nothing.
 */
export async function addRound(
  needs: NegotiationNeeds,
  tx: Tx,
  task: TaskRecord,
  by: string,
  { terms, round: number, dataParam, ...speech }: Speech,
): Promise<TaskRecord> {
  requireWords(speech);
  const { rounds } = task.document;
  const removed = new Set<string>();
  const parties = { from: by, to: by === task.from ? task.to : task.from };
  const clean = cleaner(needs, parties, 'conversation', removed);
  if (dataParam !== undefined)
    needs.contexts.shareable({ ...parties, type: 'conversation', content: '', dataParams: [dataParam] });
  const round: Round = {
    round: rounds.length + 1,
    by,
    at: new Date(needs.now()).toISOString(),
    ...told(speech, clean),
  };
  if (number !== undefined && isSaid(rounds, { ...round, round: number })) return task;
  if (isFinal(task.state)) throw badTransition(task, 'is no longer negotiated');
  const bounds = needs.configured().negotiation;
  if (asksForAnswer(speech)) requireKind(needs.directory, task, speech.type);
  requireMaySpeak(task, by, speech.verdict, { now: needs.now(), bounds });
  const criteria = terms?.criteria?.map((each) => clean(each));
  const state = stateAfter(task, round);
  const spoken = await needs.changes.apply(tx, task, {
    by,
    note: `${speech.type} round ${round.round}${speech.verdict === undefined ? '' : `: ${speech.verdict}`}`,
    ...(state === undefined ? {} : { state }),
    ...(state === 'rejected' || state === 'canceled'
      ? { reason: `the negotiation was ended by agent "${shownAgent(by)}"` }
      : {}),
    ...(terms?.until !== undefined && task.state === 'negotiating' ? { deadline: Date.parse(terms.until) } : {}),
    document: {
      rounds: [...rounds, round],
      ...redactedIn(task.document, removed),
      ...(terms === undefined
        ? {}
        : { negotiation: { ...task.document.negotiation, ...terms, ...(criteria ? { criteria } : {}) } }),
    },
  });
  await keepInContext(needs, tx, spoken, { ...round, dataParam }, [...removed]);
  return spoken;
}

type Said = Omit<Speech, 'terms' | 'round' | 'dataParam'>;

/** Returns the speech with texts that the other side may have. */
function told(speech: Said, clean: (text: string) => string): Said {
  const { content, counter } = speech;
  return {
    ...speech,
    content: content.map((each) => clean(each)),
    ...(counter === undefined ? {} : { counter: clean(counter) }),
  };
}

/** Returns the new state of a task after a verdict on its feasibility; undefined when the state stays. */
function stateAfter(task: TaskRecord, round: Round): TaskState | undefined {
  if (round.type !== 'FEASIBILITY') return undefined;
  const byExecutor = round.by === task.to;
  if (round.verdict === 'rejected' && byExecutor && (task.state === 'negotiating' || task.state === 'accepted'))
    return 'rejected';
  if (round.verdict === 'rejected' && !byExecutor && task.state === 'negotiating') return 'canceled';
  // Without an assignment there is nothing to execute yet: the assigner still has to send it.
  if (round.verdict === 'accepted' && byExecutor && task.state === 'negotiating' && task.document.assigned)
    return 'accepted';
  return undefined;
}

/**
 * Stores the round in the context. A round that answers another is also stored as the response to it. Those of a sealed task are in
 * the task only.
 */
async function keepInContext(
  needs: NegotiationNeeds,
  tx: Tx,
  task: TaskRecord,
  round: Round & Pick<Speech, 'dataParam'>,
  redacted: readonly string[],
): Promise<void> {
  if (task.document.seal !== undefined) return;
  const last = task.document.rounds.at(-2);
  const answers = last !== undefined && last.by !== round.by;
  await needs.contexts.recordRequest(tx, {
    id: roundRecordId(task.id, round.round),
    owner: task.owner,
    from: round.by,
    to: round.by === task.from ? task.to : task.from,
    task: task.id,
    thread: task.id,
    type: 'conversation',
    content: saidIn(round),
    redacted,
    ...(round.dataParam === undefined ? {} : { dataParams: [round.dataParam] }),
    ...(answers ? { inReplyTo: roundRecordId(task.id, last.round) } : {}),
    at: round.at,
  });
  if (!answers) return;
  const param = roundParamId(task.id, last.round);
  await needs.contexts.putParam(tx, {
    id: param,
    owner: task.owner,
    agent: round.by,
    description: `Answer to round ${last.round} of the negotiation about task ${task.taskId}`,
    format: 'application/json',
    data: JSON.stringify({ 'yangent-tasks:negotiation': negotiationValue(task, task.document.rounds.at(-1) ?? round) }),
    readers: [task.from, task.to],
  });
  await needs.contexts.recordResponse(tx, roundRecordId(task.id, last.round), { dataParam: param, at: round.at });
}

/** Returns the whole content of a round as text. */
function saidIn({ content, counter, verdict }: Round): string {
  const said = [...content];
  if (counter !== undefined) said.push(said.length > 0 ? `counter-proposal: ${counter}` : counter);
  if (verdict !== undefined && !content.some((each) => descriptionOf(each).toLowerCase() === verdict))
    said.push(said.length > 0 ? `verdict: ${verdict}` : verdict);
  return said.join('\n');
}

/** Returns the identifier of the context record of a round. */
function roundRecordId(task: string, round: number): string {
  return `${task}-round-${round}`;
}

/** Returns the identifier of the data parameter with the answer to a round. */
export function roundParamId(task: string, round: number): string {
  return `${task}-round-${round}-answer`;
}

/** Returns the next round of the other side after a round; undefined while there is none. */
export function answerTo(task: TaskRecord, round: number): Round | undefined {
  const asked = task.document.rounds.find((each) => each.round === round);
  return task.document.rounds.find((each) => each.round > round && each.by !== asked?.by);
}

/**
 * Waits for the answer of the other side to a round. Default: the last round. Returns that round itself when `wait` (milliseconds)
 * is over, and at once when it needs no answer.
 */
export async function awaitAnswer(
  needs: NegotiationNeeds,
  task: TaskRecord,
  o: { readonly round?: number; readonly wait: number; readonly signal: AbortSignal },
): Promise<{ readonly task: TaskRecord; readonly round: Round }> {
  const { rounds } = task.document;
  const own = rounds[(o.round ?? rounds.length) - 1];
  if (!own) throw new Error(`task ${task.id} has no round to be answered`);
  const accepts = (now: TaskRecord) => answerTo(now, own.round) !== undefined || isFinal(now.state);
  const after =
    o.wait > 0 && awaitsAnswer(own) && !isFinal(task.state)
      ? await needs.watch.until(task.id, accepts, { timeout: o.wait, signal: o.signal })
      : undefined;
  const now = after ?? (await needs.rows.get(task.id)) ?? task;
  return { task: now, round: answerTo(now, own.round) ?? own };
}
