/** The depth of runs that call one another: by steps of type workflow, and by tasks of coordinators. */
import { DEEPEST_RUN } from '../model/dag.js';
import { StepFailure } from './failure.js';

/** @param depth of a run to be started; 0 is that of a run below none. Returns it. @throws StepFailure dag-depth */
export function requireDepth(depth: number): number {
  if (depth <= DEEPEST_RUN) return depth;
  throw new StepFailure('dag-depth', `workflows call one another ${DEEPEST_RUN} deep, which is the most`);
}
