/** The facts that clients may learn of the node's tokens without a login (RFC 8414, RFC 9728). */
import { PROOF_ALGORITHMS } from '../../access/index.js';
import { EXCHANGE } from './token-endpoint.js';

/** Returns the metadata of the node as a protected resource (RFC 9728). @param url of the node */
export function protectedResource(url: string): object {
  return {
    resource: url,
    authorization_servers: [url],
    jwks_uri: `${url}/oauth/jwks`,
    bearer_methods_supported: ['header'],
    dpop_signing_alg_values_supported: PROOF_ALGORITHMS,
    tls_client_certificate_bound_access_tokens: true,
  };
}

/** Returns the metadata of the node as an authorization server (RFC 8414). @param url of the node */
export function authorizationServer(url: string): object {
  return {
    issuer: url,
    token_endpoint: `${url}/oauth/token`,
    revocation_endpoint: `${url}/oauth/revoke`,
    jwks_uri: `${url}/oauth/jwks`,
    grant_types_supported: [EXCHANGE],
    response_types_supported: [],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    dpop_signing_alg_values_supported: PROOF_ALGORITHMS,
  };
}
