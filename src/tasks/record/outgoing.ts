/** The permission to send tasks to agents on nodes of trust domains. */
import type { AgentRecord } from '../../agents/index.js';
import type { Tx } from '../../store/index.js';
import type { TaskRecord } from './record.js';

/** Declared here, implemented where trust domains are known. */
export interface Outgoing {
  /** Returns why a task may not be sent to the agent, and records that in the transaction; undefined when it may. */
  refusal(tx: Tx, agent: AgentRecord, task: Pick<TaskRecord, 'priority' | 'document'>): string | undefined;
}

/** For rooms by themselves: there are no trust domains. */
export const UNLIMITED: Outgoing = { refusal: () => undefined };
