/** Carries out the decision of a coordinator: as a message of the team, or by giving the floor. */
import type { SessionRecord } from '../record/session.js';
import type { Coordination, SpokenMessage } from './hooks.js';
import type { Seat } from './meeting.js';

import type { MemberNeeds } from './needs.js';
import { speak } from './speak.js';
import { unfinishedIn } from './tasks.js';

/** @param number of the message on which it was decided @throws RpcError as yangent-sessions:send and grant-floor */
export async function carryOut(
  needs: MemberNeeds,
  seat: Seat,
  number: number,
  decision: Coordination,
  signal: AbortSignal,
): Promise<void> {
  const message = await messageOf(needs, seat, decision);
  if (message) return speak(needs, seat, number, [message], signal);
  const { actor, session } = seat;
  const { state, next = [], triggers = [] } = decision;
  await needs.door.act(
    actor,
    session.id,
    'grant-floor',
    {
      agent: actor.agent,
      ...(state === undefined ? {} : { state }),
      ...(next.length > 0 ? { 'next-speaker': next } : {}),
      ...(triggers.length > 0 ? { trigger: triggers } : {}),
    },
    signal,
  );
}

/** Returns the message that leads the team there; undefined when the floor is given without one. */
async function messageOf(
  { services }: MemberNeeds,
  { session }: Seat,
  { state = 'discussion', next = [], message, mediaType, task, triggers }: Coordination,
): Promise<SpokenMessage | undefined> {
  const said = {
    ...(message === undefined ? {} : { content: message }),
    ...(mediaType === undefined ? {} : { 'media-type': mediaType }),
    ...(next.length > 0 ? { 'next-speaker': next } : {}),
  };
  switch (state) {
    case 'discussion':
      return message === undefined ? undefined : said;
    case 'conclusion':
      return { ...said, type: 'conclude' };
    case 'pause-and-trigger': {
      const { 'next-speaker': _, ...pause } = said;
      return { ...pause, type: 'pause', trigger: triggers ?? (await namesOf(services, session)) };
    }
    case 'synchronous-task-assignment':
    case 'asynchronous-task-assignment': {
      if (task === undefined && message === undefined) return undefined;
      const mode = state === 'synchronous-task-assignment' ? 'synchronous' : 'asynchronous';
      return { ...said, ...(task ? { task } : {}), type: 'task-assignment', mode };
    }
    default: {
      const never: never = state;
      return never;
    }
  }
}

/** Returns the names of the tasks that have not ended. */
async function namesOf(services: MemberNeeds['services'], session: SessionRecord): Promise<readonly string[]> {
  return (await unfinishedIn(services, session)).map(({ task }) => task).filter((name) => name !== '');
}
