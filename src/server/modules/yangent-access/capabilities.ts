/** Checks the capabilities of trust domains: each must be one that can be met. */
import { CapabilityFault, capabilitiesOfModel, requireMeetable } from '../../../access/index.js';
import { RpcError } from '../../../data/index.js';
import type {
  YangentAccess_Access,
  YangentAccess_Access_TrustDomain_Permit,
  YangentAccess_Access_TrustDomain_Send,
} from '../../../generated/yangent-access.js';
import type { Schema } from '../../../yang/index.js';
import { TRUST_DOMAIN } from './domains.js';

const LISTS = ['permit', 'send'] as const;

/**
 * Checks the capabilities that a change brings; those that were there before stay as they are.
 *
 * @throws RpcError invalid-value with the path of the capability
 */
export function requireCapabilities(schema: Schema, before: YangentAccess_Access, after: YangentAccess_Access): void {
  const known = new Set(capabilitiesIn(before).map(({ entry }) => JSON.stringify(entry)));
  for (const { entry, path } of capabilitiesIn(after)) {
    if (known.has(JSON.stringify(entry))) continue;
    try {
      requireMeetable(schema, capabilitiesOfModel([entry]));
    } catch (error) {
      if (!(error instanceof CapabilityFault)) throw error;
      throw new RpcError({ type: 'application', tag: 'invalid-value', path, message: error.message });
    }
  }
}

interface Placed {
  readonly entry: YangentAccess_Access_TrustDomain_Permit | YangentAccess_Access_TrustDomain_Send;
  readonly path: string;
}

function capabilitiesIn(access: YangentAccess_Access): readonly Placed[] {
  return (access['trust-domain'] ?? []).flatMap((domain) =>
    LISTS.flatMap((list) =>
      (domain[list] ?? []).map((entry) => ({
        entry,
        path: `${TRUST_DOMAIN}[name='${domain.name}']/${list}[name='${entry.name}']`,
      })),
    ),
  );
}
