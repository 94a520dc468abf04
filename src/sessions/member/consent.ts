/** Whom a caller may invite, and whether the invited join at once. */
import { type AgentRecord, addressed } from '../../agents/index.js';
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
  if (!takesInvitation(call, agent)) {
    return call.fail({
      tag: 'operation-failed',
      appTag: 'not-accepted',
      message: `agent "${agent.id}" takes no invitations to sessions (execution/accepts/sessions of its entry)`,
    });
  }
  return agent;
}

/** True when the agent takes an invitation of this caller. */
export function takesInvitation(call: Call, { id, accepts }: AgentRecord): boolean {
  return call.mayActFor(id) || accepts.sessions !== 'none';
}

/** Returns the state in which an invited agent begins: those of the caller and those that take all invitations join at once. */
export function stateOfInvited(call: Call, { id, accepts }: AgentRecord): Extract<MemberState, 'invited' | 'joined'> {
  return call.mayActFor(id) || accepts.sessions !== 'ask' ? 'joined' : 'invited';
}
