/** Writing of workflows: sources in TypeScript, JSON and YAML, and the definitions that they make. */
export { type Path, WorkflowError } from './error.js';
export { type WorkflowsOfFile, workflowsIn } from './form.js';
export type {
  EdgeSource,
  EdgeTerms,
  Ends,
  GateSource,
  JsonSchema,
  NodeSource,
  Seconds,
  TaskSource,
  Value,
  Values,
  WaitSource,
  WorkflowSource,
} from './source.js';
export { defineWorkflow, type WorkflowDefinition } from './workflow.js';
