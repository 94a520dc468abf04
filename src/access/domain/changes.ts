/** The differences between the trust domains of two configurations. */
import { canonicalJson } from '../../data/canonical-json.js';
import type { YangentAccess_Access, YangentAccess_Access_TrustDomain } from '../../generated/yangent-access.js';

export interface DomainChange {
  readonly domain: string;
  readonly change: 'added' | 'suspended' | 'resumed' | 'changed' | 'removed';
}

/** Returns one change for each domain that is different. @param before RFC 7951 value of the container, as `after` */
export function domainChanges(before: YangentAccess_Access, after: YangentAccess_Access): readonly DomainChange[] {
  const [old, now] = [byName(before), byName(after)];
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((domain) => {
    const change = changeOf(old.get(domain), now.get(domain));
    return change ? [{ domain, change }] : [];
  });
}

function byName(access: YangentAccess_Access): ReadonlyMap<string, YangentAccess_Access_TrustDomain> {
  return new Map((access['trust-domain'] ?? []).map((entry) => [entry.name, entry]));
}

function changeOf(
  before: YangentAccess_Access_TrustDomain | undefined,
  after: YangentAccess_Access_TrustDomain | undefined,
): DomainChange['change'] | undefined {
  if (!before || !after) return before ? 'removed' : 'added';
  if (canonicalJson(before) === canonicalJson(after)) return undefined;
  if ((before.enabled !== false) === (after.enabled !== false)) return 'changed';
  return after.enabled === false ? 'suspended' : 'resumed';
}
