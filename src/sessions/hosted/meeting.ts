/** Shows a session to the functions of a member: no more than the agent may read itself. */
import type { Logger } from 'pino';
import { shownAgent } from '../../agents/index.js';
import { int64 } from '../../data/rfc7951/int64.js';
import { NO_FLOOR } from '../record/floor.js';
import type { MemberRecord } from '../record/member.js';
import type { SessionRecord } from '../record/session.js';
import type { MemberActor } from './door.js';
import type { Meeting, SeenSession, TeamMeeting } from './hooks.js';
import type { MemberNeeds } from './needs.js';
import { tasksIn } from './tasks.js';

/** Members that are shown at most. */
const MOST = 1_000;

/** An agent in a session, at one moment. */
export interface Seat {
  readonly actor: MemberActor;
  readonly session: SessionRecord;
  readonly member: MemberRecord;
  readonly log: Logger;
}

/** @param signal ends the call */
export function meetingOf({ door }: MemberNeeds, seat: Seat, signal: AbortSignal): Meeting {
  const { actor, session, member, log } = seat;
  return {
    ...{ agent: actor.agent, role: member.role, session: seen(seat), signal, log },
    history: async (most) => {
      const input = { agent: actor.agent, session: session.id, limit: most };
      const { message = [] } = await door.invoke(actor, 'yangent-sessions:history', input, signal);
      return message;
    },
  };
}

export async function teamMeetingOf(needs: MemberNeeds, seat: Seat, signal: AbortSignal): Promise<TeamMeeting> {
  const { session } = seat;
  const { floor = NO_FLOOR } = session;
  const { members, store } = needs.services;
  const isShown = showsAll(seat);
  const eldest = isShown ? await store.transact((tx) => members.eldest(tx, session.id, 'speaker', MOST)) : [];
  const { agent: own } = seat.actor;
  const assigned = await tasksIn(needs.services, session, isShown ? 'all' : [own]);
  return {
    ...meetingOf(needs, seat, signal),
    floor: { holder: isShown ? floor.holders : floor.holders.filter((agent) => agent === own), turn: floor.turn },
    speakers: eldest.map(({ agent }) => agent).filter((agent) => agent !== own),
    tasks: assigned.map(({ task, taskId, assigner, assignee, mode, state, sequence }) => ({
      ...{ id: task, 'task-id': taskId, mode, state, sequence: int64(sequence) },
      assigner: shownAgent(assigner),
      assignee: shownAgent(assignee),
    })),
  };
}

/** True when the agent sees the other members, and what they do together. */
export function showsAll({ session, actor }: Pick<Seat, 'session' | 'actor'>): boolean {
  return session.terms['show-members'] || session.coordinator === actor.agent;
}

function seen(seat: Seat): SeenSession {
  const { id, kind, name, goal, state, coordinator, conclusion, closeReason, terms } = seat.session;
  return {
    ...{ id, kind, name, goal, state, encryption: terms.encryption, 'close-reason': closeReason },
    ...(showsAll(seat) ? { coordinator, conclusion } : {}),
  };
}
