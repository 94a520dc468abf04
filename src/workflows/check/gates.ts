/** Checks the gates of nodes and of guards. */
import { boundedSchema } from '../../tasks/index.js';
import { type DagNode, typeOf } from '../model/dag.js';
import type { CheckContext } from './context.js';
import { type FindingCode, nodePath } from './finding.js';

/** A gate as it is configured. */
export type GateToCheck = Pick<
  Partial<NonNullable<DagNode['oversight']>>,
  'approver' | 'approver-group' | 'quorum' | 'form'
>;

interface GateFault {
  readonly leaf: 'quorum' | 'form';
  readonly code: FindingCode;
  readonly message: string;
}

/** Returns what is wrong with a gate. Names of users and groups are not looked up: that would tell an author which there are. */
export function gateFaults(gate: GateToCheck): readonly GateFault[] {
  const { approver = [], 'approver-group': groups = [], quorum = 1, form } = gate;
  const faults: GateFault[] = [];
  if (groups.length === 0 && approver.length > 0 && quorum > approver.length) {
    const message = `${quorum} persons have to approve, but only ${approver.length} may; name groups, or more approvers`;
    faults.push({ leaf: 'quorum', code: 'dag-bounds', message });
  }
  const problem = form === undefined ? undefined : problemOf(form);
  if (problem !== undefined)
    faults.push({ leaf: 'form', code: 'dag-schema', message: `it is no JSON Schema that can be used: ${problem}` });
  return faults;
}

function problemOf(form: string): string | undefined {
  try {
    boundedSchema(form);
    return undefined;
  } catch (error) {
    if (error instanceof TypeError) return error.message;
    throw error;
  }
}

/** Reports what is wrong with the gates of a node, and statements that an approval does not go with. */
export function checkGates(node: DagNode, { report }: CheckContext): void {
  for (const place of ['approval', 'oversight'] as const) {
    const gate = node[place];
    for (const { leaf, code, message } of gate ? gateFaults(gate) : [])
      report('error', code, nodePath(node.name, `/${place}/${leaf}`), message);
  }
  if (typeOf(node) === 'approval' && node.timeout?.total !== undefined)
    report(
      'error',
      'dag-bounds',
      nodePath(node.name, '/timeout/total'),
      'the time of an approval is that of its gate; use approval/timeout',
    );
}
