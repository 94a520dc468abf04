/** The agents that a team needs: the best are invited, and others when one declines or does not answer. */
import { type AgentRecord, blocks, type Speaking } from '../../agents/index.js';
import type { YangentSessionsProvider } from '../../generated/providers.js';
import type { Call } from '../../server/index.js';
import type { Tx } from '../../store/index.js';
import { settle } from '../floor/course.js';
import { come, EVERYTHING, go } from '../member/comings.js';
import { stateOfInvited } from '../member/consent.js';
import type { Asked, Need } from '../record/needs.js';
import type { SessionRecord } from '../record/session.js';
import type { SessionServices } from '../services.js';

type NeedInput = NonNullable<YangentSessionsProvider['rpcs']['open']['input']['need']>[number];

/** Number of agents that may be asked besides those that are needed. */
const MOST_OTHERS = 20;
/** Milliseconds in which an invited agent answers. */
const PATIENCE = 30_000;

/** A need, and the agents that meet it. */
export interface Sought {
  readonly id: string;
  readonly count: number;
  /** The best first. */
  readonly found: readonly AgentRecord[];
}

/** Finds the agents that meet the needs, but for the one that opens the team. */
export async function findSought(
  o: Pick<SessionServices, 'discovery'>,
  call: Call,
  needs: readonly NeedInput[],
  opener: AgentRecord,
): Promise<readonly Sought[]> {
  const sought: Sought[] = [];
  for (const { id, count, ...query } of needs) {
    const { matches } = await o.discovery.find(query, call, { limit: count + 1 + MOST_OTHERS });
    const found = matches
      .map(({ agent }) => agent)
      .filter((agent) => isWilling(agent, { agent: opener, user: call.user }) && agent.id !== opener.id);
    sought.push({ id, count, found });
  }
  return sought;
}

export interface Met {
  readonly session: SessionRecord;
  /** Needs for which too few agents were found. */
  readonly unmet: readonly string[];
}

/** Invites the agents that meet the needs best; none of them for two needs. */
export async function meet(
  o: SessionServices,
  tx: Tx,
  call: Call,
  session: SessionRecord,
  sought: readonly Sought[],
): Promise<Met> {
  let now = session;
  const unmet: string[] = [];
  for (const { id, count, found } of sought) {
    const need: Need = { session: session.id, id, candidates: found.map(({ id }) => id), asked: [] };
    const met = await ask(o, tx, now, need, count, (agent) => stateOfInvited(o, call, agent));
    now = met.session;
    if (met.asked < count) unmet.push(id);
  }
  return { session: now, unmet };
}

/** Asks others in place of those that did not come. @param isDone true for an agent whose answer is not waited for any more */
async function replace(
  o: SessionServices,
  tx: Tx,
  session: SessionRecord,
  isDone: (asked: Asked) => boolean,
): Promise<SessionRecord> {
  let now = session;
  for (const need of await o.needs.of(session.id, tx)) {
    const done = need.asked.filter(isDone);
    if (done.length === 0) continue;
    let missing = 0;
    for (const { agent } of done) {
      const member = await o.members.get(session.id, agent, tx);
      if (member?.state === 'joined') continue;
      missing += 1;
      if (member?.state === 'invited') {
        now = await go(o, tx, now, member, { state: 'removed', reason: 'it did not answer in time' });
      }
      if (now.state === 'closed') return now;
    }
    const rest = { ...need, asked: need.asked.filter((each) => !isDone(each)) };
    now = (await ask(o, tx, now, rest, missing, willingState)).session;
  }
  return settle(o, tx, now);
}

/** Asks the next candidates since this agent declined; a team that waited for its answer begins. */
export function declined(o: SessionServices, tx: Tx, session: SessionRecord, agent: string): Promise<SessionRecord> {
  return replace(o, tx, session, (asked) => asked.agent === agent);
}

/** Asks the next candidates in place of those that did not answer in time. */
export function overdue(o: SessionServices, tx: Tx, session: SessionRecord): Promise<SessionRecord> {
  const now = o.clock();
  return replace(o, tx, session, ({ until }) => until <= now);
}

/** Lets the first `count` candidates come that are not in yet. */
async function ask(
  o: SessionServices,
  tx: Tx,
  session: SessionRecord,
  need: Need,
  count: number,
  stateOf: (agent: AgentRecord) => 'invited' | 'joined',
): Promise<{ readonly session: SessionRecord; readonly asked: number }> {
  const candidates = [...need.candidates];
  const asked: Asked[] = [...need.asked];
  let now = session;
  const { coordinator, owner: user } = session;
  const speaking = { agent: coordinator === undefined ? undefined : o.directory.get(coordinator), user };
  let came = 0;
  while (came < count) {
    const id = candidates.shift();
    if (id === undefined) break;
    const agent = o.directory.get(id);
    if (!agent || !isWilling(agent, speaking) || (await o.members.get(session.id, id, tx))) continue;
    const state = stateOf(agent);
    now = (await come(o, tx, now, { agent: id, role: 'speaker', state, ...EVERYTHING })).session;
    came += 1;
    if (state === 'invited') asked.push({ agent: id, until: o.clock() + PATIENCE });
  }
  await o.needs.put(tx, { ...need, candidates, asked });
  const first = Math.min(...(await o.needs.of(session.id, tx)).flatMap((each) => each.asked.map(({ until }) => until)));
  if (Number.isFinite(first)) await o.timers.set(tx, { session: session.id, kind: 'need', due: first });
  else await o.timers.clear(tx, session.id, 'need');
  return { session: now, asked: came };
}

function isWilling(agent: AgentRecord, by: Speaking): boolean {
  return agent.accepts.sessions !== 'none' && !blocks(agent, by);
}

function willingState({ accepts }: AgentRecord): 'invited' | 'joined' {
  return accepts.sessions === 'ask' ? 'invited' : 'joined';
}
