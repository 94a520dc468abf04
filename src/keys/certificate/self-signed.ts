import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isIP } from 'node:net';
import {
  bitString,
  boolean,
  context,
  integer,
  objectIdentifier,
  octetString,
  sequence,
  set,
  time,
  utf8String,
} from './der.js';

export interface SelfSigned {
  /** PKCS #8, PEM. */
  readonly key: string;
  /** X.509, PEM. */
  readonly cert: string;
}

const OID = {
  ecdsaWithSha256: '1.2.840.10045.4.3.2',
  commonName: '2.5.4.3',
  subjectKeyIdentifier: '2.5.29.14',
  keyUsage: '2.5.29.15',
  subjectAltName: '2.5.29.17',
  basicConstraints: '2.5.29.19',
  authorityKeyIdentifier: '2.5.29.35',
  extendedKeyUsage: '2.5.29.37',
  serverAuth: '1.3.6.1.5.5.7.3.1',
} as const;

const YEARS_VALID = 10;
const ONE_DAY = 86_400_000;

/**
 * Makes an ECDSA P-256 key and a self-signed certificate for it (RFC 5280). A client that trusts this certificate
 * trusts the node.
 *
 * @param hosts DNS names and IP addresses that the certificate is valid for
 */
export function selfSigned(hosts: readonly string[], now = new Date()): SelfSigned {
  // Encoded by the call that makes them: a later export as a JWK can wait forever for a lock that the garbage collector
  // holds (Node.js 20).
  const { privateKey, publicKey } = generateKeyPairSync('ec', {
    namedCurve: 'prime256v1',
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'der' },
  });
  const algorithm = sequence(objectIdentifier(OID.ecdsaWithSha256));
  const body = toBeSigned(publicKey, hosts, now, algorithm);
  const certificate = sequence(body, algorithm, bitString(sign('sha256', body, privateKey)));
  return { key: privateKey, cert: pem('CERTIFICATE', certificate) };
}

function toBeSigned(spki: Buffer, hosts: readonly string[], now: Date, algorithm: Buffer): Buffer {
  const name = sequence(set(sequence(objectIdentifier(OID.commonName), utf8String('yangent'))));
  // One day in the past, so that a client whose clock is slow accepts the certificate at once.
  const from = new Date(now.getTime() - ONE_DAY);
  const until = new Date(Date.UTC(now.getUTCFullYear() + YEARS_VALID, now.getUTCMonth(), 1));
  return sequence(
    context(0, true, integer(Buffer.of(2))),
    integer(randomBytes(16)),
    algorithm,
    name,
    sequence(time(from), time(until)),
    name,
    spki,
    context(3, true, sequence(...extensions(spki, hosts))),
  );
}

/** Returns the extensions of a self-issued certificate, its own authority; strict verifiers need all of them (RFC 5280 §4.2.1). */
function extensions(spki: Buffer, hosts: readonly string[]): Buffer[] {
  const keyId = createHash('sha1').update(spki).digest();
  // Bits 0 (digitalSignature) and 5 (keyCertSign).
  const usage = bitString(Buffer.of(0b1000_0100), 2);
  return [
    extension(OID.basicConstraints, sequence(boolean(true)), true),
    extension(OID.keyUsage, usage, true),
    extension(OID.extendedKeyUsage, sequence(objectIdentifier(OID.serverAuth))),
    extension(OID.subjectAltName, sequence(...hosts.map(generalName))),
    extension(OID.subjectKeyIdentifier, octetString(keyId)),
    extension(OID.authorityKeyIdentifier, sequence(context(0, false, keyId))),
  ];
}

function extension(oid: string, value: Buffer, critical = false): Buffer {
  const flag = critical ? [boolean(true)] : [];
  return sequence(objectIdentifier(oid), ...flag, octetString(value));
}

/** Encodes a GeneralName: iPAddress [7] or dNSName [2] (RFC 5280 §4.2.1.6). */
function generalName(host: string): Buffer {
  switch (isIP(host)) {
    case 4:
      return context(7, false, Buffer.from(host.split('.').map(Number)));
    case 6:
      return context(7, false, ipv6(host));
    default:
      return context(2, false, Buffer.from(host, 'ascii'));
  }
}

function ipv6(address: string): Buffer {
  // The URL parser writes the groups without leading zeros and an embedded IPv4 address as groups.
  const canonical = new URL(`http://[${address}]/`).hostname.slice(1, -1);
  const [head = '', tail] = canonical.split('::');
  const front = groups(head);
  const back = tail === undefined ? [] : groups(tail);
  const zeros = Array.from({ length: 8 - front.length - back.length }, () => 0);
  return Buffer.from([...front, ...zeros, ...back].flatMap((group) => [group >> 8, group & 0xff]));
}

function groups(text: string): number[] {
  return text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16));
}

function pem(label: string, content: Buffer): string {
  const lines = content.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`;
}
