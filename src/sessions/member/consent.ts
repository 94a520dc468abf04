/** Whom a caller may invite and address, and whether the invited join at once. */
import { type AgentRecord, addressed, blocks } from '../../agents/index.js';
import type { Call } from '../../server/index.js';
import type { MemberState } from '../record/member.js';
import type { SessionServices } from '../services.js';

/** Returns the agent that is to be invited. @throws RpcError invalid-value when the caller finds none */
export function requireInvitable(
  { directory }: Pick<SessionServices, 'directory'>,
  call: Call,
  reference: string,
  from: AgentRecord | undefined,
): AgentRecord {
  const agent = addressed(call, directory, reference, from);
  if (!agent) {
    return call.fail({
      tag: 'invalid-value',
      message: `"member" names "${reference}", but there is no such agent here that you may find: yangent-agents:discover lists all`,
    });
  }
  if (takesInvitation(call, agent, from)) return agent;
  // One answer for all reasons: the agent need not tell whom it blocks.
  return call.fail({
    tag: 'operation-failed',
    appTag: 'not-accepted',
    message: `agent "${agent.id}" does not accept an invitation of ${speakerName(call, from)} to a session`,
  });
}

/** True when the agent takes an invitation of this caller. */
export function takesInvitation(call: Call, agent: AgentRecord, from: AgentRecord | undefined): boolean {
  return (
    call.mayActFor(agent.id) || (agent.accepts.sessions !== 'none' && !blocks(agent, { agent: from, user: call.user }))
  );
}

/** Refuses a message to agents of which one blocks its sender. @throws RpcError operation-failed, app-tag not-accepted */
export function requireHeard(
  { directory }: Pick<SessionServices, 'directory'>,
  call: Call,
  from: AgentRecord,
  receivers: readonly string[],
): void {
  const deaf = receivers.find((id) => {
    const agent = directory.get(id);
    return agent !== undefined && !call.mayActFor(id) && blocks(agent, { agent: from, user: call.user });
  });
  if (deaf === undefined) return;
  call.fail({
    tag: 'operation-failed',
    appTag: 'not-accepted',
    message: `agent "${deaf}" does not accept messages of ${speakerName(call, from)}`,
  });
}

function speakerName({ user }: Call, from: AgentRecord | undefined): string {
  return from ? `agent "${from.id}"` : `user "${user}"`;
}

/** Returns the state in which an invited agent begins: those of the caller and those that take this invitation unasked join at once. */
export function stateOfInvited(
  { directory }: Pick<SessionServices, 'directory'>,
  call: Call,
  agent: AgentRecord,
): Extract<MemberState, 'invited' | 'joined'> {
  // The node of an agent of another domain answers for it, also when a peer invites it: a peer speaks for all agents of its domains.
  if (agent.foreign) return 'invited';
  const { sessions = 'node' } = agent.accepts;
  const joins = sessions === 'anyone' || (sessions === 'node' && !directory.isPeer(call.user));
  return call.mayActFor(agent.id) || joins ? 'joined' : 'invited';
}
