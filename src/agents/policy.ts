import type { YangentAgentsConfig } from '../generated/providers.js';

/** Limits of the directory, and whether a new agent needs approval by an operator: `/yangent-agents:agents/policy`. */
export type AgentPolicy = YangentAgentsConfig['/yangent-agents:agents/policy']['value'];
