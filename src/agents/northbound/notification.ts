import type { EventInput, EventLog } from '../../events/index.js';
import type { Tx } from '../../store/index.js';
import type { AgentRecord } from '../record/record.js';
import type { AgentStates } from '../record/states.js';
import { audienceOf } from '../visibility.js';

export type AgentChange = 'created' | 'updated' | 'state' | 'removed';

export interface ChangedAgent {
  readonly agent: AgentRecord;
  readonly change: AgentChange;
  readonly state?: string;
  readonly reason?: string;
}

/** Events that are written by one statement. */
const TOGETHER = 200;

/** Writes notifications `yangent-agents:agent-changed` in the transaction of the change they report. */
export class AgentEvents {
  constructor(
    private readonly log: EventLog,
    private readonly states: AgentStates,
  ) {}

  async changed(tx: Tx, ...changes: readonly ChangedAgent[]): Promise<void> {
    for (let at = 0; at < changes.length; at += TOGETHER) {
      await this.log.append(tx, ...changes.slice(at, at + TOGETHER).map((change) => this.#event(change)));
    }
  }

  #event({ agent, change, state, reason }: ChangedAgent): EventInput {
    const now = change === 'removed' ? undefined : (state ?? this.states.stateOf(agent));
    return {
      name: 'yangent-agents:agent-changed',
      value: {
        id: agent.id,
        change,
        ...(now === undefined ? {} : { state: now }),
        ...(agent.domain === undefined ? {} : { domain: agent.domain }),
        ...(reason === undefined ? {} : { reason }),
      },
      audience: audienceOf(agent),
    };
  }
}
