/** The rules of token exchange (RFC 8693). */
import { areWithin, type Capability } from '../grant/capability.js';
import type { Delegation } from '../grant/delegation.js';
import { isForeignMark, MAX_ACTORS, type TokenAuthority } from './authority.js';
import type { TokenContent } from './claims.js';
import { TokenFault } from './fault.js';
import type { HeldToken } from './held.js';

export interface Exchange {
  readonly subject: HeldToken;
  readonly actor?: HeldToken;
  /** Absent: those of the subject token. */
  readonly capabilities?: readonly Capability[];
  /** Thumbprints of the keys that the caller has proved to hold. */
  readonly proved: readonly string[];
  /** True when the caller has logged in with the subject token. */
  readonly isSubject: boolean;
  /** The key to which the new token is to be bound. */
  readonly boundTo?: string;
  /** How often authority that comes from a plain token may be handed on. */
  readonly maxDepth: number;
}

/**
 * Returns the content of the new token: for the same user, narrowed, and with an actor as acting for him.
 *
 * @throws TokenFault
 */
export function exchanged(exchange: Exchange): TokenContent {
  const { subject, actor } = exchange;
  const { principal, authority } = subject;
  requirePossession(exchange);
  const actors = actor ? [actor.principal.name, ...authority.actors] : authority.actors;
  if (actors.length > MAX_ACTORS) throw excessive();
  if (actor && (actor.authority.link || actor.authority.actors.length > 0))
    throw new TokenFault('invalid_grant', 'an actor shows a token of his own, without limits and without actors');
  if (actor?.principal.name === principal.name && actor.issuer === subject.issuer)
    throw new TokenFault('invalid_request', 'the actor is the subject itself: leave the actor token out');
  return {
    subject: principal.name,
    actors,
    capabilities: narrowed(exchange),
    delegation: handedOn(exchange),
    lineage: authority.lineage,
    ...boundOf(exchange),
  };
}

/** A stolen token that is bound to a key is worth nothing here either. */
function requirePossession({ subject, actor, proved, isSubject }: Exchange): void {
  const { mayAct } = subject;
  if (mayAct !== undefined && actor?.principal.name !== mayAct)
    throw new TokenFault('invalid_grant', 'the subject token names another who may act with it (may_act)');
  for (const each of [subject, ...(actor ? [actor] : [])]) {
    const isProved = actor?.boundTo !== undefined && proved.includes(actor.boundTo);
    const isNamed = each === subject && mayAct !== undefined && isProved;
    if (each.boundTo === undefined || proved.includes(each.boundTo) || isNamed || (each === subject && isSubject))
      continue;
    throw new TokenFault('invalid_grant', 'a token that is bound to a key needs the proof of that key');
  }
}

function narrowed({ subject, capabilities }: Exchange): readonly Capability[] {
  const { link } = subject.authority;
  const wanted = capabilities ?? link?.capabilities;
  if (!wanted || wanted.length === 0)
    throw new TokenFault('invalid_scope', 'name the capabilities of the new token: the subject token has no limits');
  if (link && !areWithin(wanted, link.capabilities))
    throw new TokenFault(
      'invalid_scope',
      'a capability is wider than those of the subject token',
      'aap_invalid_capability',
    );
  return wanted;
}

function handedOn({ subject, actor, maxDepth }: Exchange): Delegation {
  const { delegation } = subject.authority;
  if (!actor) return delegation;
  const isFirst = delegation.chain.length === 0;
  const depth = isFirst ? 0 : delegation.depth + 1;
  const deepest = deepestOf(subject.authority, maxDepth);
  if (depth > deepest) throw excessive();
  return { depth, maxDepth: deepest, chain: [...delegation.chain, actor.principal.name] };
}

/**
 * Returns how deep an authority may be handed on: what a token of another issuer says narrows what this node allows, and never widens
 * it.
 */
export function deepestOf(
  { delegation, lineage }: Pick<TokenAuthority, 'delegation' | 'lineage'>,
  maxDepth: number,
): number {
  const isForeign = lineage.length === 0 || lineage.some(isForeignMark);
  const claimed = delegation.maxDepth ?? maxDepth;
  return isForeign ? Math.min(claimed, maxDepth) : claimed;
}

function excessive(): TokenFault {
  return new TokenFault(
    'invalid_grant',
    'the authority has been handed on as often as it may',
    'aap_excessive_delegation',
  );
}

/** A token that comes from a bound one is bound: to the key that is wanted, the actor's, or the subject's own. */
function boundOf({ subject, actor, proved, boundTo }: Exchange): { readonly boundTo?: string } {
  const [first] = proved;
  const to = boundTo ?? first ?? actor?.boundTo ?? (actor ? undefined : subject.boundTo);
  if (to !== undefined && THUMBPRINT.test(to)) return { boundTo: to };
  if (subject.boundTo === undefined) return {};
  throw new TokenFault('invalid_grant', 'the subject token is bound to a key, so the new one must be as well');
}

/** Of a key; a certificate has none. */
const THUMBPRINT = /^[\w-]{43}$/;
