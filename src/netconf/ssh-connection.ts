/** One SSH connection: who logs in, and the NETCONF sessions in its channels (RFC 6242 §3). */
import type { Socket } from 'node:net';
import type { AuthContext, Connection, ServerChannel, Session as SshSession } from 'ssh2';
import type { NetconfSession, SessionTransport } from './session.js';
import type { CloseReason } from './session-handler.js';
import { SshAuthentication } from './ssh-authentication.js';
import type { SshListenerOptions } from './ssh-listener.js';
import type { Login } from './ssh-login.js';

const SUBSYSTEM = 'netconf';
/** ssh2's receive window: a client that has more than twice that unread on its way does not respect the window. */
const MAX_UNREAD = 4 * 1024 * 1024;
/** Bytes waiting in the socket: back-pressure keeps them far below it unless a client provokes answers without reading them. */
const MAX_UNSENT = 32 * 1024 * 1024;
/** Milliseconds an ended connection may take to go away by itself. */
const LINGER = 5_000;

/** What a connection asks and tells the listener. */
export interface ConnectionHost {
  /** Whether there is room for one more session of a user. */
  mayOpenSession(user: string): boolean;
  onAuthenticated(): void;
  onSessionOpened(user: string): void;
  onSessionClosed(user: string): void;
}

export class SshConnection<P> {
  readonly #socket: Socket;
  readonly #options: SshListenerOptions<P>;
  readonly #host: ConnectionHost;
  readonly #sessions = new Set<NetconfSession<P>>();
  readonly #channels = new Set<ServerChannel>();
  readonly #sourceHost: string;
  #grace: NodeJS.Timeout | undefined;
  #lingering: NodeJS.Timeout | undefined;
  #openChannels = 0;
  #login: Login<P> | undefined;
  #drained: Promise<void> | undefined;
  #isEnding = false;

  constructor(socket: Socket, options: SshListenerOptions<P>, host: ConnectionHost) {
    this.#socket = socket;
    this.#options = options;
    this.#host = host;
    this.#sourceHost = socket.remoteAddress ?? 'unknown';
    this.#startGrace('login took too long');
    socket.once('end', () => this.#linger());
    socket.once('close', () => this.#onClose());
    socket.on('data', () => this.#checkBounds());
  }

  /** Takes the SSH protocol's view of the connection, once the client has said what it speaks. */
  attach(client: Connection): void {
    const authentication = new SshAuthentication<P>({
      authenticate: this.#options.authenticate,
      sourceHost: this.#sourceHost,
      maxTries: this.#options.limits.maxLoginTries,
      onTooManyTries: () => this.destroy('too many failed logins'),
      onFailed: (attempt) => this.#options.onFailedLogin?.(attempt),
      onError: (error) =>
        this.#options.log?.error({ err: error, sourceHost: this.#sourceHost }, 'authentication failed'),
    });
    this.#socket.once('close', () => authentication.over());
    client.on('error', (error: Error) => this.#onError(error));
    client.on('authentication', (context: AuthContext) => void authentication.handle(context));
    client.on('ready', () => {
      this.#login = authentication.login;
      this.#startGrace('no session was opened');
      this.#host.onAuthenticated();
      this.#options.log?.info({ user: this.#login?.user, sourceHost: this.#sourceHost }, 'SSH login');
    });
    client.on('session', (accept, reject) => {
      if (this.#openChannels < this.#options.limits.maxChannels && this.#mayOpenSession()) this.#offer(accept());
      else reject();
    });
  }

  /** Only a subsystem has a listener: ssh2 refuses shell, exec, sftp, pty and forwarding by itself. */
  #offer(session: SshSession): void {
    this.#openChannels += 1;
    session.once('close', () => {
      this.#openChannels -= 1;
    });
    session.on('subsystem', (accept, reject, info) => {
      if (info.name === SUBSYSTEM && this.#login && this.#mayOpenSession()) {
        const channel: ServerChannel | undefined = accept();
        if (channel) void this.#serve(this.#login, channel);
        return;
      }
      // A request that wants no reply cannot be refused, only ignored.
      const refuse: (() => void) | undefined = reject;
      refuse?.();
    });
  }

  #mayOpenSession(): boolean {
    const login = this.#login;
    if (!login || this.#isEnding || this.#options.holds?.(login.principal) === false) return false;
    return this.#host.mayOpenSession(login.user);
  }

  /** Ends the sessions in good order, then the connection. */
  async end(reason: CloseReason): Promise<void> {
    this.#isEnding = true;
    await Promise.all([...this.#sessions].map((session) => session.end(reason).catch(() => undefined)));
    this.#socket.end();
    this.#linger();
  }

  /** Gives the connection up at once. */
  destroy(detail: string): void {
    if (this.#socket.destroyed) return;
    this.#options.log?.info({ sourceHost: this.#sourceHost, detail }, 'SSH connection dropped');
    this.#socket.destroy();
  }

  async #serve(login: Login<P>, channel: ServerChannel): Promise<void> {
    const transport: SessionTransport = {
      name: 'netconf-ssh',
      stream: channel,
      sourceHost: this.#sourceHost,
      congestion: () => this.#congestion(),
      finish: () => channel.exit(0),
    };
    const session = this.#options.openSession(login, transport);
    clearTimeout(this.#grace);
    this.#sessions.add(session);
    this.#channels.add(channel);
    this.#host.onSessionOpened(login.user);
    await session.run();
    this.#host.onSessionClosed(login.user);
    this.#sessions.delete(session);
    this.#channels.delete(channel);
    if (this.#sessions.size === 0) this.#startGrace('all its sessions are over');
  }

  /** The window of an SSH channel is the client's to set; what counts for memory is whether the socket drains. */
  #congestion(): Promise<void> | undefined {
    if (!this.#socket.writableNeedDrain) return undefined;
    this.#drained ??= new Promise((resolve) => {
      const done = (): void => {
        this.#socket.off('drain', done).off('close', done);
        this.#drained = undefined;
        resolve();
      };
      this.#socket.on('drain', done).on('close', done);
    });
    return this.#drained;
  }

  #checkBounds(): void {
    if (this.#socket.writableLength > MAX_UNSENT) this.destroy('the client does not read its answers');
    for (const channel of this.#channels) {
      if (channel.readableLength > MAX_UNREAD) this.destroy('the client does not respect the channel window');
    }
  }

  /** A fault of this connection is no one else's: it is logged, and the connection goes. */
  #onError(error: Error & { level?: string }): void {
    this.#options.log?.debug({ err: error, sourceHost: this.#sourceHost }, 'SSH connection failed');
    if (error.level === 'client-timeout') this.destroy('the client does not answer');
    else this.#linger();
  }

  /** A connection without a session is of no use, and goes after a while. */
  #startGrace(detail: string): void {
    clearTimeout(this.#grace);
    if (this.#socket.destroyed) return;
    this.#grace = setTimeout(() => this.destroy(detail), this.#options.limits.loginGrace).unref();
  }

  #linger(): void {
    if (!this.#socket.destroyed) this.#lingering ??= setTimeout(() => this.#socket.destroy(), LINGER).unref();
  }

  #onClose(): void {
    // A timer holds all that a connection was made of, which a storm of short ones must not pile up.
    clearTimeout(this.#grace);
    clearTimeout(this.#lingering);
    for (const session of this.#sessions) session.close({ reason: 'dropped', detail: 'the connection was lost' });
  }
}
