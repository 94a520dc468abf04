/** Checks the capabilities of trust domains: each must be one that can be met. */
import { CapabilityFault, capabilitiesOfModel, requireMeetable } from '../../../access/index.js';
import { RpcError } from '../../../data/index.js';
import { entriesOf, type Members, textOf } from '../../../data/rfc7951/members.js';
import type { Schema } from '../../../yang/index.js';
import { TRUST_DOMAIN } from './domains.js';

const LISTS = ['permit', 'send'] as const;

/**
 * Checks the capabilities that a change brings; those that were there before stay as they are.
 *
 * @throws RpcError invalid-value with the path of the capability
 */
export function requireCapabilities(schema: Schema, before: Members, after: Members): void {
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
  readonly entry: Members;
  readonly path: string;
}

function capabilitiesIn(access: Members): readonly Placed[] {
  return entriesOf(access, 'trust-domain').flatMap((domain) =>
    LISTS.flatMap((list) =>
      entriesOf(domain, list).map((entry) => ({
        entry,
        path: `${TRUST_DOMAIN}[name='${textOf(domain, 'name') ?? ''}']/${list}[name='${textOf(entry, 'name') ?? ''}']`,
      })),
    ),
  );
}
