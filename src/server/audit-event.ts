/** The events of the stream `audit`: for those who watch. The audit log has the records themselves. */
import { nameOfAgent } from '../access/index.js';
import type { EventInput } from '../events/index.js';
import type { YangentAuditNotifications } from '../generated/yangent-audit.js';
import type { AuditEntry, FailedLoginEntry } from './audit.js';
import type { Caller } from './call.js';

export const AUDIT_STREAM = {
  name: 'audit',
  description: 'Every change and every refusal, for administrators',
} as const;

export const AUDIT_NOTIFICATION = 'yangent-access:audit';

export const MAX_TARGETS = 20;
const MAX_TARGET_LENGTH = 512;

/** Returns the event of an entry. */
export function auditEventOf({ principal, source, session, protocol, face }: Caller, entry: AuditEntry): EventInput {
  const { operation, outcome, errorTag } = entry;
  const value = {
    user: principal.name,
    actor: actorsOf(principal),
    domain: principal.domain,
    source,
    'session-id': session === 0 ? undefined : session,
    protocol: face ?? protocol,
    operation,
    target: boundedTargets(entry),
    outcome: outcome === 'unknown' ? 'failed' : outcome,
    'error-tag': errorTag,
    at: new Date().toISOString(),
  };
  return auditEvent(value);
}

export const ALERT_NOTIFICATION = 'yangent-audit:audit-alert';

/** Returns the alert of a recovery session that set aside the approval of persons (RFC 8341 §2.3). */
export function recoveryAlert(
  { principal, source }: Caller,
  entry: Pick<AuditEntry, 'operation' | 'targets'>,
): EventInput {
  const value: YangentAuditNotifications['yangent-audit:audit-alert'] = {
    ...{ reason: 'recovery', user: principal.name, operation: entry.operation },
    ...(source === undefined ? {} : { source }),
    ...{ target: boundedTargets(entry), at: new Date().toISOString() },
  };
  return { stream: AUDIT_STREAM.name, name: ALERT_NOTIFICATION, value };
}

/** Returns who acted for a user, the nearest first; undefined when nobody did, or an agent acted for itself and so is the user. */
export function actorsOf({ name, agent, actors = [] }: Caller['principal']): readonly string[] | undefined {
  const hosted = agent === undefined ? [] : [nameOfAgent(agent)].filter((actor) => actor !== name);
  const all = [...hosted, ...actors];
  return all.length === 0 ? undefined : all;
}

/** Returns what a refused client tried: a login, or a request that was refused before one. */
export function triedBy({ method }: FailedLoginEntry): 'login' | 'request' {
  return method === 'host' || method === 'origin' ? 'request' : 'login';
}

export function loginEventOf(entry: FailedLoginEntry): EventInput {
  const { user, domain, source, protocol, method, foreign, count, errorTag } = entry;
  return auditEvent({
    ...{ user, domain, source, protocol, operation: triedBy(entry), outcome: 'denied' },
    'error-tag': errorTag,
    ...{ method, foreign, count, at: new Date().toISOString() },
  });
}

function auditEvent(value: Readonly<Record<string, unknown>>): EventInput {
  const present = Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined));
  return { stream: AUDIT_STREAM.name, name: AUDIT_NOTIFICATION, value: present };
}

/** Returns the first targets of an entry, each cut to a length that events and records may have. */
export function boundedTargets({ targets }: Pick<AuditEntry, 'targets'>): readonly string[] {
  const cut = targets.slice(0, MAX_TARGETS).map((target) => target.slice(0, MAX_TARGET_LENGTH));
  return [...new Set(cut)];
}
