/** Tells that a guard refuses what an agent would do. */
import { SYSTEM_USER } from '../../access/index.js';
import type { GateMeans } from '../gate/means.js';
import type { StepRecord } from '../run/record.js';
import type { Turn } from '../run/turn.js';

/** Writes to the journal and to the audit log that a guard refuses what an agent would do. */
export function tellRefused(
  turn: Turn,
  { o }: GateMeans,
  { run, node, generation }: StepRecord,
  { guard, message, agent }: { readonly guard: string; readonly message: string; readonly agent: string | undefined },
): void {
  turn.note({
    ...{ kind: 'policy', node, generation },
    data: { rule: guard, message, ...(agent === undefined ? {} : { agent }) },
  });
  o.record(turn.tx, {
    ...{ 'record-kind': 'decision', 'principal-kind': 'node', user: SYSTEM_USER },
    ...{ operation: 'policy-violation', outcome: 'denied', rule: guard, workflow: run },
    target: [
      `/yangent-workflows:workflows/run[id='${run}']/step[node='${node}'][item='0'][generation='${generation}']`,
    ],
  });
}
