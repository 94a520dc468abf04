import { RpcError } from '../../data/index.js';
import { isRunOver } from '../model/states.js';
import type { RunRecord } from '../run/record.js';
import { badTransition } from './bad-transition.js';

/** Times that one run can be migrated: each is remembered, since its checkpoints are bound to the graphs of then. */
const MOST = 100;

/** Returns the definition of a run that may get another revision of it. @throws RpcError bad-transition, no-revisions, resource-denied */
export function requireMigratable(run: RunRecord): string {
  const { definition, progress, state } = run;
  if (definition === undefined) throw withoutRevisions(run);
  if (isRunOver(state)) throw badTransition(run, 'goes on no more; start a run of the new revision');
  if (progress.rollback || progress.wantsBack)
    throw badTransition(run, 'goes back to a checkpoint; migrate it when it is back (roll-back with then pause)');
  if (progress.ending || progress.failing !== undefined)
    throw badTransition(run, `is about to be ${progress.ending?.state ?? 'failed'}`);
  if ((progress.past ?? []).length < MOST) return definition;
  throw new RpcError({
    type: 'application',
    tag: 'resource-denied',
    message: `the run was migrated ${MOST} times, which is the most; start a run of the new revision`,
  });
}

function withoutRevisions({ id }: RunRecord): RpcError {
  return new RpcError({
    type: 'application',
    tag: 'operation-failed',
    origin: 'caller',
    appTag: 'no-revisions',
    path: `/yangent-workflows:workflows/run[id='${id}']/definition`,
    message:
      'the run executes a graph that was given to start, and which has no revisions; store the graph as a definition, and start a run of that',
  });
}
