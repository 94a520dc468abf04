export type { Embedder } from '../agents/index.js';
export type { DeviceDriver } from '../devices/index.js';
export type { Face } from '../server/index.js';
export type { Interpreter } from '../tasks/index.js';
export type { Planner } from '../workflows/index.js';
export { modelDirectories, packageDirectory } from '../yang/index.js';
export type { Adapters } from './adapters.js';
export type { CallOptions, NodeApi } from './api.js';
export { NODE_LIMITS, type NodeLimit, type NodeLimits, parseLimits, rangeOf } from './limits.js';
export { OUTSIDE_DATASTORE } from './listen.js';
export { type AgentDefinition, defineAgent, loadExport } from './load.js';
export { type Offline, type OfflineOptions, openOffline } from './offline.js';
export { type Address, databaseFile, isLoopback, type NodeOptions, type StartOptions, UsageError } from './options.js';
export { definePlugin, type Plugin, type TaskTools } from './plugin.js';
export { type ClientFile, clientDirectory, clientFileOf, type ReadyInfo } from './ready.js';
export {
  type AgentJudge,
  type AgentNegotiation,
  type AgentRun,
  type AgentSkill,
  type AgentSkills,
  defineSkill,
  type TypedSkill,
} from './skills.js';
export { type Node, startNode } from './start.js';
export { startTestNode, type TestNode, type TestNodeOptions } from './test-node.js';
export { type FaultAt, faultsAt, requireDistinct } from './workflows/faults.js';
export { readWorkflowFile, type WorkflowFile } from './workflows/file.js';
