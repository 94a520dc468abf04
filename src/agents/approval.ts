import type { Call } from '../server/index.js';
import type { AgentRecord } from './record/record.js';

/** Refuses to act as an agent that waits for the approval of an operator: until then it can only be read. */
export function requireApproved(
  agent: Pick<AgentRecord, 'id' | 'approved'> | undefined,
  call: Pick<Call, 'fail'>,
): void {
  if (!agent || agent.approved) return;
  call.fail({
    tag: 'access-denied',
    appTag: 'not-approved',
    message: `agent "${agent.id}" waits for the approval of an operator; until then it cannot act`,
  });
}
