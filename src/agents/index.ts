/** Agents: profiles, registration, discovery, capability negotiation; implements yangent-agents and /irtf-agent:agent. */
export { type CapabilityAnswer, negotiateCapability } from './capability.js';
export { type AgentConfiguration, configurationThrough } from './configuration.js';
export { type Agents, type AgentsOptions, createAgents } from './create.js';
export { agentMigrations } from './database.js';
export { AgentDirectory } from './directory.js';
export { type Candidate, discover, type Match } from './discovery.js';
export { booleanOf, entriesOf, isMembers, type Members, membersOf, numberOf, textOf, textsOf } from './members.js';
export { profileDocument } from './profile-document.js';
export { candidatesFor } from './provider.js';
export type { Acceptance, AgentRecord, ExecutionKind, Skill, Visibility } from './record.js';
export { dateAndTime } from './registration.js';
export { type AgentState, AgentStates, type AgentStatus } from './states.js';
export { mayFind, type RowScope, rowScope } from './visibility.js';
export { overlap, wordsOf } from './words.js';
export type { AgentWorkload } from './workload.js';
