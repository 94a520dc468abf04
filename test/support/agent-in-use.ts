import type { AgentEntry } from '../../src/agents/record/record.js';

/** An entry of `/yangent-agents:agents/agent` with the defaults in use; what a test does not say is anything that is valid. */
export function agentInUse({ profile, execution, ...more }: PartOfAgent): AgentEntry {
  return {
    approved: true,
    published: true,
    visibility: 'public',
    profile: { name: more.id, description: `Agent ${more.id}`, version: '1.0.0', provider: 'ACME', ...profile },
    execution: { kind: 'attached', ...execution },
    ...more,
  };
}

type PartOfAgent = Pick<AgentEntry, 'id'> &
  Partial<Omit<AgentEntry, 'profile' | 'execution'>> & {
    readonly profile?: Partial<AgentEntry['profile']>;
    readonly execution?: Partial<AgentEntry['execution']>;
  };
