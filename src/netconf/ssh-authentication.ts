/** Authenticates one SSH connection (RFC 4252) through the port that knows the users. */
import type { AuthContext, AuthenticationType, KeyboardAuthContext, PublicKeyAuthContext } from 'ssh2';
import ssh2 from 'ssh2';
import { AccessError, type Credential } from '../access/index.js';
import { fingerprintOf, holdsKeyOf, isCertificateAlgorithm, proofAlgorithmOf } from '../keys/index.js';
import {
  type Authenticate,
  type FailedAttempt,
  type Login,
  type LoginAnswer,
  type LoginName,
  parseLoginName,
} from './ssh-login.js';

const METHODS: AuthenticationType[] = ['publickey', 'password', 'keyboard-interactive'];
/** The methods that are left after a key, for a user who must give a password, too. */
const SECOND: AuthenticationType[] = ['password', 'keyboard-interactive'];

export interface AuthenticationOptions<P> {
  readonly authenticate: Authenticate<P>;
  readonly sourceHost: string;
  /** Maximum number of failed attempts; then the connection ends. */
  readonly maxTries: number;
  readonly onTooManyTries: () => void;
  readonly onFailed: (attempt: FailedAttempt) => void;
  readonly onError: (error: unknown) => void;
}

/**
 * The result of an attempt: a login, permission to continue with this key (RFC 4252 §7), partial success (§5.1), or a refusal.
 */
type Decision<P> =
  | { readonly kind: 'login'; readonly login: Login<P> }
  | { readonly kind: 'go-on' }
  | { readonly kind: 'partial'; readonly first: Proven }
  | { readonly kind: 'refused' };

/** A key or certificate that is right for a user, whose client holds the private key, and that is not enough. */
interface Proven {
  readonly name: LoginName;
  readonly credential: Credential;
}

const REFUSED = { kind: 'refused' } as const;

export class SshAuthentication<P> {
  readonly #options: AuthenticationOptions<P>;
  #failures = 0;
  /** The refused key or certificate that a client offered; its next one may be accepted. */
  #offered: (LoginName & Pick<FailedAttempt, 'method'>) | undefined;
  #first: Proven | undefined;
  #login: Login<P> | undefined;

  constructor(options: AuthenticationOptions<P>) {
    this.#options = options;
  }

  /** Returns the login, which is set when the connection becomes ready. */
  get login(): Login<P> | undefined {
    return this.#login;
  }

  /** Decides one attempt. Never rejects. */
  async handle(context: AuthContext): Promise<void> {
    const decision = await this.#decide(context).catch((error: unknown) => {
      this.#options.onError(error);
      return REFUSED;
    });
    switch (decision.kind) {
      case 'login':
        // Set directly before "accept", which makes the connection ready at once: no other attempt can come between.
        this.#login = decision.login;
        return context.accept();
      case 'go-on':
        return context.accept();
      case 'partial':
        this.#first = decision.first;
        return context.reject(SECOND, true);
      case 'refused':
        return this.#refuse(context);
    }
  }

  async #decide(context: AuthContext): Promise<Decision<P>> {
    switch (context.method) {
      case 'none':
      case 'hostbased':
        return REFUSED;
      case 'password':
        return this.#byPassword(context.username, context.password);
      case 'keyboard-interactive':
        return this.#byPassword(context.username, await ask(context));
      case 'publickey':
        // A second key adds nothing to the first: the password is what is left.
        return this.#first ? REFUSED : this.#byKey(context);
    }
  }

  async #byPassword(username: string, password: string | undefined): Promise<Decision<P>> {
    if (password === undefined) return REFUSED;
    const name = parseLoginName(username);
    const { authenticate, sourceHost } = this.#options;
    const first = this.#firstOf(name);
    const attempt = { ...name, sourceHost, method: 'password', password, ...(first && { first }) } as const;
    const answer = await authenticate(attempt).catch((error: unknown) => {
      if (error instanceof AccessError && error.code === 'overloaded')
        this.#failed(name, 'password', 'resource-denied');
      throw error;
    });
    if (answer?.kind === 'login') return loggedIn(name, answer);
    this.#failed(name, 'password');
    return REFUSED;
  }

  /** Verifies the signature before it calls the port with `proven`: the port needs no cryptography. */
  async #byKey(context: PublicKeyAuthContext): Promise<Decision<P>> {
    const name = parseLoginName(context.username);
    const { authenticate, sourceHost } = this.#options;
    const { algo, data: key } = context.key;
    const form = isCertificateAlgorithm(algo) ? 'ssh-certificate' : 'public-key';
    const proven = context.signature !== undefined;
    if (!isTaken(algo) || (proven && !verifies(context))) {
      this.#failed(name, form);
      return REFUSED;
    }
    const fingerprint = fingerprintOf(key);
    const answer = await authenticate({ ...name, sourceHost, method: 'publickey', form, key, fingerprint, proven });
    if (answer === undefined) {
      if (proven) this.#failed(name, form);
      else this.#offered = { ...name, method: form };
      return REFUSED;
    }
    if (!proven) return { kind: 'go-on' };
    switch (answer.kind) {
      case 'login':
        return loggedIn(name, answer);
      case 'password-too':
        return { kind: 'partial', first: { name, credential: { method: form, octets: key } } };
      default:
        return answer satisfies never;
    }
  }

  /** Returns the key or certificate that this connection has proved for the same name. */
  #firstOf({ user, agent }: LoginName): Credential | undefined {
    const first = this.#first;
    return first?.name.user === user && first.name.agent === agent ? first.credential : undefined;
  }

  /** Reports a failed login at the end of a connection whose client had only refused keys. */
  over(): void {
    if (!this.#offered || this.#login) return;
    const { method, ...name } = this.#offered;
    this.#failed(name, method);
  }

  /** Reports a failure; refused keys of a connection are reported only once, however many there are. */
  #failed(name: LoginName, method: FailedAttempt['method'], errorTag?: string): void {
    this.#offered = undefined;
    const { onFailed, sourceHost } = this.#options;
    onFailed({ ...name, method, sourceHost, ...(errorTag === undefined ? {} : { errorTag }) });
  }

  /** Refuses an attempt. "none" is not counted: clients use it to list the methods. */
  #refuse(context: AuthContext): void {
    if (context.method !== 'none') this.#failures += 1;
    if (this.#failures >= this.#options.maxTries) this.#options.onTooManyTries();
    else context.reject(this.#first ? SECOND : METHODS);
  }
}

function loggedIn<P>(name: LoginName, { principal }: LoginAnswer<P> & { readonly kind: 'login' }): Decision<P> {
  return { kind: 'login', login: { ...name, principal } };
}

/** False for a certificate with an algorithm that is not taken: no signature would do. */
function isTaken(algorithm: string): boolean {
  return !isCertificateAlgorithm(algorithm) || proofAlgorithmOf(algorithm) !== undefined;
}

/**
 * Verifies the client's signature. ssh2 knows no certificates: it hands the octets on, and leaves the signature of one as it came,
 * with its algorithm before it.
 */
function verifies({ key, blob, signature, hashAlgo }: PublicKeyAuthContext): boolean {
  if (isCertificateAlgorithm(key.algo))
    return blob !== undefined && signature !== undefined && holdsKeyOf(key.data, key.algo, blob, signature);
  const parsed = ssh2.utils.parseKey(key.data);
  const one = Array.isArray(parsed) ? parsed[0] : parsed;
  if (!one || one instanceof Error || !blob || !signature) return false;
  return one.verify(blob, signature, hashAlgo) === true;
}

/** Asks for the password; undefined when the client makes another attempt instead. */
function ask(context: KeyboardAuthContext): Promise<string | undefined> {
  return new Promise((resolve) => {
    context.prompt([{ prompt: 'Password: ', echo: false }], (responses: unknown) => {
      const [answer]: unknown[] = Array.isArray(responses) ? responses : [];
      resolve(typeof answer === 'string' ? answer : undefined);
    });
  });
}
