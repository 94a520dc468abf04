/** The data of a login over SSH, and the port that decides it. */
import type { Principal } from '../access/index.js';

/** The user of a login, and the requested view. */
export interface LoginName {
  readonly user: string;
  /** The agent whose view is requested. Default: the whole node. */
  readonly agent?: string;
}

/** A user that has logged in. */
export interface Login<P = Principal> extends LoginName {
  readonly principal: P;
}

/** One attempt. Keyboard-interactive, which asks for the password, is a `password` here. */
export type LoginAttempt = LoginName & { readonly sourceHost: string } & (
    | { readonly method: 'password'; readonly password: string }
    | {
        readonly method: 'publickey';
        /** The key in SSH wire form. */
        readonly key: Buffer;
        /** `SHA256:...` of the key. */
        readonly fingerprint: string;
        /** False while the client only asks if the key is acceptable; true when its signature has been verified. */
        readonly proven: boolean;
      }
  );

/** A failed login. */
export interface FailedAttempt extends LoginName {
  readonly method: 'password' | 'public-key';
  readonly sourceHost: string;
}

/**
 * Returns the principal; undefined when the user may not log in, or may not see that agent. A rejection is logged and refuses
 * the login.
 */
export type Authenticate<P = Principal> = (attempt: LoginAttempt) => Promise<P | undefined>;

const SEPARATOR = '%';

/** Splits `USER%AGENT-ID`; a name without `%` requests the view of the whole node. */
export function parseLoginName(name: string): LoginName {
  const at = name.indexOf(SEPARATOR);
  return at < 0 ? { user: name } : { user: name.slice(0, at), agent: name.slice(at + 1) };
}
