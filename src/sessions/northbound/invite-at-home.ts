/** Invites agents into a session whose home is another node: this node answers for its own ones, as in a session of its own. */
import type { AgentRecord } from '../../agents/index.js';
import { actAtHome, actingAtCopy, forward } from '../copy/forward.js';
import { untilKnown } from '../copy/joined.js';
import type { OutputOf } from '../homes/homes.js';
import { abroad } from '../homes/names.js';
import { requireInvitable, stateOfInvited } from '../member/consent.js';
import type { SessionServices } from '../services.js';
import type { Input, SessionCall } from './call.js';

/**
 * Lets the home of a session invite agents. Those of this node that take the invitation at once join there.
 *
 * @throws RpcError invalid-value for an agent that the caller does not find here; operation-failed, app-tag not-accepted; as `forward`
 */
export async function inviteAtHome(
  o: SessionServices,
  { agent: reference, member }: Input<'invite'>,
  call: SessionCall,
): Promise<OutputOf<'invite'>> {
  await o.directory.foreign.lookUp(member.map(({ agent }) => agent));
  const from = await actingAtCopy(o, call, reference);
  const invited = member.map((each) => ({ ...each, agent: named(o, call, each.agent, from) }));
  const input: Input<'invite'> = { agent: from.id, member: invited };
  const output = await forward(o, call, 'invite', input);
  const answered = new Map((output.member ?? []).map(({ agent, state }) => [agent, state]));
  const as = abroad(o);
  const come: NonNullable<typeof output.member>[number][] = [];
  for (const { agent } of invited) {
    // A node that answers gives its own agents without its domain.
    const state = answered.get(as(agent)) ?? answered.get(plainAbroad(as(agent))) ?? 'invited';
    const own = o.directory.registered(agent);
    const joins = state === 'invited' && own !== undefined && stateOfInvited(o, call, own) === 'joined';
    // The copy takes an agent for joined that has asked for it, and keeps so of those it knows.
    if (joins) await untilKnown(o, call.keys.id, agent, call.signal);
    come.push({ agent, state: joins ? (await actAtHome(o, call, agent, 'join', {})).state : state });
  }
  return { ...output, member: come };
}

function plainAbroad(name: string): string {
  return name.slice(0, name.lastIndexOf('@'));
}

/** Returns the identifier of an agent of this node, and a name with the domain of another node as it is: that node knows its agents. */
function named(o: SessionServices, call: SessionCall, reference: string, from: AgentRecord): string {
  const plain = o.directory.foreign.plain(reference);
  const isElsewhere = plain.includes('@') && !o.directory.registered(plain);
  return isElsewhere ? plain : requireInvitable(o, call, reference, from).id;
}
