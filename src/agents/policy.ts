import type { YangentAgentsConfig } from '../generated/providers.js';

/** Bounds of the directory, and whose approval a new agent needs: `/yangent-agents:agents/policy`. */
export type AgentPolicy = YangentAgentsConfig['/yangent-agents:agents/policy']['value'];
