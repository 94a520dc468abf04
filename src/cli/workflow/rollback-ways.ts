/** The ways on from a rollback that waits for an operator. */
import { labelled } from '../terminal/index.js';
import { latest, type Run, stateOf } from './records.js';

/** States of a rollback after which the run goes on, or has ended. */
const OVER: ReadonlySet<string> = new Set(['restored', 'incomplete']);
/** States of an acknowledgement for which an operator may stand in. */
const OPEN: ReadonlySet<string> = new Set(['pending', 'refused', 'expired']);

/** Returns lines with the commands that end the wait; none for a run that waits for something else. */
export function rollbackWays({ id, state, rollback = [], step = [] }: Run): readonly string[] {
  const last = rollback.at(-1);
  if (state !== 'escalated' || !last || OVER.has(last.state)) return [];
  const silent = (last.acknowledgement ?? []).flatMap((each) => (OPEN.has(each.state) ? [each.agent] : []));
  // Answers come before compensations.
  const failed = [...latest(step).values()].filter((each) => stateOf(each) === 'failed');
  const agents = silent.length > 0 ? silent : failed.flatMap(({ agent = [] }) => agent.at(-1) ?? []);
  return [
    'an operator decides how it goes on:',
    labelled([
      ...[...new Set(agents)].map((agent): [string, string] => [
        `  yangent workflow acknowledge ${id} --agent ${agent} --reason TEXT`,
        silent.length > 0 ? 'goes on without its answer' : 'goes on without what it could not undo',
      ]),
      [`  yangent workflow cancel ${id}`, 'gives the way back up'],
    ]),
  ];
}
