/** What can be wrong with a change of who may log in. Failed logins are no errors: they give no principal. */
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
