/** The authority of tasks: grants and tokens for their executors. */
import {
  type Access,
  areWithin,
  type Capability,
  CapabilityFault,
  capabilitiesOfModel,
  ExchangeFault,
  nameOfAgent,
  type Principal,
  requireAgents,
  requireMeetable,
  SYSTEM,
  TokenFault,
  type TokenIssuer,
  type TokenIssuing,
  type TrustDomain,
  type Wanted,
} from '../../access/index.js';
import { RpcError } from '../../data/index.js';
import type { AuditTrail } from '../../server/index.js';
import type { Tx } from '../../store/index.js';
import { type Authorities, type Granted, type Receiver, type Standing, TOKEN_UNAVAILABLE } from '../../tasks/index.js';
import { placeOf, type TokenWork } from '../../workflows/index.js';
import type { Schema } from '../../yang/index.js';
import { caller } from '../local.js';

/** The part of a token's life after which a heartbeat answers another. */
const FRESH = 0.8;
/** Milliseconds until a heartbeat asks again for a token that was not given. */
const AGAIN = 10_000;
/** Maximum number of tasks whose last token is remembered; another one is issued for those that are forgotten. */
const MAX_TASKS = 10_000;

type AuthorityAccess = Pick<Access, 'issuing' | 'tokenIssuer' | 'isRevoked' | 'domains'>;

export interface AuthorityNeeds {
  readonly audit: Pick<AuditTrail, 'recordIn'>;
  /** The models that name actions and paths. */
  readonly schema: Schema;
  /** True when the user may know that the agent is there. */
  readonly findsAgent: (principal: Principal, agent: string) => boolean;
  /** Returns the work of which a task is a part; undefined for a task by itself. */
  readonly workOf: (task: Granted) => Promise<TokenWork | undefined>;
}

export function taskAuthorities(
  access: AuthorityAccess,
  { audit, schema, findsAgent, workOf }: AuthorityNeeds,
): Authorities {
  /** When the next token is to be issued, by task. */
  const next = new Map<string, number>();
  const remember = (task: string, time: number) => {
    next.delete(task);
    next.set(task, time);
    for (const oldest of next.keys()) {
      if (next.size <= MAX_TASKS) break;
      next.delete(oldest);
    }
  };
  return {
    delegate: async (tx, call, receiver, { capability, expires, 'max-depth': maxDepth = 0 }) => {
      const to = nameOfAgent(receiver.agent);
      const terms = { to, expires: Date.parse(expires), maxDepth, task: receiver.task };
      return refusable(async () => {
        const capabilities = capabilitiesOfModel(capability);
        requireAgents(capabilities, (each) => findsAgent(call.principal, each));
        const issuing = issuingOf(access);
        const wanted = { from: call.principal.name, to, capabilities, maxDepth };
        const within = receiver.isExplicit ? await covering(issuing, tx, wanted) : [];
        const { id } = await issuing.grants.delegateIn(tx, call.principal, { ...terms, capabilities }, within);
        for (const used of within) recordUse(audit, tx, wanted.from, used.id, receiver);
        return id;
      });
    },
    handOver: async (tx, grant, receiver) => {
      const { agent, isExplicit = false } = receiver;
      try {
        const { given, within } = await issuingOf(access).grants.handOver(tx, grant, {
          to: nameOfAgent(agent),
          isExplicit,
        });
        for (const used of within) recordUse(audit, tx, given.from, used.id, receiver);
        return given.id;
      } catch (error) {
        if (error instanceof TokenFault) return undefined;
        throw error;
      }
    },
    endGrant: (tx, grant) => issuingOf(access).grants.end(tx, grant),
    token: async (task, isFirst) => {
      const { id, grant } = task;
      if (!isFirst && (next.get(id) ?? 0) > Date.now()) return undefined;
      try {
        const work = await workOf(task);
        const terms = work ? { about: work.claims, lifetime: work.lifetime } : {};
        const { token, expires } = await issuerOf(access, work?.issuer).issue(grant, terms);
        remember(id, Date.now() + (work?.isFresh ? 0 : (expires - Date.now()) * FRESH));
        return token;
      } catch (error) {
        // It was revoked, or has ended: there is no token any more.
        if (error instanceof TokenFault) return undefined;
        if (!(error instanceof ExchangeFault)) throw error;
        if (isFirst) throw unavailable(id, error);
        // The last one may hold for a while, and the task goes on.
        remember(id, Date.now() + AGAIN);
        return undefined;
      }
    },
    isRevoked: (authority) => access.isRevoked(authority),
    endOf: (task) => endOf(access, task),
    recordEnd: (tx, task, reason) => {
      const targets = [`/yangent-tasks:tasks/task[id='${task}']`, reason];
      audit.recordIn(tx, caller(SYSTEM), { operation: 'end-task', kind: 'decision', targets, outcome: 'done' });
    },
    permits: ({ principal }, action, about) =>
      (principal.links ?? []).every((link) => link.denial({ action, about, at: Date.now() }) === undefined),
    requireMeetable: (required) => refusable(async () => requireMeetable(schema, capabilitiesOfModel(required))),
    covers: ({ principal }, required) =>
      (principal.links ?? []).every((link) => areWithin(capabilitiesOfModel(required), link.capabilities)),
  };
}

/** Returns the grants within which an explicit one lies. @throws TokenFault when a capability is not covered */
async function covering(issuing: TokenIssuing, tx: Tx, wanted: Wanted) {
  const found = await issuing.grants.coverage(tx, wanted);
  if ('grants' in found) return found.grants;
  throw new TokenFault('access_denied', lackOf(wanted, found.lacking), 'access-denied');
}

/** Says which grant is missing. */
export function lackOf({ from, to }: Pick<Wanted, 'from' | 'to'>, { name = '', actions }: Capability): string {
  return `no grant of user "${from}" to ${to} covers the capability ${name} (${actions.join(', ')}); give one with "yangent grant give ${to}" (yangent-access:delegate)`;
}

/** Records that a grant was used for a task, in the transaction of the assignment. */
function recordUse(
  audit: AuthorityNeeds['audit'],
  tx: Tx,
  giver: string,
  grant: string,
  { agent, task, taskId }: Receiver,
): void {
  const run = placeOf(taskId)?.run;
  audit.recordIn(tx, caller({ name: giver, groups: [], agent }), {
    ...{ operation: 'use-grant', kind: 'grant', outcome: 'done', grant },
    targets: [`/yangent-tasks:tasks/task[id='${task}']`],
    about: { task, ...(run === undefined ? {} : { workflow: run }) },
  });
}

/** Returns why a task may not go on. */
function endOf(access: AuthorityAccess, { authority, domain, isRemote, isSuspended }: Standing) {
  const { domains } = access;
  const executing = domain === undefined ? undefined : domains.get(domain);
  if (domain !== undefined && !executing) return `trust domain "${domain}", whose node executes the task, is gone`;
  if (executing?.sending.closed !== undefined && cancels(executing)) return executing.sending.closed;
  if (!authority) return undefined;
  const assigning = domains.among([authority.subject, ...authority.actors]);
  if (assigning === 'former') return 'the trust domain by whose authority the task was assigned is gone';
  const closed = assigning.find((each) => each.closed !== undefined && cancels(each));
  if (closed) return `trust domain "${closed.name}", by whose authority the task was assigned, is suspended`;
  // The domain from which the authority comes decides how its end counts; where it is of this node alone, the one that executes.
  const deciding = assigning.length > 0 ? assigning : executing ? [executing] : [];
  if (deciding.length > 0 && !deciding.some(cancels)) return undefined;
  if (authority.ends !== undefined && authority.ends <= Date.now() && !isSuspended)
    return 'the authority by which the task was assigned has ended: the node that assigned it did not prolong it';
  // A run here asks for its authority at each step: for the one with which it began, before it was prolonged.
  return (isRemote || authority.first !== undefined) && access.isRevoked(authority)
    ? 'the authority by which the task was assigned was revoked'
    : undefined;
}

/** True for a domain whose unfinished tasks end with it. */
function cancels({ configured: { onRevoke } }: TrustDomain): boolean {
  return onRevoke === 'cancel';
}

function issuingOf({ issuing }: Pick<Access, 'issuing'>): TokenIssuing {
  if (issuing) return issuing;
  throw noIssuer();
}

/** Returns the issuer of a token. @param name that of a configured one; undefined: the node itself */
function issuerOf(access: Pick<Access, 'tokenIssuer'>, name: string | undefined): TokenIssuer {
  const issuer = access.tokenIssuer(name);
  if (issuer) return issuer;
  throw noIssuer();
}

function noIssuer(): TokenFault {
  return new TokenFault('invalid_request', 'a node without RESTCONF issues no tokens');
}

/** Returns the refusal of a claim whose token another issuer does not give at the moment. */
function unavailable(task: string, { message }: ExchangeFault): RpcError {
  return new RpcError({
    ...{ type: 'application', tag: 'resource-denied', appTag: TOKEN_UNAVAILABLE },
    path: `/yangent-tasks:tasks/task[id='${task}']`,
    message,
  });
}

async function refusable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof CapabilityFault)
      throw new RpcError({ type: 'application', tag: 'invalid-value', message: error.message });
    if (!(error instanceof TokenFault)) throw error;
    const { code, message, appTag = code } = error;
    throw new RpcError({ type: 'application', tag: 'access-denied', appTag, message });
  }
}
