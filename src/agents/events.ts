import type { EventLog } from '../events/index.js';
import type { Tx } from '../store/index.js';
import type { AgentRecord } from './record.js';
import type { AgentStates } from './states.js';
import { audienceOf } from './visibility.js';

export type AgentChange = 'created' | 'updated' | 'state' | 'removed';

/** Writes the notification `yangent-agents:agent-changed` in the transaction of the change it reports. */
export class AgentEvents {
  constructor(
    private readonly log: EventLog,
    private readonly states: AgentStates,
  ) {}

  async changed(
    tx: Tx,
    agent: AgentRecord,
    change: AgentChange,
    more: { state?: string; reason?: string } = {},
  ): Promise<void> {
    const state = change === 'removed' ? undefined : (more.state ?? this.states.stateOf(agent));
    await this.log.append(tx, {
      name: 'yangent-agents:agent-changed',
      value: {
        id: agent.id,
        change,
        ...(state === undefined ? {} : { state }),
        ...(agent.domain === undefined ? {} : { domain: agent.domain }),
        ...(more.reason === undefined ? {} : { reason: more.reason }),
      },
      audience: audienceOf(agent),
    });
  }
}
