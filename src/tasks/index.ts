/** Tasks: their life cycle, negotiation, progress and results; implements yangent-tasks and irtf-agent:tasks, task-negotiate. */

export { boundedJson } from './answers/bounded-json.js';
export { type BoundedSchema, boundedSchema } from './answers/bounded-schema.js';
export { declaredSchema, isDeclaredSchema } from './answers/declared-schema.js';
export { SKILL_SCHEMA_FAULTS } from './answers/skill-schema.js';
export type { AssignInput, OrderOptions, TaskOrders } from './assignment/orders.js';
export { createTasks, type Tasks, type TasksOptions } from './create.js';
export { earlierSigningKey, reportSigner, type Signer } from './delivery/signing-key.js';
export { type Attempt, Interrupted } from './executors/attempt.js';
export type { Executor, Place, Steer } from './executors/executor.js';
export type {
  RemoteAction,
  RemoteData,
  RemoteNode,
  RemoteNodes,
  RemoteRecord,
  RemoteTask,
  Speaker,
} from './executors/remote/nodes.js';
export type { TaskWork } from './executors/work.js';
export { DEFAULT_INTERPRETATION_LIMITS, type InterpretationLimits } from './interpretation/ask.js';
export { type Reading, readText, rulesInterpreter } from './interpretation/rules/interpreter.js';
export { whichParameters } from './interpretation/rules/questions.js';
export type { NegotiateInput } from './negotiation/ask.js';
export { sender, soleAgent } from './parties.js';
export { type Authorities, type Granted, type Receiver, type Standing, TOKEN_UNAVAILABLE } from './record/authority.js';
export { boundedMessage } from './record/bounded-error.js';
export { taskMigrations } from './record/database.js';
export { requireDigests } from './record/digests.js';
export type { Follow, Follower } from './record/followers.js';
export { newId } from './record/ids.js';
export { DEFAULT_TASK_LIMITS, type TaskLimits } from './record/limits.js';
export { FOREIGN_STATES, type ForeignStates } from './record/mappings.js';
export { type Clean, cleaner, cleanValue, optional } from './record/minimisation.js';
export type { Outgoing } from './record/outgoing.js';
export { outputOf } from './record/output.js';
export { buildPrompt, descriptionOf, type Prompt, parsePrompt } from './record/prompt.js';
export type { Artifact, NegotiationType, Round, TaskError, TaskRecord, Verdict } from './record/record.js';
export { cleanArtifact } from './record/reported.js';
export type { ContentSealing } from './record/sealed.js';
export { DEFAULT_SETTINGS, DEFAULT_WAITS, type TaskSettings, type TaskWaits } from './record/settings.js';
export { isFinal, type TaskState, TRANSITIONS } from './record/states.js';
export { artifactValue } from './record/value.js';
export {
  type AgentProfile,
  defineAgent,
  type Feasibility,
  type FreeText,
  type Fulfillment,
  type GivenContext,
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
} from './skill/agent.js';
export type { InputOf, TypedSchema } from './skill/input-type.js';
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
} from './skill/interpreter.js';
export { offer, type TextForm } from './skill/offered.js';
export type { Parameter } from './skill/skill-input.js';
export { type YangInput, yangInput } from './skill/yang-input.js';
