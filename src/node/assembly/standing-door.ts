/** The door through which the node keeps configured sessions: with the rights of the user who configured them. */
import { agentOfName, type Principal } from '../../access/index.js';
import { RpcError } from '../../data/index.js';
import { withoutAbsent } from '../../data/rfc7951/members.js';
import type { StandingActor, StandingDoor } from '../../sessions/index.js';
import { caller } from '../local.js';
import type { Late } from './concepts.js';

const OPEN = 'yangent-sessions:open';

/** @param principal finds a user; undefined for one that is not there */
export function standingDoor(late: Late, principal: (user: string) => Principal | undefined): StandingDoor {
  const callerOf = ({ user, agent }: StandingActor) => {
    if (user === undefined) return caller(late.local().principalOf({ agent }));
    const known = principal(user) ?? (agentOfName(user) === undefined ? undefined : { name: user, groups: [] });
    if (known) return caller(known);
    throw new RpcError({ type: 'application', tag: 'access-denied', message: `there is no user "${user}" any more` });
  };
  return {
    callOf: (actor) => late.server().call(callerOf(actor)),
    admitOpen: async (tx, actor, input) =>
      (await late.local().admit(callerOf(actor), OPEN, { input: withoutAbsent(input) }, tx)).call,
  };
}
