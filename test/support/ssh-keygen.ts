/** SSH keys and certificates, made by ssh-keygen of OpenSSH. */
import { execFileSync } from 'node:child_process';
import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from './clean-up.js';

export class SshKeygen {
  readonly folder = temporaryFolder();
  #certificates = 0;

  /** Makes a key pair. @returns the file of the private key; the public one is beside it, `.pub` */
  key(name: string, type = 'ed25519', ...args: readonly string[]): string {
    const file = join(this.folder, name);
    execFileSync('ssh-keygen', ['-q', '-N', '', '-C', name, '-t', type, ...args, '-f', file]);
    return file;
  }

  /**
   * Signs the public key of `key` with the authority `ca`. @returns the file of the certificate
   *
   * @param args of ssh-keygen: `-n ann -V +5m`
   */
  sign(ca: string, key: string, ...args: readonly string[]): string {
    this.#certificates += 1;
    const file = join(this.folder, `certificate-${this.#certificates}`);
    copyFileSync(`${key}.pub`, `${file}.pub`);
    execFileSync('ssh-keygen', ['-q', '-s', ca, '-I', `made for ${key}`, ...args, `${file}.pub`]);
    return `${file}-cert.pub`;
  }
}

/** Returns the octets in a public key or certificate, as SSH sends them. */
export function octetsOf(file: string): Buffer {
  return Buffer.from(readFileSync(file, 'utf8').split(' ')[1] ?? '', 'base64');
}
