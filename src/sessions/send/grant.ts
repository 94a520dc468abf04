/** The coordinator gives the floor, or leads a team to another state. */
import type { Call } from '../../server/index.js';
import type { Tx } from '../../store/index.js';
import { move, outcomeOf, positionOf } from '../floor/course.js';
import type { Grant, TeamState } from '../floor/table.js';
import type { SessionRecord, SessionState } from '../record/session.js';
import type { TaskMode } from '../record/session-task.js';
import type { SessionServices } from '../services.js';
import { requireSpeakers, tasksNamed } from './named.js';

export interface Granting {
  readonly by: string;
  readonly state?: SessionState;
  readonly next: readonly string[];
  /** Names of tasks. */
  readonly triggers: readonly string[];
}

/** The mode that the unfinished tasks get with a state. */
const MODES: { readonly [S in TeamState]?: TaskMode } = {
  discussion: 'asynchronous',
  'asynchronous-task-assignment': 'asynchronous',
  'synchronous-task-assignment': 'synchronous',
};

/** @throws RpcError operation-failed, app-tag bad-transition; invalid-value for members and tasks that are not there */
export async function grantFloor(
  o: SessionServices,
  tx: Tx,
  call: Call,
  session: SessionRecord,
  { by, state, next, triggers }: Granting,
): Promise<SessionRecord> {
  const at = positionOf(session);
  if (!at) {
    return call.fail({
      tag: 'invalid-value',
      message: `session "${session.id}" is a ${session.kind}: only a team has a floor`,
    });
  }
  await requireSpeakers(o, tx, call, session, next);
  const tasks = triggers.length > 0 ? await tasksNamed(o, tx, call, session, by, triggers) : [];
  const pending = tasks.filter(({ hasEnded }) => !hasEnded).map(({ task }) => task);
  const target = state === 'open' || state === 'closed' ? undefined : state;
  const event: Grant = { by, ...(target === undefined ? {} : { state: target }), next, pending };
  const isPossible = target === state && (await outcomeOf(o, tx, session, 'grant', event)) !== undefined;
  if (!isPossible) {
    return call.fail({
      tag: 'operation-failed',
      appTag: 'bad-transition',
      message: `team "${session.id}" is in state ${at.state} and cannot go to ${state ?? 'discussion'}: ${refusal(at.state, state, pending)}`,
    });
  }
  const mode = at.state === 'conclusion' ? undefined : MODES[target ?? 'discussion'];
  if (mode) await o.tasks.setMode(tx, session.id, mode);
  return move(o, tx, session, 'grant', event, 'granted');
}

function refusal(from: TeamState, to: SessionState | undefined, pending: readonly string[]): string {
  if (from === 'forming') return 'it waits for answers to its invitations';
  if (from === 'conclusion') return 'what is left is its conclusion';
  if (to === 'pause-and-trigger' && pending.length === 0) return '"trigger" names no task that has not ended';
  if (to === 'open' || to === 'closed' || to === 'forming') return 'a coordinator gives no such state';
  return 'it has no unfinished task';
}
