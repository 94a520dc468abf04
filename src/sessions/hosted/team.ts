/** Teams that a hosted agent forms in its run of a task. */
import type { StoredAuthority } from '../../access/index.js';
import { TaskFailure, type TaskRun } from '../../tasks/index.js';
import type { CloseReason, SessionRecord } from '../record/session.js';
import type { MemberActor, MemberRpcs } from './door.js';
import type { MemberNeeds } from './needs.js';

type OpenInput = MemberRpcs['yangent-sessions:open']['input'];

/** A team for a task, or for a part of it. */
export interface TeamOrder {
  readonly goal: string;
  /** Agents that are invited, by their identifiers or names. */
  readonly members?: readonly (string | NonNullable<OpenInput['member']>[number])[];
  /** Agents that are looked for: the best matches are invited. */
  readonly needs?: OpenInput['need'];
  /** The team concludes after so many turns. Default: no limit. */
  readonly maxTurns?: number;
}

/** The task for which a team is formed. */
export interface TeamTask {
  readonly id: string;
  /** The agent that executes it. */
  readonly to: string;
  /** Number of the attempt at it. */
  readonly attempt: number;
  readonly authority?: StoredAuthority;
}

/** Milliseconds after which a run looks at its team without news of it. */
const LOOK_AGAIN = 30_000;
/** Characters of the name of a team: it is a part of its request-id. */
const LONGEST_NAME = 128;

/** How a team ended without a conclusion, and the attempt that was told so. */
interface Failed {
  readonly failed: string;
  readonly attempt: number;
}

/**
 * Forms a team, and returns its conclusion; a step of the run. A repeated run goes on with the same team, unless an earlier attempt was
 * told that this one failed: then it forms another.
 *
 * @param name unique among the teams of the task
 * @throws TaskFailure team-failed, with the reason for which the team was closed without a conclusion; RpcError as yangent-sessions:open
 */
export function formTeam(
  needs: MemberNeeds,
  task: TeamTask,
  run: Pick<TaskRun, 'step' | 'waiting' | 'signal'>,
  name: string,
  order: TeamOrder,
): Promise<string> {
  if (name === '' || name.length > LONGEST_NAME) {
    throw new TaskFailure(
      'internal',
      `run.team: the name of a team has 1 to ${LONGEST_NAME} characters, not ${name.length}`,
    );
  }
  return conclusion(needs, task, run, name, order);
}

async function conclusion(
  needs: MemberNeeds,
  task: TeamTask,
  run: Pick<TaskRun, 'step' | 'waiting' | 'signal'>,
  name: string,
  order: TeamOrder,
): Promise<string> {
  const { id, to: agent, attempt, authority } = task;
  const actor: MemberActor = { agent, task: id, ...(authority ? { authority } : {}) };
  for (let number = 1; ; number += 1) {
    const end = await run.step<string | Failed>(number === 1 ? `team ${name}` : `team#${number} ${name}`, () =>
      run.waiting(async () => {
        const input = inputOf(task, number, name, order);
        const { id: session } = await needs.door.invoke(actor, 'yangent-sessions:open', input, run.signal);
        return endOf(await ended(needs, session, run.signal), name, attempt);
      }),
    );
    if (typeof end === 'string') return end;
    if (end.attempt === attempt) throw new TaskFailure('team-failed', end.failed);
  }
}

function inputOf(
  { id, to }: TeamTask,
  number: number,
  name: string,
  { goal, members = [], needs = [], maxTurns }: TeamOrder,
): OpenInput {
  const member = members.map((each) => (typeof each === 'string' ? { agent: each } : each));
  return {
    ...{
      'request-id': `${id}${number === 1 ? '' : `#${number}`}/${name}`,
      from: to,
      kind: 'team',
      name,
      goal,
      parent: { task: id },
    },
    ...(member.length > 0 ? { member } : {}),
    ...(needs.length > 0 ? { need: needs } : {}),
    ...(maxTurns === undefined ? {} : { 'turn-taking': { 'max-turns': maxTurns } }),
  };
}

/** Waits until a session is closed. @throws the reason of the signal */
async function ended({ services }: MemberNeeds, id: string, signal: AbortSignal): Promise<SessionRecord | undefined> {
  for (;;) {
    const attachment = services.attached.attach([id]);
    try {
      const session = await services.sessions.get(id);
      if (!session || session.state === 'closed') return session;
      await attachment.news(Date.now() + LOOK_AGAIN, signal);
    } finally {
      attachment.end();
    }
    signal.throwIfAborted();
  }
}

const REASONS: Readonly<Record<CloseReason, string>> = {
  closed: 'it was closed',
  empty: 'all its members have left',
  concluded: 'it concluded',
  'max-turns': 'it concluded when its turns were used up',
  'no-conclusion': 'nobody said its conclusion in time',
  'no-quorum': 'too few members joined it',
  'parent-ended': 'the task for which it was formed has ended',
  continued: 'it goes on at another node',
};

/** Returns the conclusion, or why there is none. */
function endOf(session: SessionRecord | undefined, name: string, attempt: number): string | Failed {
  if (session?.conclusion !== undefined) return session.conclusion;
  const reason = session?.closeReason ?? 'closed';
  return { failed: `team "${name}" came to no conclusion (${reason}): ${REASONS[reason]}`, attempt };
}
