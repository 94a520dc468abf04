/** What can be wrong with a change of users and keys. Failed logins are no errors: they give no principal. */
export type AccessErrorCode = 'bad-user-name' | 'bad-password' | 'bad-key' | 'unknown-user' | 'overloaded';

export class AccessError extends Error {
  readonly code: AccessErrorCode;

  constructor(code: AccessErrorCode, message: string) {
    super(message);
    this.name = 'AccessError';
    this.code = code;
  }
}
