// Made from the YANG models by "npm run generate"; do not edit.
import type { IetfKeystoreData, IetfKeystoreRpcs, IetfKeystoreActions, IetfKeystoreNotifications, IetfKeystoreStructures } from './ietf-keystore.js';
import type { IetfTruststoreData, IetfTruststoreRpcs, IetfTruststoreActions, IetfTruststoreNotifications, IetfTruststoreStructures } from './ietf-truststore.js';
import type { IrtfAgentData, IrtfAgentRpcs, IrtfAgentActions, IrtfAgentNotifications, IrtfAgentStructures } from './irtf-agent.js';
import type { YangentAccessData, YangentAccessRpcs, YangentAccessActions, YangentAccessNotifications, YangentAccessStructures } from './yangent-access.js';
import type { YangentAgentsData, YangentAgentsRpcs, YangentAgentsActions, YangentAgentsNotifications, YangentAgentsStructures } from './yangent-agents.js';
import type { YangentAuditData, YangentAuditRpcs, YangentAuditActions, YangentAuditNotifications, YangentAuditStructures } from './yangent-audit.js';
import type { YangentContextsData, YangentContextsRpcs, YangentContextsActions, YangentContextsNotifications, YangentContextsStructures } from './yangent-contexts.js';
import type { YangentDevicesData, YangentDevicesRpcs, YangentDevicesActions, YangentDevicesNotifications, YangentDevicesStructures } from './yangent-devices.js';
import type { YangentIdentityData, YangentIdentityRpcs, YangentIdentityActions, YangentIdentityNotifications, YangentIdentityStructures } from './yangent-identity.js';
import type { YangentKeysData, YangentKeysRpcs, YangentKeysActions, YangentKeysNotifications, YangentKeysStructures } from './yangent-keys.js';
import type { YangentLoopsData, YangentLoopsRpcs, YangentLoopsActions, YangentLoopsNotifications, YangentLoopsStructures } from './yangent-loops.js';
import type { YangentPeersData, YangentPeersRpcs, YangentPeersActions, YangentPeersNotifications, YangentPeersStructures } from './yangent-peers.js';
import type { YangentSessionsData, YangentSessionsRpcs, YangentSessionsActions, YangentSessionsNotifications, YangentSessionsStructures } from './yangent-sessions.js';
import type { YangentTasksData, YangentTasksRpcs, YangentTasksActions, YangentTasksNotifications, YangentTasksStructures } from './yangent-tasks.js';
import type { YangentWorkflowsData, YangentWorkflowsRpcs, YangentWorkflowsActions, YangentWorkflowsNotifications, YangentWorkflowsStructures } from './yangent-workflows.js';

export type * from './ietf-keystore.js';
export type * from './ietf-truststore.js';
export type * from './irtf-agent.js';
export type * from './yangent-access.js';
export type * from './yangent-agents.js';
export type * from './yangent-audit.js';
export type * from './yangent-contexts.js';
export type * from './yangent-devices.js';
export type * from './yangent-identity.js';
export type * from './yangent-keys.js';
export type * from './yangent-loops.js';
export type * from './yangent-peers.js';
export type * from './yangent-sessions.js';
export type * from './yangent-tasks.js';
export type * from './yangent-workflows.js';

/** Data of all modules. */
export interface Data extends IetfKeystoreData, IetfTruststoreData, IrtfAgentData, YangentAccessData, YangentAgentsData, YangentAuditData, YangentContextsData, YangentDevicesData, YangentIdentityData, YangentKeysData, YangentLoopsData, YangentPeersData, YangentSessionsData, YangentTasksData, YangentWorkflowsData {}

/** Rpcs of all modules. */
export interface Rpcs extends IetfKeystoreRpcs, IetfTruststoreRpcs, IrtfAgentRpcs, YangentAccessRpcs, YangentAgentsRpcs, YangentAuditRpcs, YangentContextsRpcs, YangentDevicesRpcs, YangentIdentityRpcs, YangentKeysRpcs, YangentLoopsRpcs, YangentPeersRpcs, YangentSessionsRpcs, YangentTasksRpcs, YangentWorkflowsRpcs {}

/** Actions of all modules. */
export interface Actions extends IetfKeystoreActions, IetfTruststoreActions, IrtfAgentActions, YangentAccessActions, YangentAgentsActions, YangentAuditActions, YangentContextsActions, YangentDevicesActions, YangentIdentityActions, YangentKeysActions, YangentLoopsActions, YangentPeersActions, YangentSessionsActions, YangentTasksActions, YangentWorkflowsActions {}

/** Notifications of all modules. */
export interface Notifications extends IetfKeystoreNotifications, IetfTruststoreNotifications, IrtfAgentNotifications, YangentAccessNotifications, YangentAgentsNotifications, YangentAuditNotifications, YangentContextsNotifications, YangentDevicesNotifications, YangentIdentityNotifications, YangentKeysNotifications, YangentLoopsNotifications, YangentPeersNotifications, YangentSessionsNotifications, YangentTasksNotifications, YangentWorkflowsNotifications {}

/** Structures of all modules. */
export interface Structures extends IetfKeystoreStructures, IetfTruststoreStructures, IrtfAgentStructures, YangentAccessStructures, YangentAgentsStructures, YangentAuditStructures, YangentContextsStructures, YangentDevicesStructures, YangentIdentityStructures, YangentKeysStructures, YangentLoopsStructures, YangentPeersStructures, YangentSessionsStructures, YangentTasksStructures, YangentWorkflowsStructures {}
