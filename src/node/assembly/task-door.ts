/** The door through which members of sessions assign tasks: that of every client, for the caller that sends the message. */
import { withoutAbsent } from '../../data/rfc7951/members.js';
import type { TaskDoor } from '../../sessions/index.js';
import type { AssignInput, Tasks } from '../../tasks/index.js';
import type { Late } from './concepts.js';
import { ASSIGN } from './workflow-door.js';

export function taskDoor(late: Late, tasks: Pick<Tasks, 'orders'>): TaskDoor {
  return {
    assign: async (tx, { principal, view, signal }, order) => {
      const caller = { principal, view, session: 0, protocol: 'local', signal } as const;
      const { input, call } = await late.local().admit(caller, ASSIGN, { input: withoutAbsent(order) }, tx);
      // The server has read the input by the schema of the rpc.
      return tasks.orders.assign(tx, call, input as unknown as AssignInput);
    },
  };
}
