/** One SSH connection: the login, and the NETCONF sessions in its channels (RFC 6242 §3). */
import type { Socket } from 'node:net';
import type { AuthContext, Connection, ServerChannel, Session as SshSession } from 'ssh2';
import type { NetconfSession, SessionTransport } from './session.js';
import type { CloseReason } from './session-handler.js';
import { SshAuthentication } from './ssh-authentication.js';
import type { SshListenerOptions } from './ssh-listener.js';
import type { Login } from './ssh-login.js';

const SUBSYSTEM = 'netconf';
/** Limit for unread bytes: twice the receive window of ssh2. A client with more of them ignores the window. */
const MAX_UNREAD = 4 * 1024 * 1024;
/**
 * Limit for bytes waiting in the socket. Back-pressure keeps them far below, unless a client sends requests and reads no
 * replies.
 */
const MAX_UNSENT = 32 * 1024 * 1024;
/** Milliseconds until an ended connection is destroyed. */
const LINGER = 5_000;

/** The listener, as a connection sees it. */
export interface ConnectionHost {
  /** True when the user may open another session. */
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

  /** Attaches the SSH protocol object, after the client has sent its version. */
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

  /** Accepts subsystems only: ssh2 itself refuses shell, exec, sftp, pty and forwarding. */
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
      // A request that wants no reply can only be ignored.
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

  /** Drops the connection at once. */
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

  /** Waits until the socket drains. The client sets the window of an SSH channel, so only the socket bounds the memory. */
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

  /** Logs a fault of this connection and drops it; other connections are not affected. */
  #onError(error: Error & { level?: string }): void {
    this.#options.log?.debug({ err: error, sourceHost: this.#sourceHost }, 'SSH connection failed');
    if (error.level === 'client-timeout') this.destroy('the client does not answer');
    else this.#linger();
  }

  /** Drops a connection without a session after a while. */
  #startGrace(detail: string): void {
    clearTimeout(this.#grace);
    if (this.#socket.destroyed) return;
    this.#grace = setTimeout(() => this.destroy(detail), this.#options.limits.loginGrace).unref();
  }

  #linger(): void {
    if (!this.#socket.destroyed) this.#lingering ??= setTimeout(() => this.#socket.destroy(), LINGER).unref();
  }

  #onClose(): void {
    // A timer references the whole connection; many short connections must not accumulate.
    clearTimeout(this.#grace);
    clearTimeout(this.#lingering);
    for (const session of this.#sessions) session.close({ reason: 'dropped', detail: 'the connection was lost' });
  }
}
