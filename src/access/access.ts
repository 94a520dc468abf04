/** Authentication: users, their passwords, keys, certificates and tokens, and the checks at login. */
import type { Logger } from 'pino';
import type { Store } from '../store/index.js';
import type { Voter } from './approval/voter.js';
import { ClientCertificates, readAuthority } from './client-certificate.js';
import { type AccessConfig, readAccessConfig } from './configured.js';
import type { Access, AccessOptions, KeyLogin, UserSummary } from './contract.js';
import { authoritiesOf, type DomainAuthorities, keyOf, thumbprintsOf } from './domain/authorities.js';
import type { DomainCounts } from './domain/counts.js';
import { type Claim, TrustDomains } from './domain/domains.js';
import { MemberLogin } from './domain/member-login.js';
import {
  type Authority,
  requireApart,
  requireLocalNames,
  requireNotLocal,
  requireOwnAuthorities,
} from './domain/overlap.js';
import { DomainRegister } from './domain/register.js';
import { AccessError } from './errors.js';
import { ensureFirstAdmin, FIRST_ADMIN, type FirstAdmin } from './first-admin.js';
import { Grants } from './grant/grants.js';
import type { Credential, Proof } from './login/credential.js';
import { Credentials, type Trust } from './login/credentials.js';
import { PasswordLogin } from './login/password-login.js';
import { mayBegin, satisfies, withPassword } from './login/requirement.js';
import { SshAuthorities } from './login/ssh-authorities.js';
import { publicKeysIn } from './login/trusted-keys.js';
import { Logins } from './logins.js';
import { DEFAULT_COST, hashPassword, isFit, MAX_PASSWORD, MIN_PASSWORD } from './password.js';
import { ADMIN_GROUP, type AuthenticationMethod, hasGroups, isMember, type Principal } from './principal.js';
import { parsePublicKey } from './ssh-key.js';
import { type StoredAuthority, under } from './stored-authority.js';
import { DEFAULT_THROTTLE, Throttle } from './throttle.js';
import type { HeldToken } from './token/held.js';
import { TokenIssuing } from './token/issuing.js';
import { KeptKeys } from './token/kept-keys.js';
import type { KeyProof } from './token/possession.js';
import type { PresentedToken, TokenVerdict } from './token/presented.js';
import { DEFAULT_REPLAY_LIMITS } from './token/replays.js';
import { Revocations } from './token/revocations.js';
import type { SubjectKeys } from './token/subject-keys.js';
import { type TokenOptions, Tokens } from './token/tokens.js';
import { TokenLogin } from './token/token-login.js';
import { Usages } from './token/usages.js';
import { Users } from './users.js';

/** Loopback addresses, as sockets give them. */
const LOOPBACK = /^(127(\.\d{1,3}){3}|::1|::ffff:127(\.\d{1,3}){3})$/;

/** Opens users and keys in a store that was opened with `accessMigrations`. */
export async function openAccess(store: Store, o: AccessOptions = {}): Promise<Access> {
  const authority = {
    store,
    grants: new Grants(store),
    revocations: await Revocations.load(store),
    usages: await Usages.load(store),
    domainRegister: await DomainRegister.load(store),
    kept: await KeptKeys.load(store),
  };
  return new StoredAccess(await Users.load(store), authority, o);
}

/** The stored parts of authority. */
interface AuthorityParts {
  readonly store: Store;
  readonly grants: Grants;
  readonly revocations: Revocations;
  readonly usages: Usages;
  readonly domainRegister: DomainRegister;
  readonly kept: KeptKeys;
}

class StoredAccess implements Access {
  readonly grants: Grants;
  readonly issuing: TokenIssuing | undefined;
  readonly domainRegister: DomainRegister;
  readonly #revocations: Revocations;
  readonly #usages: Usages;
  readonly #kept: KeptKeys;
  #subjects: SubjectKeys | undefined;
  readonly #domainCounts = new Map<string, DomainCounts>();
  readonly #memberLogin: MemberLogin;
  readonly #users: Users;
  readonly #log: Logger | undefined;
  readonly #cost: number;
  readonly #throttle: Throttle;
  readonly #passwords: PasswordLogin;
  readonly #tokenLogin: TokenLogin;
  readonly #tokenOptions: Omit<TokenOptions, 'domains'>;
  #issuingSettings = readAccessConfig(undefined).token;
  readonly #watchers = new Set<() => void>();
  readonly #logins = new Logins();
  readonly #credentials: Credentials;
  readonly #recovering = new WeakMap<Principal, Principal>();

  constructor(users: Users, stored: AuthorityParts, o: AccessOptions) {
    const { store, grants, revocations, usages, domainRegister, kept } = stored;
    this.#kept = kept;
    kept.watch(() => this.#tell());
    this.domainRegister = domainRegister;
    this.#users = users;
    this.#log = o.log;
    this.#cost = o.cost ?? DEFAULT_COST;
    this.#throttle = new Throttle({ ...DEFAULT_THROTTLE, ...o.throttle });
    this.#passwords = new PasswordLogin({
      throttle: this.#throttle,
      cost: this.#cost,
      find: (name) => users.get(name),
      onLacking: (user) =>
        this.#log?.info({ user }, 'access: a password was right, but its user must prove another factor before it'),
    });
    this.grants = grants;
    this.#revocations = revocations;
    this.#usages = usages;
    this.#tokenLogin = new TokenLogin({
      isRevoked: (lineage) => revocations.hasAny(lineage),
      throttle: this.#throttle,
      logins: this.#logins,
      replays: { ...DEFAULT_REPLAY_LIMITS, ...o.proofs },
      suffices: (principal) => this.#isEnough(principal.name, principal.methods),
      domainOf: (certificate) => this.domainOf({ certificate }),
      onOtherKeys: () => this.#tell(),
      onFault: (error) => this.#log?.error({ err: error }, 'access: no token of this issuer is good'),
    });
    this.#credentials = new Credentials(
      (user) => users.get(user)?.keys,
      NO_TRUST,
      (user, source, reason) => {
        // A name that no user has may be a password in the wrong field.
        const known = users.get(user) === undefined ? undefined : user;
        this.#log?.info({ user: known, source, reason }, 'access: an SSH certificate was refused');
      },
    );
    this.#memberLogin = new MemberLogin({
      logins: this.#logins,
      onRefusedCertificate: (user, source, reason) =>
        this.#log?.info({ user, source, reason }, 'access: an SSH certificate was refused'),
    });
    const userOf = (name: string) => this.principal(name);
    const { own } = o;
    this.#tokenOptions = {
      ...(o.dataDir === undefined ? {} : { dataDir: o.dataDir }),
      ...(o.fetch ? { fetchKeys: o.fetch } : {}),
      ...(own ? { own: { keys: own.keys, name: own.url, userOf } } : {}),
      usageOf: (token) => usages.of(token),
      fetched: new Map(),
      kept,
      subjects: () => this.#subjects,
    };
    this.issuing =
      own &&
      new TokenIssuing({
        ...{ store, grants, revocations, userOf, keys: own.keys, issuer: own.url, schema: own.schema },
        settings: () => this.#issuingSettings,
        domains: () => this.domains,
        onRevoked: () => this.#tell(),
      });
  }

  async ensureFirstAdmin(dataDir: string): Promise<FirstAdmin> {
    const admin = await ensureFirstAdmin(this.#users, dataDir, this.#cost);
    this.#passwords.forget();
    if (admin.created)
      this.#log?.info({ user: admin.user, file: admin.passwordFile }, 'access: first administrator made');
    return admin;
  }

  async putUser(name: string, user: { readonly password?: string; readonly groups: readonly string[] }): Promise<void> {
    const { password, groups } = user;
    if (password !== undefined && !isFit(password)) {
      throw new AccessError(
        'bad-password',
        `the password of '${name}' must have ${MIN_PASSWORD} to ${MAX_PASSWORD} characters`,
      );
    }
    this.#requireLocalNames([name]);
    const hash = password === undefined ? undefined : await hashPassword(password, this.#cost);
    await this.#changing(() => this.#users.put(name, { password: hash, groups }));
  }

  async removeUser(name: string): Promise<boolean> {
    return this.#changing(() => this.#users.remove(name));
  }

  async configure(value: unknown, truststore?: unknown): Promise<void> {
    const { config, trust, authorities } = await this.#checked(value, truststore);
    await this.domainRegister.ensure(config);
    const domains = this.#domainsIn(config, authorities);
    const tokens = await Tokens.open(config.issuers, { ...this.#tokenOptions, domains });
    await this.#changing(async () => {
      this.#users.configure(config.users);
      this.#credentials.trust(trust);
      this.#memberLogin.use(domains, authorities);
      this.#tokenLogin.use(tokens);
      this.#issuingSettings = config.token;
    });
    await this.#kept.retain((source) => isNamed(source, config, domains));
  }

  connectSubjects(keys: SubjectKeys): void {
    this.#subjects = keys;
  }

  async check(value: unknown, truststore?: unknown): Promise<void> {
    const { config, authorities } = await this.#checked(value, truststore);
    await Tokens.open(config.issuers, { ...this.#tokenOptions, domains: this.#domainsIn(config, authorities) });
  }

  get domains(): TrustDomains {
    return this.#memberLogin.domains;
  }

  domainOf({ user, certificate }: { readonly user?: string; readonly certificate?: Uint8Array }): string | undefined {
    if (certificate) return this.#memberLogin.domainOf(certificate);
    return user === undefined ? undefined : this.domains.typed(user)?.domain.name;
  }

  /** Reads a configuration and checks what it trusts. @throws AccessError */
  async #checked(value: unknown, truststore: unknown): Promise<CheckedConfig> {
    const config = readAccessConfig(value);
    const { domains, issuers, users } = config;
    requireApart(domains);
    requireNotLocal(domains, issuers);
    const names = new Set(domains.map(({ name }) => name));
    this.#requireLocalNames([...this.#users.storedNames(), ...users.map(({ name }) => name)], names);
    const authorities = await authoritiesOf(domains, truststore);
    const sshAuthorities = new SshAuthorities(publicKeysIn(truststore, config.sshUserCaBags));
    requireOwnAuthorities([...thumbprintsOf(authorities), ...localAuthorities(config, sshAuthorities)]);
    const isForeign = (der: Uint8Array) => this.#memberLogin.domainOf(der) !== undefined;
    const certificates = new ClientCertificates(config.certificates);
    return { config, authorities, trust: { certificates, sshAuthorities, isForeign } };
  }

  /** @param more names of domains that will be there @throws AccessError trust-domain-name */
  #requireLocalNames(users: readonly string[], more: ReadonlySet<string> = new Set()): void {
    requireLocalNames(users, (name) => more.has(name) || this.domainRegister.incarnationOf(name) > 0);
  }

  #domainsIn({ domains }: AccessConfig, authorities: readonly DomainAuthorities[]): TrustDomains {
    return new TrustDomains(domains, {
      nodeTrustOf: (name) => authorities.find(({ domain }) => domain === name)?.nodes,
      ...{ register: this.domainRegister, counts: this.#domainCounts },
      usageOf: (name) => this.#usages.of(name),
    });
  }

  holds(principal: Principal): boolean {
    const holds = this.#logins.holds(principal);
    if (!this.#isEnough(principal.name, principal.methods)) return false;
    // A token itself names the user and the groups, and a trust domain those of its members.
    if (principal.expires !== undefined) return holds === true && principal.expires > Date.now();
    if (principal.domain !== undefined) return holds === true;
    const now = this.principal(principal.name);
    return now !== undefined && isSame(principal, now) && holds !== false;
  }

  watch(listener: () => void): () => void {
    this.#watchers.add(listener);
    return () => this.#watchers.delete(listener);
  }

  under(principal: Principal, authority: StoredAuthority): Principal | undefined {
    return this.isRevoked(authority) ? undefined : under(principal, authority, (token) => this.#usages.of(token));
  }

  isRevoked({ lineage }: Pick<StoredAuthority, 'lineage'>): boolean {
    return this.#revocations.hasAny(lineage);
  }

  proveKey(proof: KeyProof): ReturnType<TokenLogin['proveKey']> {
    return this.#tokenLogin.proveKey(proof);
  }

  heldToken(token: string, source = 'local'): Promise<HeldToken | undefined> {
    return this.#tokenLogin.held(token, source);
  }

  get acceptsTokens(): boolean {
    return this.#tokenLogin.accepted;
  }

  users(): readonly UserSummary[] {
    return this.#users.all().map(({ principal, password, keys }) => ({
      ...principal,
      hasPassword: password !== undefined,
      keys: [...keys.keys()],
    }));
  }

  async addAuthorizedKey(user: string, line: string): Promise<void> {
    await this.#users.addKey(user, parsePublicKey(line));
  }

  async authenticatePassword(
    name: string,
    password: string,
    source = 'local',
    first: () => Credential | undefined = () => undefined,
  ): Promise<Principal | undefined> {
    const proof = this.#firstFactor(name, first, source);
    if (!(await this.#passwords.suffices(name, password, source, proof))) return undefined;
    const principal = this.#session(this.principal(name), source);
    return principal && this.#logins.by(principal, withPassword(proof), proof);
  }

  authenticateKey(name: string, blob: Uint8Array, source = 'local'): KeyLogin | undefined {
    return this.#byCredential(name, { method: 'public-key', octets: blob }, source);
  }

  async authenticateSshCertificate(name: string, octets: Uint8Array, source = 'local'): Promise<KeyLogin | undefined> {
    return this.#throttle.attempt(`ssh-certificate\0${name}`, source, async () =>
      this.#byCredential(name, { method: 'ssh-certificate', octets }, source),
    );
  }

  async authenticateToken(presented: PresentedToken, source = 'local'): Promise<TokenVerdict> {
    return this.#tokenLogin.authenticate(presented, source);
  }

  authenticateCertificate(der: Uint8Array): Principal | undefined {
    const member = this.#memberLogin.byTls(der);
    if (member) return member.principal;
    const proven = this.#credentials.proveTls(der);
    const user = proven && this.principal(proven.name);
    if (!user || !this.#isEnough(user.name, [proven.proof.method])) return undefined;
    return this.#logins.by(user, [proven.proof.method], proven.proof);
  }

  /** True when these methods are enough for the user. Work of the node itself has no methods. */
  #isEnough(name: string, methods: readonly AuthenticationMethod[] | undefined): boolean {
    return methods === undefined || satisfies(this.#users.get(name)?.requires ?? [], methods);
  }

  /** Returns the proof of the key or certificate before a password; undefined for a user for whom one method is enough. */
  #firstFactor(name: string, first: () => Credential | undefined, source: string): Proof | undefined {
    const requires = this.#users.get(name)?.requires ?? [];
    const credential = requires.length === 0 ? undefined : first();
    if (!credential || !mayBegin(requires, credential.method)) return undefined;
    return this.#credentials.prove(name, credential, source);
  }

  /** Logs in over SSH. */
  #byCredential(name: string, credential: Credential, source: string): KeyLogin | undefined {
    const member = this.#memberLogin.bySsh(name, credential, source);
    if (member) return member.principal && { kind: 'login', principal: member.principal };
    const proof = this.#credentials.prove(name, credential, source);
    const user = this.#users.get(name);
    const principal = this.#session(user?.principal, source);
    if (!proof || !user || !principal) return undefined;
    const methods = [proof.method];
    if (satisfies(user.requires, methods))
      return { kind: 'login', principal: this.#logins.by(principal, methods, proof) };
    return mayBegin(user.requires, proof.method) ? { kind: 'password-too' } : undefined;
  }

  principal(name: string): Principal | undefined {
    return this.#users.get(name)?.principal;
  }

  voter(name: string): Voter | undefined {
    const user = this.#users.get(name);
    return user && { principal: user.principal, sshKeys: user.keys, signingKeys: user.signingKeys };
  }

  /** Makes a local login of the first administrator a recovery session, to repair access rules (RFC 8341 §2.3). */
  #session(principal: Principal | undefined, source: string): Principal | undefined {
    if (principal?.name !== FIRST_ADMIN || !isMember(principal, ADMIN_GROUP) || !LOOPBACK.test(source))
      return principal;
    const known = this.#recovering.get(principal);
    const recovering = known ?? { ...principal, recovery: true };
    if (!known) this.#recovering.set(principal, recovering);
    return recovering;
  }

  /** Runs a change of users, then forgets all verified credentials and calls the watchers. */
  async #changing<T>(change: () => Promise<T>): Promise<T> {
    const result = await change();
    this.#passwords.forget();
    this.#tell();
    return result;
  }

  #tell(): void {
    for (const watcher of this.#watchers) watcher();
  }

  close(): void {
    this.#tokenLogin.close();
  }
}

const NO_TRUST: Trust = {
  certificates: new ClientCertificates([]),
  sshAuthorities: SshAuthorities.none,
  isForeign: () => false,
};

/** True for a source of keys that the configuration names: the URL of a key set, or the DID URL of a key. */
function isNamed(source: string, { issuers }: AccessConfig, domains: TrustDomains): boolean {
  if (issuers.some(({ issuer, keys }) => keys.text === source && isDomain(domains.ofIssuer(issuer)))) return true;
  return source.startsWith('did:') && domains.ofDid(source.replace(/#.*$/, '')) !== undefined;
}

function isDomain(claim: Claim): boolean {
  return claim !== undefined && claim !== 'former';
}

/** A configuration that may be put in force. */
interface CheckedConfig {
  readonly config: AccessConfig;
  readonly trust: Trust;
  readonly authorities: readonly DomainAuthorities[];
}

/** The authorities whose certificates are of local users. @throws AccessError bad-certificate */
function localAuthorities({ certificates }: AccessConfig, { thumbprints }: SshAuthorities): readonly Authority[] {
  const tls = certificates.flatMap(({ trust }) => (trust.kind === 'ca' ? [keyOf(readAuthority(trust.pem))] : []));
  return [...thumbprints, ...tls].map((thumbprint) => ({ thumbprint, domain: undefined }));
}

function isSame(a: Principal, b: Principal): boolean {
  return a.kind === b.kind && hasGroups(a, b.groups);
}
