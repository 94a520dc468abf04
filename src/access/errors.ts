/** Errors of a change of users and credentials. A failed login is no error: it gives no principal. */
export type AccessErrorCode =
  | 'bad-user-name'
  | 'bad-password'
  | 'bad-key'
  | 'bad-certificate'
  | 'bad-token-keys'
  | 'unknown-user'
  | 'overloaded';

export class AccessError extends Error {
  readonly code: AccessErrorCode;

  constructor(code: AccessErrorCode, message: string) {
    super(message);
    this.name = 'AccessError';
    this.code = code;
  }
}
