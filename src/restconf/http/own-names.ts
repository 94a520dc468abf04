/** The names by which clients may address this node. */
import { X509Certificate } from 'node:crypto';
import { hostname } from 'node:os';

export interface OwnNamesOptions {
  /** The name or address that is listened on. */
  readonly host: string;
  readonly tls: { readonly cert: string } | false;
  /** Where clients reach the node, if not where it listens. */
  readonly publicUrl?: string;
  /** Further names, as those by which a proxy or a container network knows the node. */
  readonly allowHosts?: readonly string[];
}

/**
 * A name that belongs to another may have been pointed at this node to make a browser speak to it as to that other
 * (DNS rebinding); an address cannot be.
 */
export class OwnNames {
  readonly #names: ReadonlySet<string>;
  readonly #certificate: X509Certificate | undefined;

  constructor({ host, tls, publicUrl, allowHosts = [] }: OwnNamesOptions) {
    const ofUrl = publicUrl === undefined ? [] : [new URL(publicUrl).hostname];
    const names = ['localhost', host, hostname(), ...ofUrl, ...allowHosts];
    this.#names = new Set(names.map((name) => name.toLowerCase().replace(/\.$/, '')));
    this.#certificate = tls === false ? undefined : new X509Certificate(tls.cert);
  }

  /** Tells whether a name, in lower case, is one of the node's; wildcards of its certificate count. */
  has(name: string): boolean {
    return this.#names.has(name) || this.#certificate?.checkHost(name) !== undefined;
  }
}
