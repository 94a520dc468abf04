// Made from the YANG models by "npm run generate"; do not edit.
import type { IrtfAgentData, IrtfAgentRpcs, IrtfAgentActions, IrtfAgentNotifications, IrtfAgentStructures } from './irtf-agent.js';
import type { YangentAccessData, YangentAccessRpcs, YangentAccessActions, YangentAccessNotifications, YangentAccessStructures } from './yangent-access.js';
import type { YangentAgentsData, YangentAgentsRpcs, YangentAgentsActions, YangentAgentsNotifications, YangentAgentsStructures } from './yangent-agents.js';
import type { YangentContextsData, YangentContextsRpcs, YangentContextsActions, YangentContextsNotifications, YangentContextsStructures } from './yangent-contexts.js';
import type { YangentDevicesData, YangentDevicesRpcs, YangentDevicesActions, YangentDevicesNotifications, YangentDevicesStructures } from './yangent-devices.js';
import type { YangentLoopsData, YangentLoopsRpcs, YangentLoopsActions, YangentLoopsNotifications, YangentLoopsStructures } from './yangent-loops.js';
import type { YangentTasksData, YangentTasksRpcs, YangentTasksActions, YangentTasksNotifications, YangentTasksStructures } from './yangent-tasks.js';
import type { YangentWorkflowsData, YangentWorkflowsRpcs, YangentWorkflowsActions, YangentWorkflowsNotifications, YangentWorkflowsStructures } from './yangent-workflows.js';

export type * from './irtf-agent.js';
export type * from './yangent-access.js';
export type * from './yangent-agents.js';
export type * from './yangent-contexts.js';
export type * from './yangent-devices.js';
export type * from './yangent-loops.js';
export type * from './yangent-tasks.js';
export type * from './yangent-workflows.js';

/** Data of all modules. */
export interface Data extends IrtfAgentData, YangentAccessData, YangentAgentsData, YangentContextsData, YangentDevicesData, YangentLoopsData, YangentTasksData, YangentWorkflowsData {}

/** Rpcs of all modules. */
export interface Rpcs extends IrtfAgentRpcs, YangentAccessRpcs, YangentAgentsRpcs, YangentContextsRpcs, YangentDevicesRpcs, YangentLoopsRpcs, YangentTasksRpcs, YangentWorkflowsRpcs {}

/** Actions of all modules. */
export interface Actions extends IrtfAgentActions, YangentAccessActions, YangentAgentsActions, YangentContextsActions, YangentDevicesActions, YangentLoopsActions, YangentTasksActions, YangentWorkflowsActions {}

/** Notifications of all modules. */
export interface Notifications extends IrtfAgentNotifications, YangentAccessNotifications, YangentAgentsNotifications, YangentContextsNotifications, YangentDevicesNotifications, YangentLoopsNotifications, YangentTasksNotifications, YangentWorkflowsNotifications {}

/** Structures of all modules. */
export interface Structures extends IrtfAgentStructures, YangentAccessStructures, YangentAgentsStructures, YangentContextsStructures, YangentDevicesStructures, YangentLoopsStructures, YangentTasksStructures, YangentWorkflowsStructures {}
