/** Records data of another node that this node keeps for an agent and its owner. */
import { principalOfAgent } from '../../access/index.js';
import type { AuditTrail } from '../../server/index.js';
import type { Tx } from '../../store/index.js';
import { caller } from '../local.js';

/** Returns the function that records the keeping of a parameter, in its transaction. */
export function recordedKeeping(audit: Pick<AuditTrail, 'recordIn'>) {
  return (tx: Tx, id: string, { owner, agent }: { readonly owner: string; readonly agent: string }): void => {
    const by = caller(principalOfAgent(agent, { name: owner, groups: [] }));
    audit.recordIn(tx, by, {
      operation: 'keep-data',
      targets: [`/yangent-contexts:data/param[id='${id}']`],
      outcome: 'done',
    });
  };
}
