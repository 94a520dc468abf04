/** Tasks: their life cycle, negotiation, progress and results; implements yangent-tasks and irtf-agent:tasks, task-negotiate. */

export { SKILL_SCHEMA_FAULTS } from './answers/skill-schema.js';
export { DEFAULT_SETTINGS, DEFAULT_WAITS, type TaskSettings, type TaskWaits } from './context.js';
export { createTasks, type Tasks, type TasksOptions } from './create.js';
export { taskMigrations } from './database.js';
export { forgetSigningKey } from './delivery/signing-key.js';
export { type Attempt, Interrupted } from './executors/attempt.js';
export type { Executor, Place, Steer } from './executors/executor.js';
export type { TaskWork } from './executors/work.js';
export type { Follow, Follower } from './followers.js';
export {
  type AgentProfile,
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
  type SkillDefinition,
  type SkillResult,
  type SkillTask,
  TaskFailure,
  type TaskRun,
} from './hosted/agent.js';
export { DEFAULT_INTERPRETATION_LIMITS, type InterpretationLimits } from './interpretation/ask.js';
export type { FreeText } from './interpretation/free-text.js';
export type { InputOf, TypedSchema } from './interpretation/input-type.js';
export type {
  Answer,
  Checked,
  Example,
  Interpreter,
  OfferedSkill,
  Said,
  SkillLanguage,
  Unclear,
  Understanding,
  Understood,
} from './interpretation/interpreter.js';
export { offer, type TextForm } from './interpretation/offered.js';
export { rulesInterpreter } from './interpretation/rules/interpreter.js';
export type { Parameter } from './interpretation/skill-input.js';
export { type YangInput, yangInput } from './interpretation/yang-input.js';
export { FOREIGN_STATES, type ForeignStates } from './life/mappings.js';
export { isFinal, type TaskState, TRANSITIONS } from './life/states.js';
export { DEFAULT_TASK_LIMITS, type TaskLimits } from './limits.js';
export { buildPrompt, descriptionOf, type Prompt, parsePrompt } from './prompt.js';
export type { Artifact, NegotiationType, Round, TaskError, TaskRecord, Verdict } from './record.js';
export type { RemoteAction, RemoteData, RemoteNode, RemoteNodes, RemoteRecord, RemoteTask } from './remote/nodes.js';
