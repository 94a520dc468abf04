/** Identifiers (DID) of agents: those that they prove when they register, and what the node knows about them. */
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

/**
 * Verifies the proof of a registration.
 *
 * @param required identity that agents must have
 * @returns the proved identifier; undefined without a proof
 * @throws RpcError access-denied: identity-required, identity-not-proved
 */
export async function provedIdentifier(
  { id, profile, registration, 'yangent-identity:proof': proof }: Register,
  call: Call,
  { control, required }: { readonly control?: Identity['control']; readonly required?: Required },
): Promise<string | undefined> {
  const did = claimed(registration?.['digital-identifier']);
  if ((required === 'proved' && proof === undefined) || (required === 'claimed' && did === undefined))
    call.fail({
      tag: 'access-denied',
      appTag: 'identity-required',
      message: `this node registers agents only with an identifier that is ${required}: ${HOW[required]}`,
    });
  if (proof === undefined || !control) return undefined;
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
