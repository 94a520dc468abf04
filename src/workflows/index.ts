/** Workflows: graphs of tasks as YANG data; implements yangent-workflows. */
export {
  defineWorkflow,
  type EdgeSource,
  type GateSource,
  type NodeSource,
  type TaskSource,
  type WaitSource,
  type WorkflowDefinition,
  WorkflowError,
  type WorkflowSource,
  type WorkflowsOfFile,
  workflowsIn,
} from './authoring/index.js';
export { isDefinition } from './authoring/workflow.js';
export type { NeededGrants, StepGrants } from './authorize/authorize.js';
export { type Calling, checkCalls } from './check/index.js';
export { type Keys, keysOf } from './checkpoint/keys.js';
export { NODE } from './checkpoint/record.js';
export { type Verdict, verifyExport } from './checkpoint/verify.js';
export type { Actor, Candidates, Door, Order, StartInput } from './course/needs.js';
export { placeOf, withoutTry } from './course/task-id.js';
export { createWorkflows, type Workflows, type WorkflowsOptions, workflowMigrations } from './create.js';
export type { StepTask, TokenWork } from './engine/token-work.js';
export type { Notified, ReadNotifications } from './engine/watches.js';
export { ALL_CHECKS } from './gate/checks.js';
export { faultOfEvidence, GATE_VOTE_TYPE, type Vote, type VoteEvidence, type VoteKeys } from './gate/proof.js';
export type { Unmarked } from './model/dag.js';
export { ROLLBACK_SKILL } from './model/exchange.js';
export { isRunOver, isRunState, isStepState, RUN_STATES, type RunState, type StepState } from './model/states.js';
export type { OfferedWork, Offers, Planner, PlanProposal, Refused, Wish } from './planner/planner.js';
export type { WriteRecord } from './run/facts.js';
