/** Logins over SSH by ssh2, with keys, certificates and passwords in any order. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import ssh2 from 'ssh2';
import type { Endpoints } from './node.js';
import { field } from './ssh-certificate.js';
import { octetsOf } from './ssh-keygen.js';

/** One attempt of a login. */
export type Attempt = ssh2.PublicKeyAuthMethod | ssh2.PasswordAuthMethod | ssh2.KeyboardInteractiveAuthMethod;

export interface Holder {
  readonly username: string;
  /** File of the private key. */
  readonly key: string;
  /** File of the certificate. */
  readonly certificate: string;
  /** Default: the type of the certificate. */
  readonly algorithm?: string;
  /** Of an RSA key. */
  readonly hash?: 'sha1' | 'sha256' | 'sha512';
}

export function password(username: string, text: string): Attempt {
  return { type: 'password', username, password: text };
}

export function key(username: string, file: string): Attempt {
  return { type: 'publickey', username, key: readFileSync(file) };
}

/**
 * Logs in with a certificate, of which the client of ssh2 knows nothing: it is given a key that has the octets and the name of the
 * certificate. The client puts its own header before the signature, and ssh2 as a server removes that again.
 */
export function certificate({ username, key: file, certificate, algorithm, hash }: Holder): Attempt {
  const mine = parsed(file);
  const type = algorithm ?? readFileSync(certificate, 'utf8').split(' ')[0] ?? '';
  const signed = type.replace('-cert-v01@openssh.com', '');
  const forged: ssh2.ParsedKey = Object.assign(Object.create(Object.getPrototypeOf(mine)), mine, {
    type,
    getPublicSSH: () => octetsOf(certificate),
    sign: (data: Buffer) => Buffer.concat([field(signed), field(mine.sign(data, hash))]),
  });
  return { type: 'publickey', username, key: forged };
}

function parsed(file: string): ssh2.ParsedKey {
  const key = ssh2.utils.parseKey(readFileSync(file));
  if (key instanceof Error) throw key;
  const one = Array.isArray(key) ? key[0] : key;
  if (!one) throw new Error(`${file} has no key`);
  return one;
}

/** An outcome of a login, and the methods that the server asked for after each attempt. */
export interface Login {
  readonly isIn: boolean;
  /** `publickey,password`, with `partial:` before it after a success that is not enough. */
  readonly asked: readonly string[];
  readonly connection: ssh2.Client;
}

/** Makes the attempts one after another. @returns when the login has succeeded, or none is left */
export async function logIn({ netconf }: Pick<Endpoints, 'netconf'>, ...attempts: readonly Attempt[]): Promise<Login> {
  const connection = new ssh2.Client();
  const left = [...attempts];
  const asked: string[] = [];
  const ended = once(connection, 'close').then(() => false);
  const ready = new Promise<boolean>((resolve) => {
    connection.once('ready', () => resolve(true));
  });
  connection.on('error', () => connection.end());
  connection.connect({
    ...netconf,
    username: attempts[0]?.username,
    hostVerifier: () => true,
    authHandler: (methods: readonly string[] | null, partial: boolean | null, next) => {
      if (methods) asked.push(`${partial ? 'partial:' : ''}${methods.join(',')}`);
      const attempt = left.shift();
      if (attempt) next(attempt);
      else connection.end();
    },
  });
  return { isIn: await Promise.race([ready, ended]), asked, connection };
}
