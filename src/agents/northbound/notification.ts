import type { YangentAgentsProvider } from '../../generated/providers.js';
import type { NotifyAll } from '../../server/index.js';
import type { Tx } from '../../store/index.js';
import type { AgentRecord } from '../record/record.js';
import type { AgentState, AgentStates } from '../record/states.js';
import { audienceOf } from '../visibility.js';

type AgentChanged = YangentAgentsProvider['notifications']['yangent-agents:agent-changed'];

export interface ChangedAgent {
  readonly agent: AgentRecord;
  readonly change: AgentChanged['change'];
  readonly state?: AgentState;
  readonly reason?: string;
}

/** Sends notifications about added, changed and removed agents, in the transaction of the change. */
export class AgentEvents {
  constructor(
    private readonly notify: NotifyAll<YangentAgentsProvider>,
    private readonly states: AgentStates,
  ) {}

  changed(tx: Tx, ...changes: readonly ChangedAgent[]): Promise<void> {
    return this.notify(
      tx,
      changes.map((change) => ({
        name: 'yangent-agents:agent-changed',
        value: this.#valueOf(change),
        audience: audienceOf(change.agent),
      })),
    );
  }

  #valueOf({ agent, change, state, reason }: ChangedAgent): AgentChanged {
    const { id, domain } = agent;
    const now = change === 'removed' ? undefined : (state ?? this.states.stateOf(agent));
    return { id, change, state: now, domain, reason };
  }
}
