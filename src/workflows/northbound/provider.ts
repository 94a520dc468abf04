import type { YangentWorkflowsProvider } from '../../generated/providers.js';
import { type AnyProvider, provide } from '../../server/index.js';
import { DEFINITION } from '../engine/definitions.js';
import { GUARD } from '../gate/guards.js';
import type { Planner } from '../planner/planner.js';
import { TRIGGER } from '../trigger/record.js';
import { runActions } from './action.js';
import { checkpointState } from './checkpoint.js';
import { definitionHooks } from './config.js';
import { contextOperation } from './context.js';
import { listGatesOperation } from './gate.js';
import { guardHooks } from './guard.js';
import { listRunsOperation } from './list-runs.js';
import type { WorkflowNeeds } from './needs.js';
import { planOperation } from './plan.js';
import { POOL, poolHooks, poolState } from './pool.js';
import { renderOperation } from './render.js';
import { acknowledgementState, rollbackState } from './rollback.js';
import { checkOperation } from './rpc.js';
import { eventState, runState, stepState } from './run.js';
import { startOperation } from './start.js';
import { definitionState } from './state.js';
import { triggerActions, triggerHooks, triggerState } from './trigger.js';
import { voteActions } from './vote.js';

/** Implements `yangent-workflows`. */
export function workflowsProvider(needs: WorkflowNeeds, planner: Planner): AnyProvider {
  return provide<YangentWorkflowsProvider>({
    module: 'yangent-workflows',
    endpoint: 'node',
    config: {
      [DEFINITION]: definitionHooks(needs),
      [GUARD]: guardHooks(needs),
      [POOL]: poolHooks(needs),
      [TRIGGER]: triggerHooks(needs),
    },
    state: {
      [DEFINITION]: definitionState(needs),
      [POOL]: poolState(needs),
      [TRIGGER]: triggerState(needs),
      '/yangent-workflows:workflows/run': runState(needs),
      '/yangent-workflows:workflows/run/step': stepState(needs),
      '/yangent-workflows:workflows/run/checkpoint': checkpointState(needs),
      '/yangent-workflows:workflows/run/rollback': rollbackState(needs),
      '/yangent-workflows:workflows/run/rollback/acknowledgement': acknowledgementState(needs),
      '/yangent-workflows:workflows/run/event': eventState(needs),
    },
    actions: { ...runActions(needs), ...voteActions(needs), ...triggerActions(needs) },
    rpcs: {
      check: (input, call) => checkOperation(needs, input, call),
      start: (input, call) => startOperation(needs, input, call),
      'list-gates': (input, call) => listGatesOperation(needs, input, call),
      'list-runs': (input, call) => listRunsOperation(needs, input, call),
      context: (input, call) => contextOperation(needs, input, call),
      render: (input, call) => renderOperation(needs, input, call),
      plan: planOperation(needs, planner),
    },
  });
}

/** Implements the part of `yangent-workflows` at the endpoints of agents. */
export function agentWorkflowsProvider(needs: WorkflowNeeds): AnyProvider {
  return provide<YangentWorkflowsProvider>({
    module: 'yangent-workflows',
    endpoint: 'agent',
    rpcs: { context: (input, call) => contextOperation(needs, input, call) },
  });
}
