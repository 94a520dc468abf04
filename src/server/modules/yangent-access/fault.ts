/** Refusals of tokens as errors of the protocols. */
import { CapabilityFault, TokenFault, type TokenFaultCode } from '../../../access/index.js';
import { type ErrorTag, RpcError } from '../../../data/index.js';

const TAGS: Readonly<Record<TokenFaultCode, ErrorTag>> = {
  invalid_request: 'invalid-value',
  invalid_client: 'access-denied',
  invalid_grant: 'access-denied',
  invalid_scope: 'access-denied',
  invalid_target: 'invalid-value',
  unsupported_grant_type: 'invalid-value',
  access_denied: 'resource-denied',
};

/** Runs work on grants and tokens. @throws RpcError for a TokenFault or CapabilityFault */
export async function withFaults<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof TokenFault) {
      const { code, message, appTag = code } = error;
      throw new RpcError({ type: 'application', tag: TAGS[code], appTag, message });
    }
    if (error instanceof CapabilityFault)
      throw new RpcError({ type: 'application', tag: 'invalid-value', message: error.message });
    throw error;
  }
}
