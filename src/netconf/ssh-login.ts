/** What a login over SSH says, and the port that decides about it. */
import type { Principal } from '../access/index.js';

/** Who wants in, and to what. */
export interface LoginName {
  readonly user: string;
  /** The agent whose view is wanted; the whole node when absent. */
  readonly agent?: string;
}

/** A user who has logged in. */
export interface Login<P = Principal> extends LoginName {
  readonly principal: P;
}

/** One try. Keyboard-interactive asks for the password, and is a `password` here. */
export type LoginAttempt = LoginName & { readonly sourceHost: string } & (
    | { readonly method: 'password'; readonly password: string }
    | {
        readonly method: 'publickey';
        /** The key in SSH wire form. */
        readonly key: Buffer;
        /** `SHA256:...` of the key. */
        readonly fingerprint: string;
        /** False while the client only asks whether the key would do; true when its signature has been verified. */
        readonly proven: boolean;
      }
  );

/** A login that failed. */
export interface FailedAttempt extends LoginName {
  readonly method: 'password' | 'public-key';
  readonly sourceHost: string;
}

/** Returns the principal; undefined when the user may not log in, or may not see that agent. Rejections are logged and refuse. */
export type Authenticate<P = Principal> = (attempt: LoginAttempt) => Promise<P | undefined>;

const SEPARATOR = '%';

/** Splits `USER%AGENT-ID`; a name without `%` is a user at the node's own view. */
export function parseLoginName(name: string): LoginName {
  const at = name.indexOf(SEPARATOR);
  return at < 0 ? { user: name } : { user: name.slice(0, at), agent: name.slice(at + 1) };
}
