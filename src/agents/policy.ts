import type { YangentAgentsConfig } from '../generated/providers.js';

/** Who comes into the directory, and how much: `/yangent-agents:agents/policy`. */
export type AgentPolicy = YangentAgentsConfig['/yangent-agents:agents/policy']['value'];
