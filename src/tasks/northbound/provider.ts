import type { YangentTasksProvider } from '../../generated/providers.js';
import { type AnyProvider, provide } from '../../server/index.js';
import type { Signer } from '../delivery/signing-key.js';
import { aboutActions, aboutAssignment, aboutExecutor, aboutParties } from './about.js';
import { taskActions } from './action.js';
import { claimNextOperation } from './claim-next.js';
import { listOperation } from './list.js';
import { negotiateOperation } from './negotiate.js';
import { removeOperation } from './remove.js';
import { assignOperation, queryOperation, resumeAllOperation, stopAllOperation } from './rpc.js';
import type { TaskServices } from './services.js';
import { taskState } from './state.js';

/** Implements `yangent-tasks`. */
export function tasksProvider(needs: TaskServices, signer: Signer): AnyProvider {
  return provide<YangentTasksProvider>({
    module: 'yangent-tasks',
    rpcs: {
      assign: (input, call) => assignOperation(needs, input, call),
      'claim-next': (input, call) => claimNextOperation(needs, input, call),
      query: (input, call) => queryOperation(needs, input, call),
      list: (input, call) => listOperation(needs, input, call),
      negotiate: (input, call) => negotiateOperation(needs, input, call),
      remove: (input, call) => removeOperation(needs, input, call),
      'stop-all': (input, call) => stopAllOperation(needs, input, call),
      'resume-all': (_, call) => resumeAllOperation(needs, call),
    },
    actions: taskActions(needs),
    about: {
      assign: async (input, call) => aboutAssignment(needs, input, call),
      'claim-next': async ({ agent }, call) => aboutExecutor(needs, agent, call),
      negotiate: async (input, call) => aboutParties(needs, input, call),
      ...aboutActions(needs),
    },
    state: {
      '/yangent-tasks:tasks/halt': async () => needs.halt.state,
      '/yangent-tasks:tasks/signing-key': async () => (await signer()).shown,
      '/yangent-tasks:tasks/task': taskState(needs),
    },
  });
}
