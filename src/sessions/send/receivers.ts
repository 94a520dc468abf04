/** Refuses messages to agents that would not get them, or do not want them. */
import type { AgentRecord } from '../../agents/index.js';
import type { Call } from '../../server/index.js';
import type { Tx } from '../../store/index.js';
import { requireHeard } from '../member/consent.js';
import type { MemberRecord } from '../record/member.js';
import type { SessionRecord } from '../record/session.js';
import type { SessionServices } from '../services.js';

/** More members than a direct session can have: `to` and `member` are shorter. */
const ALL_OF_DIRECT = 2_000;

/**
 * Refuses a message to an agent that is not in, since it would never be given to it, and to one that blocks the sender. Where members are hidden, only the coordinator knows whom it could address: the
 * answer to others would tell who is in.
 */
export async function requireReceivers(
  o: SessionServices,
  tx: Tx,
  call: Call,
  session: SessionRecord,
  { agent, role }: MemberRecord,
  { to, from }: { readonly to: readonly string[]; readonly from: AgentRecord },
): Promise<void> {
  if (session.kind === 'direct') {
    const others = (await o.members.page(session.id, '', ALL_OF_DIRECT, tx)).map((member) => member.agent);
    requireHeard(
      o,
      call,
      from,
      others.filter((other) => other !== agent),
    );
  }
  if (to.length === 0) return;
  if (!session.terms['show-members'] && role !== 'coordinator') {
    call.fail({
      tag: 'access-denied',
      message: `the members of session "${session.id}" are hidden, so only its coordinator addresses single ones; agent "${agent}" leaves out "to"`,
    });
  }
  const found = await o.members.among(session.id, to, tx);
  const states = new Map(found.map(({ agent, state }) => [agent, state]));
  const unknown = to.find((agent) => states.get(agent) !== 'joined');
  if (unknown === undefined) return requireHeard(o, call, from, to);
  if (states.get(unknown) === 'invited') {
    call.fail({
      tag: 'invalid-value',
      message: `"to" names "${unknown}", which is invited to session "${session.id}" and reads what is said to it once it has joined: send this again then`,
    });
  }
  const [next] = await o.members.page(session.id, `${unknown}@`, 1, tx);
  const choice =
    next?.state === 'joined' && next.agent.startsWith(`${unknown}@`)
      ? `its member is "${next.agent}", with the domain of another node`
      : 'those that are stand in its list "member"';
  call.fail({
    tag: 'invalid-value',
    message: `"to" names "${unknown}", which is no member of session "${session.id}"; ${choice}`,
  });
}
