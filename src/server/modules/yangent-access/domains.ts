/** State and news of trust domains. */
import { type Access, domainChanges } from '../../../access/index.js';
import type { EventLog } from '../../../events/index.js';
import type { YangentAccessProvider } from '../../../generated/providers.js';
import type { YangentAccess_Access } from '../../../generated/yangent-access.js';
import type { Tx } from '../../../store/index.js';
import { notifier } from '../../notify.js';
import type { ListState } from '../../provider.js';
import { long } from '../yangent-audit/shown.js';

export const TRUST_DOMAIN = '/yangent-access:access/trust-domain';

/** Counts of each configured domain, since the start of the node. */
export function domainState({
  domains,
}: {
  readonly domains: () => Access['domains'];
}): ListState<YangentAccessProvider['state'][typeof TRUST_DOMAIN]> {
  return {
    get: async ({ name }) => {
      const counts = domains().get(name)?.counts;
      if (!counts) return undefined;
      return {
        accepted: long(counts.accepted),
        refused: [...counts.refused].map(([reason, count]) => ({ reason, count: long(count) })),
      };
    },
  };
}

/** Sends `trust-domain-changed` for each domain that a change of the configuration concerns, in its transaction. */
export async function tellDomainChanges(
  events: Pick<EventLog, 'append'>,
  tx: Tx,
  before: YangentAccess_Access,
  after: YangentAccess_Access,
): Promise<void> {
  const notify = notifier<YangentAccessProvider>(events);
  for (const change of domainChanges(before, after)) await notify(tx, 'yangent-access:trust-domain-changed', change);
}
