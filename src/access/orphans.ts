/** Grants that have lost the trust on which they rest: they end with the token issuer or trust domain that vouched for their givers. */
import type { RecordContent } from '../audit/index.js';
import type { Tx } from '../store/index.js';
import type { AccessConfig } from './configured.js';
import { type DomainsNeeds, TrustDomains } from './domain/domains.js';
import type { Grant, Grants } from './grant/grants.js';
import { SYSTEM } from './principal.js';
import { endGrant } from './token/end-grant.js';
import type { Revocations } from './token/revocations.js';
import { isDid } from './token/subject-issuer.js';

export interface OrphanNeeds {
  readonly grants: Grants;
  readonly revocations: Revocations;
  readonly register: DomainsNeeds['register'];
}

type Trust = Pick<AccessConfig, 'domains' | 'issuers'>;

/**
 * Ends the grants whose origin counts for nothing by a configuration, each with a record.
 *
 * @param record appends to the audit log
 */
export async function endOrphans(
  needs: OrphanNeeds,
  tx: Tx,
  trust: Trust,
  record: (tx: Tx, content: RecordContent) => void,
): Promise<void> {
  const domains = new TrustDomains(trust.domains, { ...NO_USES, register: needs.register, counts: new Map() });
  for (const grant of await needs.grants.ofOthers(tx)) {
    const reason = lossOf(grant, trust, domains);
    if (reason === undefined) continue;
    await endGrant(needs, tx, grant);
    record(tx, {
      ...{ 'record-kind': 'grant', 'principal-kind': 'node', user: SYSTEM.name, operation: 'grant-ended' },
      ...{ target: [`/yangent-access:grants/grant[id='${grant.id}']`], outcome: 'done', grant: grant.id, reason },
    });
  }
}

/** Returns why the origin of a grant counts for nothing; undefined while it counts. */
function lossOf({ origin, from, actors }: Grant, { issuers }: Trust, domains: TrustDomains): string | undefined {
  if (domains.among([from, ...actors]) === 'former')
    return 'the trust domain of its giver, or of an actor, was removed';
  if (origin === undefined) return undefined;
  const claim = isDid(origin) ? domains.ofDid(origin) : domains.ofIssuer(origin);
  const isTrusted = claim === undefined ? issuers.some(({ issuer }) => issuer === origin) : claim !== 'former';
  return isTrusted ? undefined : `tokens of ${origin}, which vouched for its giver, are trusted no more`;
}

/** The domains only tell here whose an issuer or a name is. */
const NO_USES: Pick<DomainsNeeds, 'usageOf' | 'nodeTrustOf'> = {
  usageOf: () => ({ within: () => 0, count: async () => {} }),
  nodeTrustOf: () => undefined,
};
