/** The data of a login over SSH, and the port that decides it. */
import type { Credential, Principal } from '../access/index.js';

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
    | {
        readonly method: 'password';
        readonly password: string;
        /** The key or certificate that the client has proved before, if there was one. */
        readonly first?: Credential;
      }
    | {
        readonly method: 'publickey';
        /** A plain key, or one in a certificate. */
        readonly form: 'public-key' | 'ssh-certificate';
        /** The key or certificate in SSH wire form. */
        readonly key: Buffer;
        /** `SHA256:...` of `key`. */
        readonly fingerprint: string;
        /** False while the client only asks if the key is acceptable; true when its signature has been verified. */
        readonly proven: boolean;
      }
  );

/** A failed login. */
export interface FailedAttempt extends LoginName {
  readonly method: 'password' | 'public-key' | 'ssh-certificate';
  readonly sourceHost: string;
  /** `resource-denied` for an attempt that was not checked, as too many wait. */
  readonly errorTag?: string;
}

/** The answer to an attempt: a login, or that the key is right and a password must follow. */
export type LoginAnswer<P> = { readonly kind: 'login'; readonly principal: P } | { readonly kind: 'password-too' };

/**
 * Decides an attempt; undefined when the user may not log in, or may not see that agent. A rejection is logged and refuses the
 * login.
 */
export type Authenticate<P = Principal> = (attempt: LoginAttempt) => Promise<LoginAnswer<P> | undefined>;

const SEPARATOR = '%';

/** Splits `USER%AGENT-ID`; a name without `%` requests the view of the whole node. */
export function parseLoginName(name: string): LoginName {
  const at = name.indexOf(SEPARATOR);
  return at < 0 ? { user: name } : { user: name.slice(0, at), agent: name.slice(at + 1) };
}
