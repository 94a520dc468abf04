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

/** Refuses a token with other claims, or with more capabilities (ATD-8-d). @throws ExchangeFault */
export function requireStepClaims(payload: JWTPayload, wanted: Readonly<Record<string, unknown>>): void {
  for (const name of SAME)
    if (textOf(payload[name]) !== textOf(wanted[name]))
      throw new ExchangeFault(`its token does not have the claim ${name} of the token for which it was given`);
  if (!isNoWider(payload.capabilities, wanted.capabilities))
    throw new ExchangeFault('its token has other capabilities than the token for which it was given');
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
