/** Errors of a change of users and credentials. A failed login is no error: it gives no principal. */
export type AccessErrorCode =
  | 'bad-user-name'
  | 'bad-password'
  | 'bad-key'
  | 'bad-certificate'
  | 'bad-authority'
  | 'bad-token-keys'
  | 'trust-domain-overlap'
  | 'trust-domain-name'
  | 'unknown-user'
  | 'overloaded';

export class AccessError extends Error {
  readonly code: AccessErrorCode;
  /** The instance path of the configuration that is wrong, where it is known. */
  readonly path: string | undefined;

  constructor(code: AccessErrorCode, message: string, path?: string) {
    super(message);
    this.path = path;
    this.name = 'AccessError';
    this.code = code;
  }
}
