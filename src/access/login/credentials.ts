/** Checks keys and certificates against users and the configured trust. */
import type { ClientChain } from '../../keys/index.js';
import { fingerprint } from '../ssh-key.js';
import type { ClientCertificates } from './client-certificates.js';
import type { Credential, Proof } from './credential.js';
import type { SshAuthorities } from './ssh-authorities.js';

/** The TLS certificates that stand for users, and the authorities of SSH certificates. */
export interface Trust {
  readonly certificates: ClientCertificates;
  readonly sshAuthorities: SshAuthorities;
  /** True for a TLS client certificate of a trust domain: it stands for no local user, whatever its entry says. */
  readonly isForeign: (chain: ClientChain) => boolean;
}

/** Returns the SSH keys of a user, the wire form of each by its fingerprint; undefined when there is no such user. */
export type KeysOf = (user: string) => ReadonlyMap<string, Uint8Array> | undefined;

export class Credentials {
  readonly #keysOf: KeysOf;
  readonly #onRefusedCertificate: (user: string, source: string, reason: string) => void;
  #trust: Trust;

  /** @param onRefusedCertificate is told why an SSH certificate was refused: the client is not */
  constructor(
    keysOf: KeysOf,
    trust: Trust,
    onRefusedCertificate: (user: string, source: string, reason: string) => void,
  ) {
    this.#keysOf = keysOf;
    this.#trust = trust;
    this.#onRefusedCertificate = onRefusedCertificate;
  }

  /** Replaces what is trusted. Proofs that were given before hold only if they would be given now. */
  trust(trust: Trust): void {
    this.#trust = trust;
  }

  /** Returns the user that the TLS client certificate stands for, who need not exist, with the proof. */
  proveTls(chain: ClientChain): { readonly name: string; readonly proof: Proof } | undefined {
    const name = this.#localUser(chain);
    if (name === undefined) return undefined;
    const { fingerprint } = chain;
    return { name, proof: { method: 'tls-certificate', fingerprint, holds: () => this.#localUser(chain) === name } };
  }

  /** Returns why a TLS client certificate below an authority of local users is not good, in words for the log. */
  refusalOfTls(chain: ClientChain): string | undefined {
    return this.#trust.certificates.refusalOf(chain);
  }

  #localUser(chain: ClientChain): string | undefined {
    return this.#trust.isForeign(chain) ? undefined : this.#trust.certificates.userOf(chain);
  }

  /** Returns the proof when the credential is one of the user. @param source the address of the client */
  prove(name: string, credential: Credential, source: string): Proof | undefined {
    switch (credential.method) {
      case 'public-key':
        return this.#key(name, credential.octets);
      case 'ssh-certificate':
        return this.#sshCertificate(name, credential.octets, source);
      case 'tls-certificate':
        return this.#tlsCertificate(name, credential.chain);
      default:
        return credential satisfies never;
    }
  }

  #key(name: string, octets: Uint8Array): Proof | undefined {
    const print = fingerprint(octets);
    const known = this.#keysOf(name)?.get(print);
    if (!known || Buffer.compare(known, octets) !== 0) return undefined;
    return {
      method: 'public-key',
      fingerprint: print,
      holds: () => this.#keysOf(name)?.has(print) === true,
    };
  }

  #sshCertificate(name: string, octets: Uint8Array, source: string): Proof | undefined {
    const verdict = this.#trust.sshAuthorities.judge(octets, name, source);
    if (verdict.kind === 'refused') return this.#refuse(name, source, verdict.reason);
    if (this.#keysOf(name) === undefined) return this.#refuse(name, source, 'no user has the name');
    const { certificate } = verdict;
    return {
      method: 'ssh-certificate',
      fingerprint: fingerprint(octets),
      holds: () => this.#trust.sshAuthorities.refusal(certificate, name, source) === undefined,
    };
  }

  #refuse(name: string, source: string, reason: string): undefined {
    this.#onRefusedCertificate(name, source, reason);
  }

  #tlsCertificate(name: string, chain: ClientChain): Proof | undefined {
    const proven = this.proveTls(chain);
    return proven?.name === name ? proven.proof : undefined;
  }
}
