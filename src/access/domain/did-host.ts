/** The hosts of decentralized identifiers (DID), as trust domains name them. */

/** Returns the host of an identifier of did:web or did:wba, `HOST` or `HOST:PORT`; an empty text for other methods. */
export function hostOfDid(did: string): string {
  const [, host = ''] = /^did:(?:web|wba):([^:/?#]+)/.exec(did) ?? [];
  return plainHost(host.toLowerCase().replace('%3a', ':'));
}

/** Returns a host without the port of https. */
export function plainHost(host: string): string {
  return host.replace(/:443$/, '');
}
