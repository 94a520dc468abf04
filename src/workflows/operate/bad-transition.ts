import { RpcError } from '../../data/index.js';
import type { RunRecord } from '../run/record.js';

/** Returns the error for an action that the state of a run does not allow. */
export function badTransition(run: Pick<RunRecord, 'id' | 'state'>, problem: string): RpcError {
  return new RpcError({
    type: 'application',
    tag: 'operation-failed',
    origin: 'caller',
    appTag: 'bad-transition',
    path: `/yangent-workflows:workflows/run[id='${run.id}']/state`,
    message: `the run is ${run.state} and ${problem}`,
  });
}
