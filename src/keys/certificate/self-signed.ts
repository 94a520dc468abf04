import { randomBytes, webcrypto } from 'node:crypto';
import { isIP } from 'node:net';
import { makeKeyPair } from '../pair/algorithm.js';
import type { KeyPair } from '../pair/key-pair.js';
import { privateKeyPem } from '../pair/pem.js';
import { x509 } from '../x509.js';

export interface SelfSigned {
  /** PKCS #8, PEM. */
  readonly key: string;
  /** X.509, PEM. */
  readonly cert: string;
}

/** Elliptic curve of the keys, and how they sign. */
const KEY = { name: 'ECDSA', namedCurve: 'P-256' } as const;
const SIGNING = { name: 'ECDSA', hash: 'SHA-256' } as const;

const YEARS_VALID = 10;
const ONE_DAY = 86_400_000;

/** Makes an ECDSA P-256 key and a self-signed certificate for it. See `certificateFor`. */
export async function selfSigned(hosts: readonly string[], now = new Date()): Promise<SelfSigned> {
  const pair = await makeKeyPair('p-256');
  return { key: privateKeyPem(pair.pkcs8), cert: await certificateFor(pair, hosts, now) };
}

/**
 * Makes a self-signed certificate (RFC 5280). A client that trusts this certificate trusts the node. @returns PEM
 *
 * @param pair a key of the algorithm p-256
 * @param hosts DNS names and IP addresses that the certificate is valid for
 */
export async function certificateFor(pair: KeyPair, hosts: readonly string[], now = new Date()): Promise<string> {
  const { X509CertificateGenerator } = await x509();
  const keys = await imported(pair);
  const certificate = await X509CertificateGenerator.createSelfSigned({
    serialNumber: serialNumber(),
    name: 'CN=yangent',
    // One day in the past, so that a client whose clock is slow accepts the certificate at once.
    notBefore: new Date(now.getTime() - ONE_DAY),
    notAfter: new Date(Date.UTC(now.getUTCFullYear() + YEARS_VALID, now.getUTCMonth(), 1)),
    signingAlgorithm: SIGNING,
    keys,
    extensions: await extensions(keys.publicKey, hosts),
  });
  return `${certificate.toString('pem')}\n`;
}

async function imported({ pkcs8, spki }: KeyPair) {
  const { subtle } = webcrypto;
  const privateKey = await subtle.importKey('pkcs8', pkcs8, KEY, false, ['sign']);
  const publicKey = await subtle.importKey('spki', spki, KEY, true, ['verify']);
  return { privateKey, publicKey };
}

/** Returns 126 random bits as a positive number in hexadecimal. */
function serialNumber(): string {
  const octets = randomBytes(16);
  octets[0] = ((octets[0] ?? 0) & 0x3f) | 0x40;
  return octets.toString('hex');
}

/** Returns the extensions of a self-issued certificate, its own authority; strict verifiers need all of them (RFC 5280 §4.2.1). */
async function extensions(publicKey: webcrypto.CryptoKey, hosts: readonly string[]) {
  const library = await x509();
  const { digitalSignature, keyCertSign } = library.KeyUsageFlags;
  const names = hosts.map(nameOf);
  return [
    new library.BasicConstraintsExtension(true, undefined, true),
    new library.KeyUsagesExtension(digitalSignature | keyCertSign, true),
    new library.ExtendedKeyUsageExtension([library.ExtendedKeyUsage.serverAuth]),
    new library.SubjectAlternativeNameExtension(names),
    await library.SubjectKeyIdentifierExtension.create(publicKey),
    await library.AuthorityKeyIdentifierExtension.create(publicKey),
  ];
}

function nameOf(host: string) {
  const version = isIP(host);
  if (version === 0) return { type: 'dns', value: host } as const;
  // The library misreads addresses with an embedded IPv4 address, which the URL parser writes as groups.
  return { type: 'ip', value: version === 6 ? new URL(`http://[${host}]/`).hostname.slice(1, -1) : host } as const;
}
