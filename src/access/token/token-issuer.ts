/** The port of those who issue tokens for executors of tasks: the node itself, or an authorization server. */
import type { IssuedToken, TokenTerms } from './issuing.js';

export interface TokenIssuer {
  /**
   * Issues a token from a grant.
   *
   * @throws TokenFault when the grant is not in force; ExchangeFault when the server gives no token
   */
  issue(grant: string, terms: TokenTerms): Promise<Pick<IssuedToken, 'token' | 'expires'>>;
}
