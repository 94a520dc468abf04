/** The client side of NETCONF over SSH (RFC 6242). */
import { createHash } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import {
  type AuthenticationType,
  type ClientChannel,
  type ConnectConfig,
  type ServerHostKeyAlgorithm,
  default as ssh2,
} from 'ssh2';
import { sendWholePackets } from '../../wire/index.js';
import { isLoopback } from '../loopback.js';
import { type NetconfClient, netconfOverStream } from './client.js';
import { transportError } from './pending.js';
import { DEFAULT_TIMEOUT, type SessionOptions } from './session.js';

export interface ConnectOptions extends SessionOptions {
  readonly host: string;
  /** Default: 830. */
  readonly port?: number;
  /** `USER%AGENT-ID` for an agent's view of a yangent node. */
  readonly username: string;
  readonly password?: string;
  /** Private key in OpenSSH or PEM form. */
  readonly privateKey?: string | Buffer;
  readonly passphrase?: string;
  /**
   * The server's key: its fingerprint (`SHA256:...`, as ssh-keygen -l prints it), or a function that checks it. Optional only
   * for a server on the loopback, where no other machine can intercept.
   */
  readonly hostKey?: string | ((fingerprint: string, key: Buffer) => boolean);
  /**
   * The types of host key to request (`ssh-ed25519`, `ssh-rsa`, `ecdsa-sha2-nistp256`): a server with several keys shows one
   * of them. Default: any known type.
   */
  readonly hostKeyTypes?: readonly string[];
}

/** Signature algorithms of a key type, whose names may differ (RFC 8332 §3). */
const SIGNATURES: ReadonlyMap<string, readonly ServerHostKeyAlgorithm[]> = new Map([
  ['ssh-rsa', ['rsa-sha2-512', 'rsa-sha2-256', 'ssh-rsa']],
  ['ssh-ed25519', ['ssh-ed25519']],
  ['ecdsa-sha2-nistp256', ['ecdsa-sha2-nistp256']],
  ['ecdsa-sha2-nistp384', ['ecdsa-sha2-nistp384']],
  ['ecdsa-sha2-nistp521', ['ecdsa-sha2-nistp521']],
]);

/** The order of methods with a key and a password: a server that wants both may refuse a password without key (RFC 4252 §5.1). */
const KEY_FIRST: AuthenticationType[] = ['publickey', 'password', 'keyboard-interactive'];

const PORT = 830;
const SUBSYSTEM = 'netconf';
const KEEPALIVE_INTERVAL = 30_000;
const KEEPALIVE_COUNT = 3;

/**
 * Connects, logs in and exchanges hellos. @throws RpcError of type transport: access-denied (wrong host key, login refused) or
 * operation-failed (no connection, no subsystem, timeout)
 */
export async function connectNetconf(options: ConnectOptions): Promise<NetconfClient> {
  options.signal?.throwIfAborted();
  const { host, port = PORT } = options;
  const connection = new ssh2.Client();
  // Messages are small and wait for replies, already during the login: Nagle's algorithm would delay each by some 40 ms.
  const socket = sendWholePackets(connect({ host, port, noDelay: true }));
  try {
    const channel = await openChannel(connection, socket, options);
    const client = await netconfOverStream(channel, options);
    void client.closed.then(() => connection.end());
    return client;
  } catch (error) {
    connection.end();
    socket.destroy();
    throw error;
  }
}

function openChannel(connection: ssh2.Client, sock: Socket, options: ConnectOptions): Promise<ClientChannel> {
  const { host, port = PORT, timeout = DEFAULT_TIMEOUT, signal } = options;
  const where = `${host} port ${port}`;
  return new Promise((resolve, reject) => {
    const onAbort = (): void =>
      reject(transportError('operation-failed', 'the connection was given up', signal?.reason));
    signal?.addEventListener('abort', onAbort, { once: true });
    const verdict: { refused?: string } = {};
    connection.on('ready', () => {
      connection.subsys(SUBSYSTEM, (error, channel) => {
        signal?.removeEventListener('abort', onAbort);
        if (error) reject(transportError('operation-failed', `${where} offers no NETCONF: ${error.message}`, error));
        else resolve(channel);
      });
    });
    // Stays for the life of the connection: an error without a listener would end the process. Later errors are reported by
    // the channel's close.
    connection.on('error', (error: Error & { level?: string }) => {
      signal?.removeEventListener('abort', onAbort);
      if (verdict.refused !== undefined) reject(transportError('access-denied', `${where}: ${verdict.refused}`, error));
      else if (error.level === 'client-authentication')
        reject(transportError('access-denied', `${where} refuses the login of ${options.username}`, error));
      else reject(transportError('operation-failed', `no SSH connection to ${where}: ${error.message}`, error));
    });
    connection.on('close', () => reject(transportError('operation-failed', `${where} closed the connection`)));
    connection.on('keyboard-interactive', (_name, _instructions, _language, prompts, answer) =>
      answer(prompts.map(() => options.password ?? '')),
    );
    const refuse = (why: string): void => {
      verdict.refused = why;
    };
    connection.connect({ sock, ...configOf(options, timeout, refuse) });
  });
}

function configOf(options: ConnectOptions, timeout: number, refuse: (why: string) => void): ConnectConfig {
  const { username, password, privateKey, passphrase, hostKeyTypes } = options;
  const serverHostKey = hostKeyTypes?.flatMap((type) => SIGNATURES.get(type) ?? []);
  return {
    username,
    password,
    privateKey,
    passphrase,
    tryKeyboard: password !== undefined,
    ...(password !== undefined && privateKey !== undefined && { authHandler: KEY_FIRST }),
    readyTimeout: timeout,
    keepaliveInterval: KEEPALIVE_INTERVAL,
    keepaliveCountMax: KEEPALIVE_COUNT,
    ...(serverHostKey && serverHostKey.length > 0 && { algorithms: { serverHostKey } }),
    hostVerifier: (key: Buffer): boolean => {
      const why = judge(options, key);
      if (why !== undefined) refuse(why);
      return why === undefined;
    },
  };
}

/** Returns why the server's key is refused; undefined when it is accepted. */
function judge({ host, hostKey }: ConnectOptions, key: Buffer): string | undefined {
  const fingerprint = `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`;
  switch (typeof hostKey) {
    case 'string':
      return hostKey === fingerprint ? undefined : `the host key is ${fingerprint}, not ${hostKey}`;
    case 'function':
      return hostKey(fingerprint, key) ? undefined : `the host key ${fingerprint} is not trusted`;
    case 'undefined':
      return isLoopback(host) ? undefined : `the host key ${fingerprint} is not known; check it and give it as hostKey`;
  }
}
