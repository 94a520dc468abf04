/** A refusal of an OAuth endpoint (RFC 6749 §5.2). */
export class OAuthFault extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly status: 400 | 401 | 503 = 400,
  ) {
    super(message);
    this.name = 'OAuthFault';
  }
}
