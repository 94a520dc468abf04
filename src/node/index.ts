export type { DeviceDriver } from '../devices/index.js';
export type { CallOptions, NodeApi } from './api.js';
export { type AgentDefinition, defineAgent, definePlugin, type Plugin } from './load.js';
export { modelDirectories, packageDirectory } from './modules.js';
export { type Offline, type OfflineOptions, openOffline } from './offline.js';
export { type Address, isLoopback, type NodeOptions, UsageError } from './options.js';
export { type ClientFile, clientDirectory, clientFileOf, type ReadyInfo } from './ready.js';
export { type Node, startNode } from './start.js';
