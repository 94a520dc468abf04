/** State of yangent-sessions: the sessions that a caller may see, and their members. */
import { OPERATOR_GROUP } from '../../access/index.js';
import { shownAgent } from '../../agents/index.js';
import { int64 } from '../../data/rfc7951/int64.js';
import type { YangentSessionsProvider } from '../../generated/providers.js';
import type { Call, ListState } from '../../server/index.js';
import { shownTime } from '../../store/index.js';
import { holding } from '../floor/course.js';
import { isShown, seesMembers } from '../member/present.js';
import type { Floor } from '../record/floor.js';
import { type MemberRecord, memberships } from '../record/member.js';
import type { SessionRecord } from '../record/session.js';
import type { SessionTask } from '../record/session-task.js';
import type { SessionServices } from '../services.js';
import { placeValue } from './place.js';

type States = YangentSessionsProvider['state'];
type Session = States['/yangent-sessions:sessions/session'];
type Task = States['/yangent-sessions:sessions/session/task'];
type Member = States['/yangent-sessions:sessions/session/member'];

/** Number of sessions or members that are read at once. */
const PAGE = 500;

export function sessionState(o: SessionServices): ListState<Session> {
  return {
    get: async ({ id }, call) => {
      const shown = await visible(o, call, id);
      return shown && sessionValue(o, shown);
    },
    list: async ({ after, limit }, call) => {
      const from = after?.id ?? '';
      const peer = peerOf(o, call);
      const agents = own(o, call);
      const page = peer
        ? await readBy(o, peer.name, from, limit)
        : agents === 'all'
          ? await o.sessions.page(from, limit)
          : await o.sessions.pageOf(agents, from, limit);
      const shown = await Promise.all(page.map((session) => shownFor(o, session, call)));
      return Promise.all(shown.flatMap((each) => (each ? [sessionValue(o, each)] : [])));
    },
  };
}

export function memberState(o: SessionServices): ListState<Member> {
  return {
    get: async ({ id, agent }, call) => {
      const shown = await visible(o, call, id);
      const member = shown && (await o.members.get(id, agent));
      return member && isShown(member, seen(shown))
        ? memberValue(o, shown, member, await positionsOf(o, id))
        : undefined;
    },
    list: async ({ after, limit }, call) => {
      const [id] = call.keys as readonly [string];
      const shown = await visible(o, call, id);
      if (!shown) return [];
      const positions = await positionsOf(o, id);
      const page: Member['entry'][] = [];
      let from = after?.agent ?? '';
      for (;;) {
        const members = await o.members.page(id, from, PAGE);
        for (const member of members) {
          if (!isShown(member, seen(shown))) continue;
          page.push(memberValue(o, shown, member, positions));
          if (page.length === limit) return page;
        }
        const last = members.at(-1);
        if (!last || members.length < PAGE) return page;
        from = last.agent;
      }
    },
  };
}

export function taskState(o: SessionServices): ListState<Task> {
  return {
    get: async ([session, id], call) => {
      const shown = await visible(o, call, session);
      const agents = shown ? courseOf(shown) : [];
      const task = agents.length > 0 ? await o.tasks.get(id) : undefined;
      if (!shown || task?.session !== session) return undefined;
      const isShown = agents === 'all' || agents.includes(task.assigner) || agents.includes(task.assignee);
      return isShown ? taskValue(shown.session, task) : undefined;
    },
    list: async ({ after, limit }, call) => {
      const [id] = call.keys as readonly [string];
      const shown = await visible(o, call, id);
      const agents = shown ? courseOf(shown) : [];
      if (!shown || agents.length === 0) return [];
      return (await o.tasks.page(id, after?.id ?? '', limit, agents)).map((task) => taskValue(shown.session, task));
    },
  };
}

function taskValue(
  { floor }: SessionRecord,
  { task, taskId, assigner, assignee, mode, state, sequence }: SessionTask,
): Task['entry'] {
  return {
    ...{ id: task, 'task-id': taskId, mode, state, sequence: int64(sequence) },
    assigner: shownAgent(assigner),
    assignee: shownAgent(assignee),
    ...(floor?.triggers.includes(task) ? { trigger: true } : {}),
  };
}

/** Agents of the caller, as far as this endpoint shows them; `all` for operators, who see all sessions. */
function own({ directory }: SessionServices, call: Call): readonly string[] | 'all' {
  const { view } = call;
  if (view.kind === 'agent') return call.sees({ agents: [view.agent] }) ? [view.agent] : [];
  return call.groups.includes(OPERATOR_GROUP) ? 'all' : directory.actableBy(call);
}

interface Shown {
  readonly session: SessionRecord;
  readonly agents: readonly string[] | 'all';
  /** True for operators, the coordinator, and, where members are shown to one another, those that are in or invited. */
  readonly all: boolean;
  /** Agents of the caller that are in, and not only invited. */
  readonly joined: readonly string[];
}

async function readBy(o: SessionServices, peer: string, after: string, limit: number) {
  const ids = await o.linkRows.page(peer, after, limit);
  return (await Promise.all(ids.map((id) => o.sessions.get(id)))).flatMap((session) => session ?? []);
}

/** Returns the peer as which a caller at the endpoint of the node logs in. */
function peerOf({ homes }: SessionServices, { view, user }: Call) {
  return view.kind === 'node' ? homes.peerOfUser(user) : undefined;
}

async function visible(o: SessionServices, call: Call, id: string): Promise<Shown | undefined> {
  const session = await o.sessions.get(id);
  return session && shownFor(o, session, call);
}

/** Returns the session as the caller sees it: a peer as the members behind it do. */
async function shownFor(o: SessionServices, session: SessionRecord, call: Call): Promise<Shown | undefined> {
  const peer = peerOf(o, call);
  if (!peer) return shownTo(o, session, own(o, call));
  const behind = await o.behind.of(session.id, peer.name);
  return behind.length === 0
    ? undefined
    : shownTo(
        o,
        session,
        behind.map(({ agent }) => agent),
      );
}

/** Returns the session if its members include an agent of the caller, or if the caller may let one join. */
async function shownTo(
  o: SessionServices,
  session: SessionRecord,
  agents: Shown['agents'],
): Promise<Shown | undefined> {
  if (agents === 'all') return { session, agents, all: true, joined: [] };
  const members = await o.members.among(session.id, agents);
  const isOpenToAll = session.state !== 'closed' && session.terms.admission === 'node';
  if (members.length === 0 && !isOpenToAll) return undefined;
  return {
    ...{ session, agents, all: members.some((member) => seesMembers(session, member)) },
    joined: members.filter(({ state }) => state === 'joined').map(({ agent }) => agent),
  };
}

/** Returns the agents whose turns and tasks the caller sees: where members are hidden, its own. */
function courseOf({ all, agents, joined }: Shown): readonly string[] | 'all' {
  return all && (agents === 'all' || joined.length > 0) ? 'all' : joined;
}

function seen({ all, agents }: Shown): readonly string[] | 'all' {
  return all ? 'all' : agents;
}

async function sessionValue(o: SessionServices, shown: Shown): Promise<Session['entry']> {
  const { session, all } = shown;
  const { initiator } = session;
  const { id, kind, name, goal, coordinator, created, state, since, closeReason, terms, first, last } = session;
  const { standing, conclusion, parent, depth, floor } = session;
  const course = courseOf(shown);
  const isIn = course === 'all';
  const expires = floor && (await o.timers.get(id, 'floor'));
  return {
    ...{ id, kind, name, standing, goal, state, ...terms },
    ...(isIn ? { conclusion, parent: parent && { task: parent.task, session: parent.session } } : {}),
    depth: kind === 'team' ? depth : undefined,
    floor:
      floor && course.length > 0
        ? {
            ...holding(heldBy(floor, course)),
            expires: expires === undefined ? undefined : new Date(shownTime(expires)).toISOString(),
          }
        : undefined,
    created: new Date(created).toISOString(),
    since: new Date(since).toISOString(),
    'close-reason': closeReason,
    ...(all || seen(shown).includes(initiator) ? { initiator: initiatorOf(initiator) } : {}),
    ...(all ? { coordinator } : {}),
    ...(await placeValue(o, session, shown.agents === 'all')),
    ...(isIn && last > 0 && first <= last ? { 'first-sequence': int64(first), 'last-sequence': int64(last) } : {}),
  };
}

/** Returns nothing for a former agent, whose identifier another has now, and where the first version did not store it. */
function initiatorOf(initiator: string): string | undefined {
  return initiator !== '' && shownAgent(initiator) === initiator ? initiator : undefined;
}

/** Returns the floor as those see it who see the turns of these agents. */
function heldBy(floor: Floor, agents: readonly string[] | 'all'): Floor {
  return agents === 'all' ? floor : { ...floor, holders: floor.holders.filter((agent) => agents.includes(agent)) };
}

/** Returns how far the peers of a session have read. */
async function positionsOf({ linkRows }: SessionServices, session: string): Promise<ReadonlyMap<string, number>> {
  return new Map((await linkRows.of(session)).map(({ peer, position }) => [peer, position]));
}

function memberValue(
  { written, directory, states }: SessionServices,
  { session, agents }: Shown,
  member: MemberRecord,
  positions: ReadonlyMap<string, number>,
): Member['entry'] {
  const { agent, role, state, filters, byProfile, spans, missed, expired } = member;
  const isCoordinator = session.coordinator !== undefined && agents !== 'all' && agents.includes(session.coordinator);
  const isOwn = agents === 'all' || isCoordinator || agents.includes(agent);
  const joined = memberships(spans).at(-1)?.from;
  const record = directory.get(agent);
  // The members behind a peer read at their node: here it is known how far that has read.
  const read = record?.foreign ? (positions.get(record.foreign.peer) ?? 0) : 0;
  const acknowledged = Math.max(member.acknowledged, read);
  const delivered = Math.max(member.delivered, written.through(session.id, agent), read);
  const isRead = !(session.copy && record?.foreign);
  return {
    ...{ agent, role, state },
    online: record !== undefined && states.stateOf(record) === 'online',
    ...(isOwn && filters.length > 0 ? { filter: filters } : {}),
    ...(isOwn && byProfile ? { 'by-profile': true } : {}),
    ...(joined === undefined ? {} : { 'from-sequence': int64(joined) }),
    ...(isOwn && isRead ? { acknowledged: int64(acknowledged), delivered: int64(delivered) } : {}),
    ...(isOwn ? { missed: int64(missed), expired: int64(expired) } : {}),
  };
}
