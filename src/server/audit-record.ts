/** The records of the audit log, made of callers and entries. */
import { agentOfName, SYSTEM_USER } from '../access/index.js';
import type { PrincipalKind, RecordContent } from '../audit/index.js';
import type { AuditEntry, FailedLoginEntry } from './audit.js';
import { digestible } from './audit-digest.js';
import { actorsOf, boundedTargets, MAX_TARGETS, triedBy } from './audit-event.js';
import type { Caller } from './call.js';
import type { SucceededLogin } from './login-records.js';
import type { ProtocolSession } from './protocol-sessions.js';

/** Computes the digest of an RFC 7951 value. */
export type Digest = (value: unknown) => string;

/** Returns the record of an entry. */
export function recordOf(caller: Caller, entry: AuditEntry, digest: Digest): RecordContent {
  const { principal, source, session, protocol, face, view, within } = caller;
  const { operation, targets, outcome, errorTag, rule, kind, intent, about = within, approvals = [] } = entry;
  const value = digestible(entry);
  return {
    'record-kind': kind ?? (outcome === 'denied' ? 'refusal' : 'operation'),
    'principal-kind': kindOf(principal),
    user: principal.name,
    actor: actorsOf(principal),
    agent: view.kind === 'agent' ? view.agent : undefined,
    domain: principal.domain,
    source,
    'session-id': session === 0 ? undefined : session,
    protocol: face ?? protocol,
    operation,
    target: boundedTargets(entry),
    count: targets.length > MAX_TARGETS ? targets.length : undefined,
    outcome: outcome === 'begun' ? 'intent' : outcome,
    'error-tag': errorTag,
    rule,
    task: about?.task,
    workflow: about?.workflow,
    'trace-id': within?.trace,
    'token-id': principal.token?.id,
    grant: entry.grant ?? grantOf(principal),
    approval: approvals.length === 0 ? undefined : approvals.join(' '),
    'input-digest': value === undefined ? undefined : digest(value),
    intent,
  };
}

/** Returns the grant from which the token of the login comes. */
function grantOf({ token }: Caller['principal']): string | undefined {
  return token?.lineage.findLast((each) => each.startsWith(GRANT))?.slice(GRANT.length);
}

const GRANT = 'grant:';

function kindOf({ name, kind }: Caller['principal']): PrincipalKind {
  if (name === SYSTEM_USER) return 'node';
  return agentOfName(name) === undefined ? (kind ?? 'person') : 'agent';
}

/** Returns the record of a failed login, or of several from one source. */
export function failedLoginRecord(entry: FailedLoginEntry): RecordContent {
  const { user, domain, source, protocol, method, foreign, count, errorTag } = entry;
  return {
    ...{
      'record-kind': 'login',
      'principal-kind': 'unknown',
      user,
      domain,
      source,
      protocol,
      operation: triedBy(entry),
    },
    ...{
      outcome: 'denied',
      'error-tag': errorTag,
      method,
      target: foreign === undefined ? undefined : [foreign],
      count,
    },
  };
}

/** Returns the record of a login with which a session began. */
export function loginRecord({ user, principal, id, sourceHost, transport }: ProtocolSession): RecordContent {
  const protocol = transport.split('-')[0];
  return {
    ...{ 'record-kind': 'login', 'principal-kind': kindOf(principal), user, domain: principal.domain },
    ...{ source: sourceHost, 'session-id': id, protocol },
    ...{ operation: 'login', outcome: 'done' },
  };
}

/** Returns the record of a login over RESTCONF. */
export function requestLoginRecord({ principal, source }: SucceededLogin): RecordContent {
  return {
    ...{ 'record-kind': 'login', 'principal-kind': principal.kind ?? kindOf(principal), user: principal.name },
    domain: principal.domain,
    ...{ actor: actorsOf(principal), source, protocol: 'restconf', operation: 'login', outcome: 'done' },
    method: principal.methods?.join('+'),
  };
}

/** Returns the record that stands for records that could not be written. */
export function gapRecord(count: number): RecordContent {
  return {
    ...{ 'record-kind': 'gap', 'principal-kind': 'node', user: SYSTEM_USER, operation: 'audit-gap' },
    ...{ outcome: 'done', count },
  };
}
