/** Workflows: graphs of tasks as YANG data; implements yangent-workflows. */
export { createWorkflows, type Workflows, type WorkflowsOptions } from './create.js';
export { workflowMigrations } from './revision/database.js';
