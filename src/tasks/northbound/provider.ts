import type { YangentTasksProvider } from '../../generated/providers.js';
import { type AnyProvider, provide } from '../../server/index.js';
import type { SigningKey } from '../delivery/signing-key.js';
import { taskActions } from './action.js';
import { listOperation } from './list.js';
import { negotiateOperation } from './negotiate.js';
import { removeOperation } from './remove.js';
import { assignOperation, claimNextOperation, queryOperation, resumeAllOperation, stopAllOperation } from './rpc.js';
import type { TaskServices } from './services.js';
import { taskState } from './state.js';

/** Implements `yangent-tasks`. */
export function tasksProvider(context: TaskServices, signingKey: SigningKey): AnyProvider {
  return provide<YangentTasksProvider>({
    module: 'yangent-tasks',
    rpcs: {
      assign: (input, call) => assignOperation(context, input, call),
      'claim-next': (input, call) => claimNextOperation(context, input, call),
      query: (input, call) => queryOperation(context, input, call),
      list: (input, call) => listOperation(context, input, call),
      negotiate: (input, call) => negotiateOperation(context, input, call),
      remove: (input, call) => removeOperation(context, input, call),
      'stop-all': (input, call) => stopAllOperation(context, input, call),
      'resume-all': (_, call) => resumeAllOperation(context, call),
    },
    actions: taskActions(context),
    state: {
      '/yangent-tasks:tasks/halt': async () => context.halt.state,
      '/yangent-tasks:tasks/signing-key': async () => signingKey.shown,
      '/yangent-tasks:tasks/task': taskState(context),
    },
  });
}
