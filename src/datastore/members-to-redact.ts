/** Migrates sharing policies: the kinds of information are now a closed set, and names of members have their own leaf-list. */

import type { Kysely } from 'kysely';
import { isObject } from '../data/index.js';
import type { Database } from '../store/index.js';
import { rewriteStored } from './rewrite-stored.js';

const POLICIES = 'yangent-contexts:sharing-policy';
/** The kinds at the time of the migration. */
const KINDS: ReadonlySet<unknown> = new Set([
  'name',
  'age',
  'address',
  'phone',
  'email',
  'network-address',
  'credential',
]);

/** Moves values that are not kinds from `redact` of each sharing policy to `redact-member`, where they mean the same. */
export async function moveMembersToRedact(sql: Kysely<Database>): Promise<void> {
  await rewriteStored(sql, (text) => {
    if (!text.includes(POLICIES)) return undefined;
    const document: unknown = JSON.parse(text);
    const policies: unknown = isObject(document) ? document[POLICIES] : undefined;
    const moved = Array.isArray(policies) ? policies.filter(isObject).filter(moveMembers) : [];
    return moved.length > 0 ? JSON.stringify(document) : undefined;
  });
}

/**
 * Moves the members of one policy; true when there were any. In an edit, each value may have metadata at the same position
 * (RFC 7952 §5.2.3), which moves with it.
 */
function moveMembers(policy: Record<string, unknown>): boolean {
  const { redact, '@redact': metadata } = policy;
  if (!Array.isArray(redact)) return false;
  const values = redact.map((value: unknown, at) => ({
    value,
    metadata: Array.isArray(metadata) ? (metadata[at] ?? null) : null,
  }));
  const members = values.filter(({ value }) => !KINDS.has(value));
  if (members.length === 0) return false;
  for (const [name, list] of [
    ['redact', values.filter(({ value }) => KINDS.has(value))],
    ['redact-member', members],
  ] as const) {
    delete policy[name];
    delete policy[`@${name}`];
    if (list.length === 0) continue;
    policy[name] = list.map(({ value }) => value);
    if (list.some((each) => each.metadata !== null)) policy[`@${name}`] = list.map((each) => each.metadata);
  }
  return true;
}
