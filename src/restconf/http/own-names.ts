/** The names by which clients may address this node. */
import { X509Certificate } from 'node:crypto';
import { hostname } from 'node:os';

export interface OwnNamesOptions {
  /** The name or address of the listener. */
  readonly host: string;
  readonly tls: { readonly cert: string } | false;
  /** URL at which clients reach the node. Default: the address of the listener. */
  readonly publicUrl?: string;
  /** Further names, for example in a proxy or a container network. */
  readonly allowHosts?: readonly string[];
}

/**
 * Names of this node. Other names are refused: an attacker may have pointed a name at this node so that a browser sends it
 * requests (DNS rebinding). This is impossible with addresses.
 */
export class OwnNames {
  readonly #names: ReadonlySet<string>;
  #certificate: X509Certificate | undefined;

  constructor({ host, tls, publicUrl, allowHosts = [] }: OwnNamesOptions) {
    const ofUrl = publicUrl === undefined ? [] : [new URL(publicUrl).hostname];
    const names = ['localhost', host, hostname(), ...ofUrl, ...allowHosts];
    this.#names = new Set(names.map((name) => name.toLowerCase().replace(/\.$/, '')));
    if (tls !== false) this.useCertificate(tls.cert);
  }

  /** Takes the names of another certificate in place of those of the present one. @param cert PEM */
  useCertificate(cert: string): void {
    this.#certificate = new X509Certificate(cert);
  }

  /** True when a name, in lower case, is one of the node's names; wildcards of its certificate count. */
  has(name: string): boolean {
    return this.#names.has(name) || this.#certificate?.checkHost(name) !== undefined;
  }
}
