/** Authenticates one SSH connection (RFC 4252) through the port that knows the users. */
import type { AuthContext, AuthenticationType, KeyboardAuthContext, PublicKeyAuthContext } from 'ssh2';
import ssh2 from 'ssh2';
import { fingerprintOf } from '../keys/index.js';
import { type Authenticate, type FailedAttempt, type Login, type LoginName, parseLoginName } from './ssh-login.js';

const METHODS: AuthenticationType[] = ['publickey', 'password', 'keyboard-interactive'];

export interface AuthenticationOptions<P> {
  readonly authenticate: Authenticate<P>;
  readonly sourceHost: string;
  /** Maximum number of failed attempts; then the connection ends. */
  readonly maxTries: number;
  readonly onTooManyTries: () => void;
  readonly onFailed: (attempt: FailedAttempt) => void;
  readonly onError: (error: unknown) => void;
}

/** The result of an attempt: a login, permission to continue with this key (RFC 4252 §7), or a refusal. */
type Decision<P> =
  | { readonly kind: 'login'; readonly login: Login<P> }
  | { readonly kind: 'go-on' }
  | { readonly kind: 'refused' };

const REFUSED = { kind: 'refused' } as const;

export class SshAuthentication<P> {
  readonly #options: AuthenticationOptions<P>;
  #failures = 0;
  /** Name of a client that offered a refused key; its next key may be accepted. */
  #offered: LoginName | undefined;
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
        return this.#byKey(context);
    }
  }

  async #byPassword(username: string, password: string | undefined): Promise<Decision<P>> {
    if (password === undefined) return REFUSED;
    const name = parseLoginName(username);
    const { authenticate, sourceHost } = this.#options;
    const principal = await authenticate({ ...name, sourceHost, method: 'password', password });
    if (!principal) this.#failed(name, 'password');
    return decided(name, principal);
  }

  /** Verifies the signature before it calls the port with `proven`: the port needs no cryptography. */
  async #byKey(context: PublicKeyAuthContext): Promise<Decision<P>> {
    const name = parseLoginName(context.username);
    const { authenticate, sourceHost } = this.#options;
    const key = context.key.data;
    const proven = context.signature !== undefined;
    if (proven && !verifies(context)) {
      this.#failed(name, 'public-key');
      return REFUSED;
    }
    const fingerprint = fingerprintOf(key);
    const principal = await authenticate({ ...name, sourceHost, method: 'publickey', key, fingerprint, proven });
    if (!principal && proven) this.#failed(name, 'public-key');
    else if (!principal) this.#offered = name;
    return proven || !principal ? decided(name, principal) : { kind: 'go-on' };
  }

  /** Reports a failed login at the end of a connection whose client had only refused keys. */
  over(): void {
    if (this.#offered && !this.#login) this.#failed(this.#offered, 'public-key');
  }

  /** Reports a failure; refused keys of a connection are reported only once, however many there are. */
  #failed(name: LoginName, method: FailedAttempt['method']): void {
    this.#offered = undefined;
    this.#options.onFailed({ ...name, method, sourceHost: this.#options.sourceHost });
  }

  /** Refuses an attempt. "none" is not counted: clients use it to list the methods. */
  #refuse(context: AuthContext): void {
    if (context.method !== 'none') this.#failures += 1;
    if (this.#failures >= this.#options.maxTries) this.#options.onTooManyTries();
    else context.reject(METHODS);
  }
}

function decided<P>(name: LoginName, principal: P | undefined): Decision<P> {
  return principal ? { kind: 'login', login: { ...name, principal } } : REFUSED;
}

function verifies({ key, blob, signature, hashAlgo }: PublicKeyAuthContext): boolean {
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
