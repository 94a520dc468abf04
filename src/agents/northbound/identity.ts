/** Identifiers (DID) of agents: those that they prove when they register, and what the node knows about them. */
import type { Principal } from '../../access/index.js';
import type { YangentAgentsProvider } from '../../generated/providers.js';
import type { Identity } from '../../identity/index.js';
import type { Call } from '../../server/index.js';
import type { AgentPolicy } from '../policy.js';
import type { AgentRecord } from '../record/record.js';

type Register = YangentAgentsProvider['rpcs']['register']['input'];
type Status = YangentAgentsProvider['state']['/yangent-agents:agents/agent/status']['value'];

type Required = AgentPolicy['yangent-identity:identity'];

/** How a registration tells its identity. */
const HOW = {
  none: '',
  claimed: 'registration/digital-identifier must be a DID',
  proved: 'give yangent-identity:proof, which answers yangent-identity:challenge',
} as const;

/** Returns the digital identifier if it is a decentralized identifier. */
function claimed(identifier: string | undefined): string | undefined {
  return identifier !== undefined && DID.test(identifier) ? identifier : undefined;
}

/** As the model has it (yangent-identity:did). */
const DID = /^did:[a-z0-9]+:[A-Za-z0-9._:%-]{1,2000}$/;

export interface ProofTerms {
  readonly control?: Identity['control'];
  /** Identity that agents must have. */
  readonly required?: Required;
  /** True when a trust domain names the identifier, and the caller, or one that acts for it, is of another. */
  readonly isOfTwoDomains?: (principal: Principal, did: string) => boolean;
}

/**
 * Verifies the proof of a registration.
 *
 * @returns the proved identifier; undefined without a proof
 * @throws RpcError access-denied: identity-required, identity-not-proved, two-domains
 */
export async function provedIdentifier(
  { id, profile, registration, 'yangent-identity:proof': proof }: Register,
  call: Call,
  { control, required, isOfTwoDomains }: ProofTerms,
): Promise<string | undefined> {
  const did = claimed(registration?.['digital-identifier']);
  if ((required === 'proved' && proof === undefined) || (required === 'claimed' && did === undefined))
    call.fail({
      tag: 'access-denied',
      appTag: 'identity-required',
      message: `this node registers agents only with an identifier that is ${required}: ${HOW[required]}`,
    });
  if (proof === undefined || !control) return undefined;
  // Before a host is asked: a member of one trust domain does not speak for another.
  if (did !== undefined && isOfTwoDomains?.(call.principal, did))
    call.fail({
      tag: 'access-denied',
      appTag: 'two-domains',
      path: '/yangent-agents:register/yangent-identity:proof',
      message: `${did} is an identifier of another trust domain than that of the caller: proofs of two domains in one request prove nothing`,
    });
  const content = registration === undefined ? { profile } : { profile, registration };
  return control.require({ user: call.user, agent: id ?? profile.name, did, content, proof });
}

/**
 * Returns the identity of an agent.
 *
 * @param own identifier whose keys the node has
 * @param proved identifier that was proved with the last registration
 */
export function identityOf(
  { registration }: AgentRecord,
  own: string | undefined,
  proved: string | null,
): Status['yangent-identity:identity'] {
  if (own !== undefined) return { did: own, control: 'proved' };
  const did = claimed(registration['digital-identifier']);
  if (did === undefined) return undefined;
  return { did, control: did === proved ? 'proved' : 'claimed' };
}
