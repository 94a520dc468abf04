/** The limits of what is sent to agents on nodes of trust domains (`send`). */
import { type Access, type Ceiling, SYSTEM } from '../../access/index.js';
import type { AgentDirectory } from '../../agents/index.js';
import type { AuditTrail } from '../../server/index.js';
import type { Outgoing } from '../../tasks/index.js';
import { caller } from '../local.js';

type Domains = Pick<Access, 'domains'>;

/** Returns the rule by which tasks are admitted; each refusal has a record. */
export function outgoingTasks(access: Domains, audit: Pick<AuditTrail, 'recordIn'>): Outgoing {
  return {
    refusal: (tx, { id: agent, remote }, { priority, document }) => {
      if (remote?.trustDomain === undefined) return undefined;
      const { description, authority } = document;
      const depth = authority?.delegation.depth ?? 0;
      const about = { agent, priority, depth, ...(description.type === undefined ? {} : { skill: description.type }) };
      const domain = access.domains.get(remote.trustDomain);
      const refusal = domain?.sending.refusal('yangent-tasks.assign', about);
      if (domain && !refusal) return undefined;
      const message = refusal?.message ?? `there is no trust domain "${remote.trustDomain}"`;
      const targets = [`${remote.target} agent ${remote.agent}`, message];
      audit.recordIn(tx, caller(SYSTEM), {
        ...{ operation: 'remote-assign', kind: 'refusal', targets, outcome: 'denied', errorTag: 'access-denied' },
      });
      return message;
    },
  };
}

/** Returns the most sensitive data that an agent of a trust domain may get. */
export function ceilings(
  access: Domains,
  directory: Pick<AgentDirectory, 'get'>,
): (agent: string) => Ceiling | undefined {
  return (agent) => {
    const domain = directory.get(agent)?.remote?.trustDomain;
    return domain === undefined ? undefined : access.domains.get(domain)?.sending.ceilingFor(agent);
  };
}
