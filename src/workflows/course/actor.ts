import type { RunRecord } from '../run/record.js';
import type { Actor } from './needs.js';

/** Returns for whom, and as which agent, a run acts. */
export function actorOf({
  id,
  initiator,
  coordinator,
  seal,
}: Pick<RunRecord, 'id' | 'initiator' | 'coordinator' | 'seal'>): Actor {
  return { user: initiator, agent: coordinator, run: id, ...(seal === undefined ? {} : { seal }) };
}
