/** Agents: profiles, registration, discovery, capability negotiation; implements yangent-agents and /irtf-agent:agent. */

export { addressed, means, ownAddressed } from './addressing.js';
export { requireApproved } from './approval.js';
export { blocks, type Speaking } from './blocked.js';
export { type CapabilityAnswer, negotiateCapability } from './capability.js';
export { type AgentConfiguration, configurationThrough } from './configuration.js';
export { type Agents, type AgentsOptions, createAgents } from './create.js';
export type { SkillSchemaFaults } from './descriptions.js';
export { AgentDirectory } from './directory.js';
export { Discovery, type Found, type Match } from './discovery/discovery.js';
export { type ForeignAgents, type GivenName, NO_FOREIGN_AGENTS } from './foreign.js';
export { AgentMeasurements, type Measured, type Phase } from './measurements.js';
export { negotiatesOn } from './negotiation-kind.js';
export { profileDocument } from './profile-document.js';
export type { Qualifications } from './qualification/qualifications.js';
export { agentMigrations } from './record/database.js';
export { methodsAt } from './record/endpoint-security.js';
export { shownAgent } from './record/former.js';
export type { AgentPast } from './record/incarnations.js';
export type {
  Acceptance,
  AgentRecord,
  ExecutionKind,
  Foreign,
  FreeTextRule,
  RemoteAddress,
  Skill,
  Visibility,
} from './record/record.js';
export { type AgentState, AgentStates, type AgentStatus } from './record/states.js';
export { type Embedder, normalised } from './semantic/embedder.js';
export { localEmbedder } from './semantic/local-embedder.js';
export { conceptOf as meaningOf } from './semantic/synonyms.js';
export { parseRange, parseVersion } from './version.js';
export { mayFind, type RowScope, rowScope } from './visibility.js';
export { overlap, stemOf, wordsOf } from './words.js';
export type { AgentWorkload } from './workload.js';
