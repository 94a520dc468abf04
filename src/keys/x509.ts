/** The library of X.509 certificates, which is loaded when the first one is made or read: that takes longer than the start of a node. */
import { webcrypto } from 'node:crypto';

export type X509 = typeof import('@peculiar/x509');

let loaded: Promise<X509> | undefined;

export function x509(): Promise<X509> {
  loaded ??= load();
  return loaded;
}

async function load(): Promise<X509> {
  const { library } = await import('./x509-library.js');
  library.cryptoProvider.set(webcrypto);
  return library;
}
