/** The claims that the token of an authorization server must have: those of the token for which it was given. */
import type { JWTPayload } from 'jose';
import { canonicalJson } from '../../data/canonical-json.js';
import { areWithin, CapabilityFault, capabilitiesOfClaim } from '../grant/capability.js';
import { ExchangeFault } from './fault.js';

/** Claims that must be the same: who acts, and for which step (draft-aap-oauth-profile, ATD-9-i to ATD-9-m). */
const SAME = [
  ...['act', 'agent', 'task', 'oversight', 'delegation', 'context', 'audit'],
  ...['dagid', 'tasknode', 'executioncontext', 'checkpointref', 'recovery_state'],
] as const;

/** The server, as far as its tokens are judged by it. */
export interface JudgedServer {
  /** The claim with the name of the user. */
  readonly userClaim: string;
  /** The scope that was asked for. Undefined: the one of its setting. */
  readonly scope: string | undefined;
}

/** Refuses a token for another user, with other claims, with more capabilities, or with a wider scope (ATD-8-d). @throws ExchangeFault */
export function requireStepClaims(
  payload: JWTPayload,
  wanted: Readonly<Record<string, unknown>>,
  { userClaim, scope }: JudgedServer,
): void {
  if (payload[userClaim] !== wanted.sub)
    throw new ExchangeFault(`its token is not for the user for whom it was asked (claim ${userClaim})`);
  if (scope !== undefined && !isWithinScope(payload.scope, scope))
    throw new ExchangeFault('its token has a wider scope than the one that was asked for');
  for (const name of SAME)
    if (textOf(payload[name]) !== textOf(wanted[name]))
      throw new ExchangeFault(`its token does not have the claim ${name} of the token for which it was given`);
  if (!isNoWider(payload.capabilities, wanted.capabilities))
    throw new ExchangeFault('its token has other capabilities than the token for which it was given');
}

/** A token without the claim has no scope beside its capabilities (RFC 9068 §2.2.3). */
function isWithinScope(given: unknown, asked: string): boolean {
  if (given === undefined) return true;
  const names = new Set(asked.split(' '));
  return typeof given === 'string' && given.split(' ').every((name) => names.has(name));
}

function textOf(claim: unknown): string | undefined {
  return claim === undefined ? undefined : canonicalJson(claim);
}

function isNoWider(given: unknown, wanted: unknown): boolean {
  try {
    return areWithin(capabilitiesOfClaim(given), capabilitiesOfClaim(wanted));
  } catch (error) {
    if (error instanceof CapabilityFault) return false;
    throw error;
  }
}
