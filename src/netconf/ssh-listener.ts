/** NETCONF over SSH (RFC 6242): a TCP listener whose connections offer only the subsystem `netconf`. */
import { once } from 'node:events';
import { createServer, type Socket, type Server as TcpServer } from 'node:net';
import type { Logger } from 'pino';
import ssh2 from 'ssh2';
import type { Principal } from '../access/index.js';
import { sendWholePackets } from '../wire/index.js';
import { Counts } from './counts.js';
import type { NetconfSession, SessionTransport } from './session.js';
import { SshConnection } from './ssh-connection.js';
import type { Authenticate, FailedAttempt, Login } from './ssh-login.js';

export interface SshLimits {
  /** Maximum NETCONF sessions over all connections. */
  readonly maxSessions: number;
  /** Maximum NETCONF sessions of one user over all connections. */
  readonly maxSessionsPerUser: number;
  /** Maximum SSH channels of one connection. */
  readonly maxChannels: number;
  /** Maximum connections before login; above it the oldest is dropped, so that a flood cannot block other clients. */
  readonly maxUnauthenticated: number;
  /** Maximum connections. */
  readonly maxConnections: number;
  /** Maximum connections of one client address. */
  readonly maxConnectionsPerAddress: number;
  /** Milliseconds from connect to login. */
  readonly loginGrace: number;
  /** Milliseconds that `close()` waits for current requests. */
  readonly closeTime: number;
  /** Maximum failed login attempts of one connection. */
  readonly maxLoginTries: number;
  /** Milliseconds of silence until a keepalive is sent. */
  readonly keepaliveInterval: number;
  /** Number of unanswered keepalives after which the connection is dropped. */
  readonly keepaliveCount: number;
}

export const DEFAULT_SSH_LIMITS: SshLimits = {
  maxSessions: 4_096,
  maxSessionsPerUser: 2_048,
  maxChannels: 16,
  maxUnauthenticated: 128,
  maxConnections: 8_192,
  maxConnectionsPerAddress: 4_096,
  loginGrace: 30_000,
  closeTime: 5_000,
  maxLoginTries: 6,
  keepaliveInterval: 30_000,
  keepaliveCount: 3,
};

export interface SshListenerOptions<P = Principal> {
  /** Private keys in OpenSSH or PEM form, one for each type. */
  readonly hostKeys: readonly string[];
  readonly authenticate: Authenticate<P>;
  readonly onFailedLogin?: (attempt: FailedAttempt) => void;
  /** True when the user may open another session. Default: always while the user is connected. */
  readonly holds?: (principal: P) => boolean;
  /** Makes the session for a channel; the listener runs it. */
  readonly openSession: (login: Login<P>, transport: SessionTransport) => NetconfSession<P>;
  readonly limits: SshLimits;
  readonly log?: Logger;
}

export interface SshListener {
  readonly host: string;
  /** The actual port, also when 0 was requested. */
  readonly port: number;
  /** Uses other host keys for new connections. */
  useHostKeys(hostKeys: readonly string[]): void;
  /** Stops accepting connections, ends the sessions in good order, and resolves when all connections are closed. */
  close(): Promise<void>;
}

/** Starts listening. @throws the error of the operating system when the address is not available */
export async function listenSsh<P = Principal>(
  address: { readonly host: string; readonly port: number },
  options: SshListenerOptions<P>,
): Promise<SshListener> {
  const connections = new Connections<P>(options);
  // The TCP server is separate from ssh2, which gets its sockets: only the owner of a socket can bound, drain and drop it.
  const server = createServer({ noDelay: true }, (socket) => connections.add(socket));
  server.maxConnections = options.limits.maxConnections;
  server.listen(address.port, address.host);
  await once(server, 'listening');
  server.on('error', (error) => options.log?.error({ err: error }, 'SSH listener failed'));
  return {
    ...{ host: address.host, port: portOf(server) },
    useHostKeys: (hostKeys) => connections.useHostKeys(hostKeys),
    close: () => closeAll(server, connections),
  };
}

class Connections<P> {
  readonly #options: SshListenerOptions<P>;
  #ssh: ssh2.Server;
  /** Connections by client address and port, the only identification that ssh2 has. */
  readonly #open = new Map<string, SshConnection<P>>();
  /** Connections before login, oldest first. */
  readonly #waiting = new Set<SshConnection<P>>();
  readonly #sessions = new Counts();
  readonly #addresses = new Counts();

  constructor(options: SshListenerOptions<P>) {
    this.#options = options;
    this.#ssh = this.#serverWith(options.hostKeys);
  }

  /** Uses other host keys for new connections. */
  useHostKeys(hostKeys: readonly string[]): void {
    this.#ssh = this.#serverWith(hostKeys);
  }

  #serverWith(hostKeys: readonly string[]): ssh2.Server {
    const { keepaliveInterval, keepaliveCount } = this.#options.limits;
    return new ssh2.Server(
      { hostKeys: [...hostKeys], ident: 'yangent', keepaliveInterval, keepaliveCountMax: keepaliveCount },
      (client, info) => {
        const connection = this.#open.get(keyOf(info.ip, info.port));
        if (connection) connection.attach(client);
        else client.on('error', () => undefined).end();
      },
    );
  }

  add(socket: Socket): void {
    // A connection may be closed before this code runs.
    socket.on('error', () => undefined);
    if (socket.remoteAddress === undefined || socket.remotePort === undefined) {
      socket.destroy();
      return;
    }
    const { remoteAddress } = socket;
    if (this.#addresses.of(remoteAddress) >= this.#options.limits.maxConnectionsPerAddress) {
      this.#options.log?.info({ sourceHost: remoteAddress }, 'too many SSH connections of one address');
      socket.destroy();
      return;
    }
    this.#addresses.add(remoteAddress);
    const key = keyOf(remoteAddress, socket.remotePort);
    const connection: SshConnection<P> = new SshConnection<P>(socket, this.#options, {
      mayOpenSession: (user) =>
        this.#sessions.total < this.#options.limits.maxSessions &&
        this.#sessions.of(user) < this.#options.limits.maxSessionsPerUser,
      onAuthenticated: () => this.#waiting.delete(connection),
      onSessionOpened: (user) => this.#sessions.add(user),
      onSessionClosed: (user) => this.#sessions.remove(user),
    });
    this.#open.set(key, connection);
    this.#waiting.add(connection);
    socket.once('close', () => {
      this.#addresses.remove(remoteAddress);
      this.#open.delete(key);
      this.#waiting.delete(connection);
    });
    this.#ssh.injectSocket(sendWholePackets(socket));
    const [oldest] = this.#waiting;
    if (this.#waiting.size > this.#options.limits.maxUnauthenticated)
      oldest?.destroy('too many connections wait for a login');
  }

  get closeTime(): number {
    return this.#options.limits.closeTime;
  }

  all(): SshConnection<P>[] {
    return [...this.#open.values()];
  }
}

function keyOf(address: string, port: number): string {
  return `${address} ${port}`;
}

function portOf(server: TcpServer): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the SSH listener has no TCP address');
  return address.port;
}

async function closeAll<P>(server: TcpServer, connections: Connections<P>): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  const cut = setTimeout(() => {
    for (const connection of connections.all()) connection.destroy('the server shuts down');
  }, connections.closeTime);
  await Promise.all(
    connections.all().map((connection) => connection.end({ reason: 'other', detail: 'the server shuts down' })),
  );
  await closed;
  clearTimeout(cut);
}
