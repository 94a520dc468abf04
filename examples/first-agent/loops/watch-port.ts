/** A closed loop: when the port stops answering, the agent gives itself a task, and sees whether that settles it. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { exhaustMap, timer } from 'rxjs';
import { closedLoop } from 'yangent';

export const watchPort = ({ host = '127.0.0.1', port = 8830, every = 10_000 } = {}) =>
  closedLoop({
    name: 'watch-port',
    goal: `port ${port} of ${host} answers`,
    // What it may do; an operator changes it at /yangent-loops:loops/loop=watch-port/policy.
    policy: { mode: 'autonomous', 'rate-limit': 60, 'cool-down': 60 },

    observe: () =>
      timer(0, every).pipe(
        exhaustMap(async () => {
          const socket = connect({ host, port });
          const answers = await once(socket, 'connect').then(
            () => true,
            () => false,
          );
          socket.destroy();
          return { answers, summary: answers ? 'answers' : 'does not answer' };
        }),
      ),

    // Undefined: all is as it should be.
    analyse: ({ answers }) => (answers ? undefined : { summary: `port ${port} of ${host} does not answer` }),

    decide: ({ summary }) => ({ summary: `check again: ${summary}`, resources: [`${host}:${port}`] }),

    // The number of the cycle as task-id: a restart finds the same task again.
    execute: async (_decision, { agent, cycle, invoke }) => {
      const task = { from: agent, to: agent, type: 'check-port', input: { host, port }, 'task-id': cycle };
      const { state, artifact } = await invoke('yangent-tasks:assign', { ...task, async: false });
      return { state, summary: String(artifact?.[0]?.value ?? state) };
    },

    verify: async ({ summary }) => ({ ok: / answers$/.test(summary), note: summary }),
  });
