/**
 * The rounds of a negotiation with an agent on another node. The rounds stored here give the order. Rounds of the assigner are
 * sent through the outbox; rounds of the agent are copied here. Each is copied once, in the order of its speaker.
 */

import { isObject, RpcError, withinTime } from '../../../data/index.js';
import { withoutAbsent } from '../../../data/rfc7951/members.js';
import type { Rpcs } from '../../../generated/index.js';
import { type Outbox, type OutboxJob, type Tx, Undeliverable } from '../../../store/index.js';
import { addRound, type Speech } from '../../negotiation/negotiation.js';
import type { Follower } from '../../record/followers.js';
import { asksForAnswer } from '../../record/negotiation-terms.js';
import type { Dispatch, Round, TaskRecord } from '../../record/record.js';
import { isFinal, isTaskState } from '../../record/states.js';
import { TaskFailure } from '../../skill/agent.js';
import { dispatchOf } from './dispatch.js';
import type { RemoteNeeds } from './needs.js';
import type { RemoteNode, RemoteRecord } from './nodes.js';
import { speakerOf } from './speaker.js';

const KIND = 'task-rounds';
/** Milliseconds for one attempt. */
const TIMEOUT = 15_000;
/** Retries for an unreachable node: for about half a day. */
const RETRY = { attempts: 150, first: 500, longest: 300_000 };

export class RemoteRounds {
  /** @param told called when the agent may have answered */
  constructor(
    private readonly outbox: Outbox,
    private readonly needs: () => RemoteNeeds,
    private readonly told: (agent: string, task: string) => void,
  ) {
    outbox.handle(KIND, (job, { signal }) => this.#tell(job, signal), RETRY);
  }

  /** Queues a message to the other node when a change of the task is a new round of the assigner. */
  readonly follow: Follower = async (tx, before, after) => {
    const { rounds } = after.document;
    const isSaid = rounds.length > (before?.document.rounds.length ?? 0) && rounds.at(-1)?.by === after.from;
    if (!isSaid || !this.#isRemote(after)) return;
    await this.outbox.enqueue(tx, { kind: KIND, key: after.id, payload: { task: after.id } });
  };

  #isRemote({ to }: TaskRecord): boolean {
    return this.needs().directory.get(to)?.remote !== undefined;
  }

  async #tell({ payload }: OutboxJob, stopping: AbortSignal): Promise<void> {
    const needs = this.needs();
    if (!isObject(payload) || typeof payload.task !== 'string') throw new Undeliverable('the stored job is damaged');
    const { task: id } = payload;
    const known = await this.#dispatched(id);
    if (!known) return;
    try {
      await withinTime({ timeout: TIMEOUT, signal: stopping }, (until) => tellRounds(needs, id, known, until));
    } catch (error) {
      if (!(error instanceof TaskFailure) || error.code === 'executor-lost') throw error;
      await answerInstead(needs, id, known, error.message);
    }
    this.told(known.agent, id);
  }

  /** Returns the dispatch of the task; undefined when there is nothing to send any more. */
  #dispatched(id: string): Promise<Dispatch | undefined> {
    const needs = this.needs();
    return needs.store.transact(async (tx) => {
      const task = await needs.rows.get(id, tx);
      if (!task || !this.#isRemote(task)) return undefined;
      if (isFinal(task.state)) return task.document.dispatch;
      const { dispatch, document } = dispatchOf(needs, task);
      if (document) await needs.changes.heartbeat(tx, task, { document });
      return dispatch;
    });
  }
}

/**
 * Sends the rounds that the other node does not have yet, each as its next round. A round that arrived although its request
 * failed is not sent twice.
 */
async function tellRounds(needs: RemoteNeeds, id: string, dispatch: Dispatch, signal: AbortSignal): Promise<void> {
  const node = await needs.remotes.at(dispatch.address, speakerOf(await needs.rows.get(id), dispatch), signal);
  for (;;) {
    const there = await recordAt(node, dispatch, signal);
    if (there && isOver(there)) return;
    if (there) await takeOver(needs, id, dispatch, there);
    const task = await needs.rows.get(id);
    const told = (there?.negotiation ?? []).filter(({ by }) => by === dispatch.address.as).length;
    const round = task && toBeTold(task, dispatch)[told];
    if (!round) return;
    const number = (there?.negotiation ?? []).length + 1;
    await node.negotiate({ ...roundThere(task, dispatch, round), round: number }, signal);
  }
}

async function recordAt(
  node: RemoteNode,
  { taskId }: Dispatch,
  signal: AbortSignal,
): Promise<RemoteRecord | undefined> {
  return (await node.find(taskId, signal))?.view(signal);
}

function isOver({ state }: RemoteRecord): boolean {
  return isTaskState(state) && isFinal(state);
}

/** Returns the assigner's rounds to be sent; not those that this node has answered itself. */
function toBeTold({ from, document }: TaskRecord, { rounds: before = 0 }: Dispatch): readonly Round[] {
  return document.rounds.filter(
    ({ by, round }, index, all) => round > before && by === from && all[index + 1]?.byNode !== true,
  );
}

/** Returns the input of `yangent-tasks:negotiate` for the other node. The negotiation ends there at the same time as here. */
function roundThere(
  { document, deadline, state }: TaskRecord,
  { address, taskId }: Dispatch,
  round: Round,
): Rpcs['yangent-tasks:negotiate']['input'] {
  const { type, content, verdict, counter } = round;
  const { maxRounds, until, criteria } = document.negotiation ?? {};
  const end = state === 'negotiating' && deadline !== undefined ? new Date(deadline).toISOString() : undefined;
  return withoutAbsent({
    ...{ from: address.as, to: address.agent, 'task-id': taskId, wait: 0 },
    ...{ type, content: content.length > 0 ? content : undefined, verdict, counter },
    ...{ 'max-rounds': maxRounds, 'negotiate-until': until ?? end, criterion: criteria },
  });
}

/** Copies rounds of the agent that are missing here. Rounds that the limits of this node refuse are left out. */
export async function takeOver(
  needs: RemoteNeeds,
  id: string,
  dispatch: Dispatch,
  { negotiation = [] }: RemoteRecord,
): Promise<void> {
  const said = negotiation.filter(({ by }) => by !== dispatch.address.as);
  const unheard = (task: TaskRecord) => said.slice(heard(task, dispatch));
  const before = said.length > 0 ? await needs.rows.get(id) : undefined;
  if (!before || unheard(before).length === 0) return;
  await spoken(needs, id, dispatch, async (tx, task) => {
    let now = task;
    for (const { type, content = [], verdict, counter } of unheard(task)) {
      if (isFinal(now.state)) return;
      now = await addRound(needs, tx, now, now.to, {
        ...{ type, content },
        ...(verdict === undefined ? {} : { verdict }),
        ...(counter === undefined ? {} : { counter }),
      });
    }
  });
}

/** Counts the rounds of the remote agent that are stored here. */
function heard({ to, document }: TaskRecord, { rounds: before = 0 }: Dispatch): number {
  return document.rounds.filter(({ round, by, byNode }) => round > before && by === to && !byNode).length;
}

/** Answers in place of an agent that cannot be reached, with the reason. */
function answerInstead(needs: RemoteNeeds, id: string, dispatch: Dispatch, why: string): Promise<void> {
  return spoken(needs, id, dispatch, async (tx, task) => {
    const last = task.document.rounds.at(-1);
    if (!last || last.by !== task.from || !asksForAnswer(last)) return;
    const verdict = last.type === 'FEASIBILITY' ? 'infeasible' : 'unsatisfied';
    await addRound(needs, tx, task, task.to, { type: last.type, verdict, content: [why], byNode: true });
  });
}

/** Rejects here when the other node has ended the negotiation without a round. */
export function endHere(needs: RemoteNeeds, id: string, dispatch: Dispatch, why: string): Promise<void> {
  const speech: Speech = { type: 'FEASIBILITY', verdict: 'rejected', content: [why], byNode: true };
  return spoken(needs, id, dispatch, async (tx, task) => {
    if (task.state === 'negotiating') await addRound(needs, tx, task, task.to, speech);
  });
}

/** Adds a round of the agent, if the dispatch still belongs to this task. */
async function spoken(
  needs: RemoteNeeds,
  id: string,
  { agent, taskId }: Dispatch,
  say: (tx: Tx, task: TaskRecord) => Promise<void>,
): Promise<void> {
  try {
    await needs.store.transact(async (tx) => {
      const task = await needs.rows.get(id, tx);
      if (task?.to !== agent || task.document.dispatch?.taskId !== taskId || isFinal(task.state)) return;
      await say(tx, task);
    });
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    needs.log.warn({ err: error, task: id }, 'negotiation: what the agent on the other node said is not taken over');
  }
}
