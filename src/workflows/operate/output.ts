/** Outputs that persons give to steps. */
import { RpcError } from '../../data/index.js';
import { readBy } from '../course/input.js';
import type { DagNode } from '../model/dag.js';
import type { StepRecord } from '../run/record.js';
import { stepRefused } from './step-refused.js';

/** Returns an output that a client gave. @throws RpcError invalid-value when the schema of the node refuses it */
export function outputFor(node: DagNode, step: StepRecord, given: unknown): unknown {
  if (node['for-each'])
    throw stepRefused(step, 'its output is the list of what its items gave; retry the items that failed, or skip it');
  const read = readBy(node['output-schema'], given);
  if ('value' in read) return read.value;
  const message = `the output does not fit the schema of "${node.name}": ${read.problem}`;
  throw new RpcError({ type: 'application', tag: 'invalid-value', appTag: 'invalid-output', message });
}
