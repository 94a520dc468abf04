/** The configuration of yangent-contexts: retention and sharing policies. */
import type { Running } from '../../datastore/index.js';
import type { YangentContextsConfig } from '../../generated/providers.js';
import { type ConfigHooks, configuration, configuredEntries } from '../../server/index.js';
import type { Ages } from '../retention.js';
import { requirePatterns, type SharingPolicyRecord } from '../sharing-policy.js';

type SharingPolicy = YangentContextsConfig['/yangent-contexts:sharing-policy'];

const DAY = 24 * 60 * 60 * 1000;

/** Returns a function that reads the present maximum ages. */
export function configuredAges(running: Pick<Running, 'tree'>): () => Ages {
  return () => {
    const days = configuration(running.tree, '/yangent-contexts:retention');
    return { item: days['item-age'] * DAY, data: days['data-age'] * DAY };
  };
}

/** Returns a function that reads the present sharing policies, in their order: the same list until it is changed. */
export function configuredPolicies(running: Pick<Running, 'tree'>): () => readonly SharingPolicyRecord[] {
  let source: readonly SharingPolicy['value'][] = [];
  let records: readonly SharingPolicyRecord[] = [];
  return () => {
    const entries = configuredEntries(running.tree, '/yangent-contexts:sharing-policy');
    if (entries !== source) records = entries.map(recordOf);
    source = entries;
    return records;
  };
}

function recordOf(policy: SharingPolicy['value']): SharingPolicyRecord {
  return {
    name: policy.name,
    from: policy.from ?? [],
    fromDomains: policy['from-domain'] ?? [],
    to: policy.to ?? [],
    toDomains: policy['to-domain'] ?? [],
    types: policy.type ?? [],
    minSensitivity: policy['min-sensitivity'],
    action: policy.action,
    kinds: policy.redact ?? [],
    members: policy['redact-member'] ?? [],
    patterns: policy.pattern ?? [],
    maxLength: policy['max-length'],
  };
}

export const sharingPolicyHooks: ConfigHooks<SharingPolicy> = {
  validate: async ({ after, path }) => requirePatterns(after?.pattern ?? [], path),
};
