import type { IrtfAgentProvider } from '../../../generated/providers.js';
import { type AnyProvider, provide } from '../../../server/index.js';
import type { TaskServices } from '../services.js';
import { Messages } from './messages.js';
import { taskNegotiate } from './negotiate-rpc.js';
import { tasksNode } from './tasks-node.js';

/** Implements `irtf-agent:tasks` and `irtf-agent:task-negotiate`. */
export function draftTasksProvider(needs: TaskServices): AnyProvider {
  return provide<IrtfAgentProvider>({
    module: 'irtf-agent',
    blankIsAbsent: { 'task-negotiate': ['task-id'] },
    rpcs: { 'task-negotiate': (input, call) => taskNegotiate(needs, input, call) },
    owned: { '/irtf-agent:tasks': tasksNode(needs, new Messages(needs.store, needs.content)) },
  });
}
