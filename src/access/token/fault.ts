/** Why a token is not issued: the codes of RFC 6749 §5.2 and RFC 8693 §2.2.2. */
export type TokenFaultCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'invalid_scope'
  | 'invalid_target'
  | 'unsupported_grant_type'
  | 'access_denied';

export class TokenFault extends Error {
  constructor(
    readonly code: TokenFaultCode,
    message: string,
    /** Its name in AAP. */
    readonly appTag?: string,
  ) {
    super(message);
    this.name = 'TokenFault';
  }
}
