import { RpcError } from '../../data/index.js';
import type { StepRecord } from '../run/record.js';

/** Returns the error for an action that the state of a step does not allow. */
export function stepRefused({ run, node, item, generation, state }: StepRecord, problem: string): RpcError {
  return new RpcError({
    type: 'application',
    tag: 'operation-failed',
    origin: 'caller',
    appTag: 'bad-transition',
    path: `/yangent-workflows:workflows/run[id='${run}']/step[node='${node}'][item='${item}'][generation='${generation}']`,
    message: `step "${node}" is ${state}: ${problem}`,
  });
}
