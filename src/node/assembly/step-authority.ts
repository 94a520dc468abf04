/** The grants for steps of workflows, and the records of runs. */
import {
  type Access,
  CapabilityFault,
  capabilitiesOfModel,
  nameOfAgent,
  type Principal,
  SYSTEM,
} from '../../access/index.js';
import type { AuditTrail } from '../../server/index.js';
import { NODE, type StepGrants, type WriteRecord } from '../../workflows/index.js';
import { caller } from '../local.js';
import { lackOf } from './task-authorities.js';

export interface StepAuthority {
  readonly grants: StepGrants;
  readonly recordFact: WriteRecord;
}

export function stepAuthority(access: Pick<Access, 'issuing'>, audit: Pick<AuditTrail, 'recordIn'>): StepAuthority {
  return {
    grants: {
      lack: async (tx, { user: from, agent, capabilities: named, maxDepth }) => {
        if (!access.issuing) return 'this node gives no grants, since it has no RESTCONF';
        try {
          const wanted = { from, to: nameOfAgent(agent), capabilities: capabilitiesOfModel(named), maxDepth };
          const found = await access.issuing.grants.coverage(tx, wanted);
          return 'lacking' in found ? lackOf(wanted, found.lacking) : undefined;
        } catch (error) {
          if (error instanceof CapabilityFault) return error.message;
          throw error;
        }
      },
      end: async (tx, grant) => access.issuing?.grants.end(tx, grant),
    },
    recordFact: (tx, { id: workflow, initiator, coordinator }, { by, ...fact }) => {
      const principal = by === undefined ? { name: initiator, groups: [], agent: coordinator } : principalOf(by);
      audit.recordIn(tx, caller(principal, undefined, { workflow }), fact);
    },
  };
}

/** Returns the one that caused a fact, as records have it. */
function principalOf(by: string): Principal {
  return by === NODE ? SYSTEM : { name: by, groups: [] };
}
