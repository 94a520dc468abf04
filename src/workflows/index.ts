/** Workflows: graphs of tasks as YANG data; implements yangent-workflows. */
export {
  defineWorkflow,
  type EdgeSource,
  type NodeSource,
  type TaskSource,
  type WaitSource,
  type WorkflowDefinition,
  WorkflowError,
  type WorkflowSource,
  type WorkflowsOfFile,
  workflowsIn,
} from './authoring/index.js';
export { type Calling, checkCalls } from './check/index.js';
export { type Keys, keysOf, type Verdict, verifyExport } from './checkpoint/verify.js';
export type { Actor, Candidates, Door, Order } from './course/needs.js';
export { withoutTry } from './course/task-id.js';
export { createWorkflows, type Workflows, type WorkflowsOptions, workflowMigrations } from './create.js';
export type { Notified, ReadNotifications } from './engine/watches.js';
export { isRunOver, isRunState, isStepState, RUN_STATES, type RunState, type StepState } from './model/states.js';
export { ROLLBACK_SKILL } from './rollback/record.js';
