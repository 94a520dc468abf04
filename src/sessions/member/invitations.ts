/** The agents that are to be members, as requests name them. */
import type { AgentRecord } from '../../agents/index.js';
import type { Call } from '../../server/index.js';
import type { Role, Wanted } from '../record/member.js';
import type { SessionServices } from '../services.js';
import { requireInvitable } from './consent.js';

/** An agent that is to be a member. */
export interface Invitation extends Wanted {
  readonly agent: AgentRecord;
  readonly role: Role;
}

/**
 * Returns the agents that are to be members.
 *
 * @throws RpcError invalid-value for an agent that is not found, is named twice, or opens the session
 */
export function invitations(
  o: Pick<SessionServices, 'directory'>,
  call: Call,
  from: AgentRecord | undefined,
  members: readonly { readonly agent: string; readonly role: Role; readonly wanted: Wanted }[],
): readonly Invitation[] {
  const seen = new Set(from ? [from.id] : []);
  return members.map(({ agent: reference, role, wanted }) => {
    const agent = requireInvitable(o, call, reference, from);
    if (seen.has(agent.id)) {
      call.fail({
        tag: 'invalid-value',
        message: `"member" names agent "${agent.id}" more than once, or it is the one that invites`,
      });
    }
    seen.add(agent.id);
    if (role === 'coordinator') {
      call.fail({
        tag: 'invalid-value',
        message: `"role" of member "${agent.id}" is coordinator: that is the agent which opened the session; give speaker, observer or source`,
      });
    }
    return { agent, role, ...wanted };
  });
}

/** Refuses more members than a session may have. @throws RpcError resource-denied */
export function requireMembers(call: Call, members: number, most: number): void {
  if (members <= most) return;
  call.fail({
    tag: 'resource-denied',
    appTag: 'too-many-members',
    message: `a session has at most ${most} members (sessions/max-members); this one would have ${members}`,
  });
}
