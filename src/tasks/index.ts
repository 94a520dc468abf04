/** Tasks: their life cycle, negotiation, progress and results; implements yangent-tasks and irtf-agent:tasks, task-negotiate. */

export { DEFAULT_SETTINGS, type TaskSettings } from './context.js';
export { createTasks, type Tasks, type TasksOptions } from './create.js';
export { taskMigrations } from './database.js';
export {
  defineAgent,
  type Feasibility,
  type Fulfillment,
  type HostedAgent,
  type HostedPart,
  type Judgement,
  type NegotiationRun,
  type PartOrder,
  type PartOutcome,
  type Proposal,
  type Skill,
  type SkillResult,
  type SkillTask,
  TaskFailure,
  type TaskRun,
} from './hosted/agent.js';
export { Interrupted } from './hosted/run.js';
export { FOREIGN_STATES, type ForeignStates } from './life/mappings.js';
export { isFinal, type TaskState, TRANSITIONS } from './life/states.js';
export { buildPrompt, descriptionOf, type Prompt, parsePrompt } from './prompt.js';
export type { Artifact, NegotiationType, Round, TaskError, Verdict } from './record.js';
