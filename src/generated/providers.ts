// Made from the YANG models by "npm run generate"; do not edit.
import type { IetfKeystoreConfig } from './ietf-keystore.provider.js';
import type { IetfTruststoreConfig } from './ietf-truststore.provider.js';
import type { IrtfAgentConfig } from './irtf-agent.provider.js';
import type { YangentAccessConfig } from './yangent-access.provider.js';
import type { YangentAgentsConfig } from './yangent-agents.provider.js';
import type { YangentAuditConfig } from './yangent-audit.provider.js';
import type { YangentContextsConfig } from './yangent-contexts.provider.js';
import type { YangentDevicesConfig } from './yangent-devices.provider.js';
import type { YangentIdentityConfig } from './yangent-identity.provider.js';
import type { YangentKeysConfig } from './yangent-keys.provider.js';
import type { YangentLoopsConfig } from './yangent-loops.provider.js';
import type { YangentPeersConfig } from './yangent-peers.provider.js';
import type { YangentSessionsConfig } from './yangent-sessions.provider.js';
import type { YangentTasksConfig } from './yangent-tasks.provider.js';
import type { YangentWorkflowsConfig } from './yangent-workflows.provider.js';

export type * from './ietf-keystore.provider.js';
export type * from './ietf-truststore.provider.js';
export type * from './irtf-agent.provider.js';
export type * from './yangent-access.provider.js';
export type * from './yangent-agents.provider.js';
export type * from './yangent-audit.provider.js';
export type * from './yangent-contexts.provider.js';
export type * from './yangent-devices.provider.js';
export type * from './yangent-identity.provider.js';
export type * from './yangent-keys.provider.js';
export type * from './yangent-loops.provider.js';
export type * from './yangent-peers.provider.js';
export type * from './yangent-sessions.provider.js';
export type * from './yangent-tasks.provider.js';
export type * from './yangent-workflows.provider.js';

/** Configuration of all modules, by data path, with the defaults in use. */
export interface Configuration extends IetfKeystoreConfig, IetfTruststoreConfig, IrtfAgentConfig, YangentAccessConfig, YangentAgentsConfig, YangentAuditConfig, YangentContextsConfig, YangentDevicesConfig, YangentIdentityConfig, YangentKeysConfig, YangentLoopsConfig, YangentPeersConfig, YangentSessionsConfig, YangentTasksConfig, YangentWorkflowsConfig {}
