import type { YangentWorkflowsProvider } from '../../generated/providers.js';
import { type AnyProvider, provide } from '../../server/index.js';
import { DEFINITION, definitionHooks } from './config.js';
import type { WorkflowNeeds } from './needs.js';
import { checkOperation } from './rpc.js';
import { definitionState } from './state.js';

/** Implements `yangent-workflows`. */
export function workflowsProvider(needs: WorkflowNeeds): AnyProvider {
  return provide<YangentWorkflowsProvider>({
    module: 'yangent-workflows',
    config: { [DEFINITION]: definitionHooks(needs) },
    state: { [DEFINITION]: definitionState(needs) },
    rpcs: { check: (input, call) => checkOperation(needs, input, call) },
  });
}
