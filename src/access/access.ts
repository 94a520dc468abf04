/** Authentication: users, their passwords, keys, certificates and tokens, and the checks at login. */
import type { Logger } from 'pino';
import type { IetfTruststore_Truststore } from '../generated/ietf-truststore.js';
import type { YangentAccess_Access } from '../generated/yangent-access.js';
import type { ClientChain } from '../keys/index.js';
import type { Store } from '../store/index.js';
import type { Voter } from './approval/voter.js';
import { type AuthorizationServer, TokenExchange } from './authorization-server/token-exchange.js';
import { type CheckedConfig, checkedConfig, NO_TRUST } from './checked-config.js';
import { type AccessConfig, readAccessConfig } from './configured.js';
import type { Access, AccessOptions, KeyLogin, UserSummary } from './contract.js';
import type { DomainAuthorities } from './domain/authorities.js';
import type { DomainCounts } from './domain/counts.js';
import { type Claim, TrustDomains } from './domain/domains.js';
import { MemberLogin } from './domain/member-login.js';
import { requireLocalNames } from './domain/overlap.js';
import { DomainRegister } from './domain/register.js';
import { AccessError } from './errors.js';
import { ensureFirstAdmin, type FirstAdmin } from './first-admin.js';
import { Grants } from './grant/grants.js';
import type { Credential, SshCredential } from './login/credential.js';
import { Logins } from './login/logins.js';
import { endOrphans } from './orphans.js';
import { DEFAULT_COST, hashPassword, isFit, MAX_PASSWORD, MIN_PASSWORD } from './password.js';
import { hasGroups, type Principal } from './principal.js';
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
import type { TokenIssuer } from './token/token-issuer.js';
import { TokenLogin } from './token/token-login.js';
import { type TokenOptions, Tokens } from './token/tokens.js';
import { Usages } from './token/usages.js';
import { UserLogin } from './user-login.js';
import { Users } from './users.js';

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
  readonly endOrphans: Access['endOrphans'];
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
  readonly #userLogin: UserLogin;
  readonly #tokenLogin: TokenLogin;
  readonly #tokenOptions: Omit<TokenOptions, 'domains'>;
  #issuingSettings = readAccessConfig().token;
  readonly #exchange: TokenExchange | undefined;
  #servers: readonly AuthorizationServer[] = [];
  readonly #watchers = new Set<() => void>();
  readonly #logins = new Logins();

  constructor(users: Users, stored: AuthorityParts, o: AccessOptions) {
    const { store, grants, revocations, usages, domainRegister, kept } = stored;
    this.#kept = kept;
    kept.watch(() => this.#tell());
    this.domainRegister = domainRegister;
    this.#users = users;
    this.#log = o.log;
    this.#cost = o.cost ?? DEFAULT_COST;
    this.#throttle = new Throttle({ ...DEFAULT_THROTTLE, ...o.throttle });
    const { log } = o;
    this.#userLogin = new UserLogin(
      { users, logins: this.#logins, throttle: this.#throttle, cost: this.#cost, log },
      NO_TRUST,
    );
    this.grants = grants;
    this.endOrphans = (tx, config) =>
      endOrphans({ grants, revocations, register: domainRegister }, tx, config, o.record ?? (() => undefined));
    this.#revocations = revocations;
    this.#usages = usages;
    this.#tokenLogin = new TokenLogin({
      isRevoked: (lineage) => revocations.hasAny(lineage),
      throttle: this.#throttle,
      logins: this.#logins,
      replays: { ...DEFAULT_REPLAY_LIMITS, ...o.proofs },
      suffices: (principal) => this.#userLogin.isEnough(principal.name, principal.methods),
      domainOf: (certificate) => this.domainOf({ certificate }),
      onOtherKeys: () => this.#tell(),
      onFault: (error) => this.#log?.error({ err: error }, 'access: no token of this issuer is good'),
    });
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
        isIssuer: (name) => this.#tokenLogin.isIssuer(name),
        onRevoked: () => this.#tell(),
      });
    this.#exchange =
      own &&
      this.issuing &&
      o.exchange &&
      new TokenExchange({
        ...{ ...o.exchange, keys: own.keys, issuing: this.issuing },
        serverOf: (issuer) => this.#servers.find((server) => server.issuer === issuer),
        domainOf: (issuer) => this.domains.ofIssuer(issuer),
        claimsIn: (issuer, token, audience) => this.#tokenLogin.claimsIn(issuer, token, audience),
      });
  }

  tokenIssuer(issuer?: string): TokenIssuer | undefined {
    const { issuing } = this;
    if (issuer !== undefined) return this.#exchange?.at(issuer);
    return issuing && { issue: (grant, terms) => issuing.issue(grant, terms, () => true) };
  }

  async ensureFirstAdmin(dataDir: string): Promise<FirstAdmin> {
    const admin = await ensureFirstAdmin(this.#users, dataDir, this.#cost);
    this.#userLogin.forget();
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
    requireLocalNames([name], this.#isDomain);
    const hash = password === undefined ? undefined : await hashPassword(password, this.#cost);
    await this.#changing(() => this.#users.put(name, { password: hash, groups }));
  }

  async removeUser(name: string): Promise<boolean> {
    return this.#changing(() => this.#users.remove(name));
  }

  async configure(value?: YangentAccess_Access, truststore?: IetfTruststore_Truststore): Promise<void> {
    const { config, trust, authorities, servers } = await this.#checked(value, truststore);
    await this.domainRegister.ensure(config);
    const domains = this.#domainsIn(config, authorities);
    const tokens = await Tokens.open(config.issuers, { ...this.#tokenOptions, domains });
    await this.#changing(async () => {
      this.#users.configure(config.users);
      this.#userLogin.trust(trust);
      this.#memberLogin.use(domains, authorities);
      this.#tokenLogin.use(tokens);
      this.#issuingSettings = config.token;
      this.#servers = servers;
    });
    await this.#kept.retain((source) => isNamed(source, config, domains));
  }

  connectSubjects(keys: SubjectKeys): void {
    this.#subjects = keys;
  }

  async check(value?: YangentAccess_Access, truststore?: IetfTruststore_Truststore): Promise<void> {
    const { config, authorities } = await this.#checked(value, truststore);
    await Tokens.open(config.issuers, { ...this.#tokenOptions, domains: this.#domainsIn(config, authorities) });
  }

  get domains(): TrustDomains {
    return this.#memberLogin.domains;
  }

  domainOf({ user, certificate }: { readonly user?: string; readonly certificate?: ClientChain }): string | undefined {
    if (certificate) return this.#memberLogin.domainOf(certificate);
    return user === undefined ? undefined : this.domains.typed(user)?.domain.name;
  }

  /** Reads a configuration and checks what it trusts. @throws AccessError */
  #checked(value?: YangentAccess_Access, truststore?: IetfTruststore_Truststore): Promise<CheckedConfig> {
    return checkedConfig(value, truststore, {
      storedNames: this.#users.storedNames(),
      isDomain: this.#isDomain,
      isForeign: (chain) => this.#memberLogin.domainOf(chain) !== undefined,
    });
  }

  /** True for a name that a trust domain has or had. */
  readonly #isDomain = (name: string): boolean => this.domainRegister.incarnationOf(name) > 0;

  #domainsIn({ domains }: AccessConfig, authorities: readonly DomainAuthorities[]): TrustDomains {
    return new TrustDomains(domains, {
      nodeTrustOf: (name) => authorities.find(({ domain }) => domain === name)?.nodes,
      ...{ register: this.domainRegister, counts: this.#domainCounts },
      usageOf: (name) => this.#usages.of(name),
    });
  }

  holds(principal: Principal): boolean {
    const holds = this.#logins.holds(principal);
    if (!this.#userLogin.isEnough(principal.name, principal.methods)) return false;
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
    return this.#userLogin.byPassword(name, password, source, first);
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

  authenticateCertificate(chain: ClientChain): Principal | undefined {
    const member = this.#memberLogin.byTls(chain);
    if (!member) return this.#userLogin.byTls(chain);
    this.#userLogin.logRefusedTls(member.refusal);
    return member.principal;
  }

  /** Logs in over SSH. */
  #byCredential(name: string, credential: SshCredential, source: string): KeyLogin | undefined {
    const member = this.#memberLogin.bySsh(name, credential, source);
    if (member) return member.principal && { kind: 'login', principal: member.principal };
    return this.#userLogin.bySsh(name, credential, source);
  }

  principal(name: string): Principal | undefined {
    return this.#users.get(name)?.principal;
  }

  voter(name: string): Voter | undefined {
    const user = this.#users.get(name);
    return user && { principal: user.principal, sshKeys: user.keys, signingKeys: user.signingKeys };
  }

  /** Runs a change of users, then forgets all verified credentials and calls the watchers. */
  async #changing<T>(change: () => Promise<T>): Promise<T> {
    const result = await change();
    this.#userLogin.forget();
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

/** True for a source of keys that the configuration names: the URL of a key set, or the DID URL of a key. */
function isNamed(source: string, { issuers }: AccessConfig, domains: TrustDomains): boolean {
  if (issuers.some(({ issuer, keys }) => keys.text === source && isDomain(domains.ofIssuer(issuer)))) return true;
  return source.startsWith('did:') && domains.ofDid(source.replace(/#.*$/, '')) !== undefined;
}

function isDomain(claim: Claim): boolean {
  return claim !== undefined && claim !== 'former';
}

function isSame(a: Principal, b: Principal): boolean {
  return a.kind === b.kind && hasGroups(a, b.groups);
}
