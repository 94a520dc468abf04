/** The door through which hosted members of sessions act: that of every client, with the rights of the agent. */
import { withoutAbsent } from '../../data/rfc7951/members.js';
import type { MemberDoor, MemberRpcs } from '../../sessions/index.js';
import type { Late } from './concepts.js';

export function memberDoor(late: Late): MemberDoor {
  return {
    invoke: async <R extends keyof MemberRpcs>(...[actor, rpc, input, signal]: Parameters<MemberDoor['invoke']>) => {
      const output: unknown = await late.local().invokeAs(actor, rpc, withoutAbsent(input), signal);
      // The server has made the output by the schema of the rpc; one without members is an empty one.
      return (output ?? {}) as MemberRpcs[R]['output'];
    },
    act: async (actor, session, action, input, signal) => {
      const path = `/yangent-sessions:sessions/session[id='${session}']/${action}`;
      await late.local().actAs(actor, path, withoutAbsent(input), signal);
    },
  };
}
