/** The differences between the trust domains of two configurations. */
import { canonicalJson } from '../../data/canonical-json.js';
import { entriesOf, type Members, textOf } from '../../data/rfc7951/members.js';

export interface DomainChange {
  readonly domain: string;
  readonly change: 'added' | 'suspended' | 'resumed' | 'changed' | 'removed';
}

/** Returns one change for each domain that is different. @param before RFC 7951 members of the container, as `after` */
export function domainChanges(before: Members, after: Members): readonly DomainChange[] {
  const [old, now] = [byName(before), byName(after)];
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((domain) => {
    const change = changeOf(old.get(domain), now.get(domain));
    return change ? [{ domain, change }] : [];
  });
}

function byName(access: Members): ReadonlyMap<string, Members> {
  return new Map(entriesOf(access, 'trust-domain').map((entry) => [textOf(entry, 'name') ?? '', entry]));
}

function changeOf(before: Members | undefined, after: Members | undefined): DomainChange['change'] | undefined {
  if (!before || !after) return before ? 'removed' : 'added';
  if (canonicalJson(before) === canonicalJson(after)) return undefined;
  if ((before.enabled !== false) === (after.enabled !== false)) return 'changed';
  return after.enabled === false ? 'suspended' : 'resumed';
}
