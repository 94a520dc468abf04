/** Certificates of a keystore: degenerate CMS messages (RFC 9640, `end-entity-cert-cms`), here as PEM. */
import { X509Certificate } from 'node:crypto';
import { KeyFault } from '../pair/key-pair.js';
import { pemOf } from '../pair/pem.js';
import { x509 } from '../x509.js';

/** Maximum octets of a CMS message, and of the certificates in it. */
const MOST_OCTETS = 64 * 1024;
const MOST_CERTIFICATES = 10;

/**
 * Returns the certificate of a key and those that certify it, in PEM: that of the key comes first, each next one has certified the
 * one before it.
 *
 * @param cms a SignedData without signers, DER
 * @param spki the key, SubjectPublicKeyInfo in DER
 * @throws KeyFault when it is none, or has no certificate of the key
 */
export async function chainOf(cms: Buffer, spki: Buffer): Promise<string> {
  const certificates = await certificatesIn(cms);
  const mine = certificates.find(({ publicKey }) => publicKey.export({ type: 'spki', format: 'der' }).equals(spki));
  if (!mine) throw new KeyFault('it has no certificate of this key');
  const chain = [mine];
  for (let last = mine; ; ) {
    const issuer = certificates.find((each) => !chain.includes(each) && last.checkIssued(each));
    if (!issuer) break;
    chain.push(issuer);
    last = issuer;
  }
  return chain.map(({ raw }) => pemOf('CERTIFICATE', raw)).join('');
}

/** @throws KeyFault for octets that are no SignedData with certificates */
export async function requireCertificates(cms: Buffer): Promise<void> {
  if ((await certificatesIn(cms)).length === 0) throw new KeyFault('it has no certificate');
}

const PEM = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** Returns certificates as a keystore has them: a SignedData without signers, DER. @param pem one or more @throws Error for none */
export async function cmsOf(pem: string): Promise<Buffer> {
  const { X509Certificate: Certificate, X509Certificates } = await x509();
  const texts = pem.match(PEM) ?? [];
  if (texts.length === 0) throw new KeyFault('it has no certificate in PEM');
  return Buffer.from(new X509Certificates(texts.map((text) => new Certificate(text))).export('raw'));
}

/** Returns the certificates of a SignedData without signers, DER. @throws KeyFault for other octets, and for too many */
export async function certificatesIn(cms: Buffer): Promise<readonly X509Certificate[]> {
  if (cms.length > MOST_OCTETS) throw new KeyFault(`it has more than ${MOST_OCTETS} octets`);
  const { X509Certificates } = await x509();
  const found = read(() =>
    [...new X509Certificates(cms)].map(({ rawData }) => new X509Certificate(Buffer.from(rawData))),
  );
  if (found.length > MOST_CERTIFICATES) throw new KeyFault(`it has more than ${MOST_CERTIFICATES} certificates`);
  return found;
}

function read<T>(open: () => T): T {
  try {
    return open();
  } catch {
    throw new KeyFault(
      'it is no CMS message with certificates, in DER (openssl crl2pkcs7 -nocrl -certfile FILE -outform DER)',
    );
  }
}
