/** Proves to an authorization server that a request comes from this node. */
import { randomUUID } from 'node:crypto';
import type { ConfiguredServer } from '../configured.js';
import { signedClaims, type TokenKeys } from '../token/signing.js';
import { ExchangeFault } from './fault.js';

/** The parts of a request that say and prove from which client it comes. */
export interface ClientProof {
  readonly headers: Readonly<Record<string, string>>;
  readonly parameters: Readonly<Record<string, string>>;
}

export interface ProofNeeds {
  readonly keys: TokenKeys;
  /** Returns the secret with this name; undefined when there is none. */
  readonly secret: (name: string) => Promise<string | undefined>;
}

const ASSERTION = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
/** Seconds for which an assertion holds: it is used at once. */
const LIFETIME = 60;

/**
 * Returns the proof: by the secret (RFC 6749 §2.3.1), or by a JWT that is signed with the key for tokens (RFC 7523 §2.2).
 *
 * @param issuer the server, as it calls itself
 * @throws ExchangeFault when the secret is not there
 */
export async function clientProof(
  { keys, secret }: ProofNeeds,
  issuer: string,
  { clientId, credential }: Pick<ConfiguredServer, 'clientId' | 'credential'>,
): Promise<ClientProof> {
  if (credential === undefined) {
    const now = Math.floor(Date.now() / 1_000);
    const claims = { iss: clientId, sub: clientId, aud: issuer, iat: now, exp: now + LIFETIME, jti: randomUUID() };
    const { token } = await signedClaims(keys, 'client-authentication+jwt', claims);
    return {
      headers: {},
      parameters: { client_id: clientId, client_assertion_type: ASSERTION, client_assertion: token },
    };
  }
  const password = await secret(credential);
  if (password === undefined)
    throw new ExchangeFault(
      `the secret "${credential}", which proves this node to it, is not in the secret store; set it with "yangent secret set ${credential}"`,
    );
  const pair = [clientId, password].map((part) => formEncoded(part)).join(':');
  return { headers: { authorization: `Basic ${Buffer.from(pair).toString('base64')}` }, parameters: {} };
}

/** Encodes one value as a form does (RFC 6749 appendix B). */
function formEncoded(text: string): string {
  return new URLSearchParams({ '': text }).toString().slice(1);
}
