/** Authentication, as the rooms above see it: users, their passwords, keys, certificates and tokens, and grants. */
import type { Logger } from 'pino';
import type { RecordContent } from '../audit/index.js';
import type { IetfTruststore_Truststore } from '../generated/ietf-truststore.js';
import type { YangentAccess_Access } from '../generated/yangent-access.js';
import type { ClientChain } from '../keys/index.js';
import type { Tx } from '../store/index.js';
import type { Schema } from '../yang/index.js';
import type { Voter } from './approval/voter.js';
import type { ExchangeNeeds } from './authorization-server/token-exchange.js';
import type { TrustDomains } from './domain/domains.js';
import type { DomainRegister } from './domain/register.js';
import type { FirstAdmin } from './first-admin.js';
import type { Followers } from './follow-configuration.js';
import type { Grants } from './grant/grants.js';
import type { Credential } from './login/credential.js';
import type { Principal } from './principal.js';
import type { StoredAuthority } from './stored-authority.js';
import type { ThrottleOptions } from './throttle.js';
import type { HeldToken } from './token/held.js';
import type { TokenIssuing } from './token/issuing.js';
import type { KeyFetch } from './token/key-fetch.js';
import type { KeyProof } from './token/possession.js';
import type { PresentedToken, TokenVerdict } from './token/presented.js';
import type { ReplayLimits } from './token/replays.js';
import type { TokenKeys } from './token/signing.js';
import type { SubjectKeys } from './token/subject-keys.js';
import type { TokenIssuer } from './token/token-issuer.js';
import type { TokenLogin } from './token/token-login.js';

/** A user as operators may see it. */
export interface UserSummary extends Principal {
  readonly hasPassword: boolean;
  /** Fingerprints of the user's SSH keys. */
  readonly keys: readonly string[];
}

/** The result of a login over SSH by a key or certificate. */
export type KeyLogin =
  | { readonly kind: 'login'; readonly principal: Principal }
  /** It is right, and the user must give a password as well: `authenticatePassword` with the key or certificate. */
  | { readonly kind: 'password-too' };

export interface Access {
  /** Creates user `admin` (groups admin and operator) at the first start, with the password in `DIR/admin-password`. */
  ensureFirstAdmin(dataDir: string): Promise<FirstAdmin>;
  /**
   * Creates or changes a user. Without a password, a new user has none, and an existing one keeps the stored one.
   *
   * @throws AccessError bad-user-name, bad-password
   */
  putUser(name: string, user: { readonly password?: string; readonly groups: readonly string[] }): Promise<void>;
  /** Removes the user and the user's keys; false when there is no such user. */
  removeUser(name: string): Promise<boolean>;
  users(): readonly UserSummary[];
  /** Lets the user log in with this key, one line as OpenSSH writes it. @throws AccessError bad-key, unknown-user */
  addAuthorizedKey(user: string, line: string): Promise<void>;
  /**
   * Returns the user when the password is right. The answer for a wrong password or an unknown user is delayed, longer with each
   * further failure of the same user and `source` (the peer's address). For a user who must prove two factors the right password is
   * wrong without `first`, and is answered as late.
   *
   * @param first returns the key or certificate of the same login; called only for a user who must prove two factors
   * @throws AccessError overloaded
   */
  authenticatePassword(
    name: string,
    password: string,
    source?: string,
    first?: () => Credential | undefined,
  ): Promise<Principal | undefined>;
  /** Logs in when this SSH public key (wire form) is one of the user's. SSH checks that the client holds the private key. */
  authenticateKey(name: string, blob: Uint8Array, source?: string): KeyLogin | undefined;
  /**
   * Logs in when this SSH certificate (wire form) holds for the user and the address, and one of the configured authorities
   * has signed it. SSH checks that the client holds the private key. The answer for another one is delayed, as for a wrong password;
   * the log has the reason.
   *
   * @throws AccessError overloaded
   */
  authenticateSshCertificate(name: string, octets: Uint8Array, source?: string): Promise<KeyLogin | undefined>;
  /**
   * Logs in the user of a token, with the groups that the token names. The sender must hold the key or certificate to which the token
   * is bound (RFC 9449, RFC 8705). The answer for a bad token or proof is delayed, as for a wrong password.
   *
   * @throws AccessError overloaded
   */
  authenticateToken(presented: PresentedToken, source?: string): Promise<TokenVerdict>;
  /**
   * Returns the user of a TLS client certificate that is configured, or that holds below a configured authority (RFC 5280 §6);
   * undefined also for one who must prove two factors. TLS checks that the client holds the private key. The log has the reason
   * for which a certificate below an authority is refused.
   */
  authenticateCertificate(chain: ClientChain): Principal | undefined;
  /** True when tokens are accepted: of configured issuers, or of the node itself. */
  readonly acceptsTokens: boolean;
  /** Returns a token that is good, whoever presents it; the answer for a bad one is delayed. @throws AccessError overloaded */
  heldToken(token: string, source?: string): Promise<HeldToken | undefined>;
  /** Checks a DPoP proof for which a token is asked (RFC 9449 §5); a good one names its key, and is used up. */
  proveKey(proof: KeyProof): ReturnType<TokenLogin['proveKey']>;
  readonly grants: Grants;
  /** Ends in a transaction the grants that a configuration leaves without trust, each with a record. */
  readonly endOrphans: Followers['endOrphans'];
  /** Returns the principal within an authority; undefined when that was revoked. */
  under(principal: Principal, authority: StoredAuthority): Principal | undefined;
  /** True when one of the grants and tokens of an authority was revoked. */
  isRevoked(authority: Pick<StoredAuthority, 'lineage'>): boolean;
  /** Connects where the keys of identifiers (DID) are found. Before, no login by an identifier is good. */
  connectSubjects(keys: SubjectKeys): void;
  /** The trust domains in force. */
  readonly domains: TrustDomains;
  /** Which names and issuers trust domains have had. */
  readonly domainRegister: DomainRegister;
  /** Returns the trust domain to which a name with which a client logs in points, or its certificate. */
  domainOf(login: { readonly user?: string; readonly certificate?: ClientChain }): string | undefined;
  /** Grants and tokens that the node issues; undefined when it has no key for tokens. */
  readonly issuing: TokenIssuing | undefined;
  /**
   * Returns who issues tokens for executors of tasks; undefined when the node has no key for tokens.
   *
   * @param issuer a token issuer of the configuration, whose server gives them; undefined: the node itself
   */
  tokenIssuer(issuer?: string): TokenIssuer | undefined;
  /**
   * Applies `/yangent-access:access` and `/ietf-truststore:truststore` (their RFC 7951 values) at once, and forgets all verified
   * credentials. An error changes nothing.
   *
   * @throws AccessError bad-key, bad-certificate, bad-authority, bad-token-keys, trust-domain-overlap, trust-domain-name
   */
  configure(value?: YangentAccess_Access, truststore?: IetfTruststore_Truststore): Promise<void>;
  /** Throws the errors that `configure` would throw, and changes nothing. */
  check(value?: YangentAccess_Access, truststore?: IetfTruststore_Truststore): Promise<void>;
  /**
   * True when the login is still valid: the user exists, is of the same kind and in the same groups, needs no factor that the login
   * did not prove, and the key, certificate or token of the login is still valid. A changed password does not end open sessions.
   */
  holds(principal: Principal): boolean;
  /**
   * Calls `listener` when results of `holds` may have changed, so that invalid sessions can be ended. Returns the function that
   * stops it.
   */
  watch(listener: () => void): () => void;
  /** Returns the user by name, without any check: for work of the node on behalf of a user that it has authenticated before. */
  principal(name: string): Principal | undefined;
  /** Returns the user by name with the keys that sign votes, without any check. */
  voter(name: string): Voter | undefined;
  /** Stops checking key files. */
  close(): void;
}

export interface AccessOptions {
  readonly log?: Logger;
  /** The scrypt cost as a power of two; lower than the default only for tests. */
  readonly cost?: number;
  readonly throttle?: Partial<ThrottleOptions>;
  /** Limits of the memory of used DPoP proofs. */
  readonly proofs?: Partial<ReplayLimits>;
  /** Fetches the keys of issuers. Default: `fetch` of Node.js. */
  readonly fetch?: KeyFetch;
  /** The keys with which the node signs tokens, its URL, and its models. */
  readonly own?: { readonly keys: TokenKeys; readonly url: () => string | undefined; readonly schema: Schema };
  /** How the node asks authorization servers for tokens. Default: it asks none. */
  readonly exchange?: Pick<ExchangeNeeds, 'send' | 'secret'>;
  /** Appends a record to the audit log. Default: there is none. */
  readonly record?: (tx: Tx, content: RecordContent) => void;
  /** Base directory of the files named in the configuration. */
  readonly dataDir?: string;
}
