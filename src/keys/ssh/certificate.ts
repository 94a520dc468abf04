/** Certificates of OpenSSH (PROTOCOL.certkeys): a public key, who may use it and when, signed by an authority. */
import { keyTypeOf } from './certificate-algorithm.js';
import { readOptions } from './options.js';
import { readKeyFields, readSshKey, type SshKey } from './public-key.js';
import { SshFault, SshReader } from './reader.js';
import { verifySshSignature } from './signature.js';

export interface SshCertificate {
  /** The key of the holder. */
  readonly key: SshKey;
  readonly serial: bigint;
  /** `user` logs in as a user; `host` is that of a server. */
  readonly kind: 'user' | 'host';
  /** The name that the authority gave the certificate, for the log. */
  readonly keyId: string;
  /** The names as which the holder may log in. Empty: the certificate does not say. */
  readonly principals: readonly string[];
  /** Seconds since 1970: the first second, and the first one after the end. */
  readonly validAfter: bigint;
  readonly validBefore: bigint;
  /** The data of each critical option by its name. */
  readonly criticalOptions: ReadonlyMap<string, Buffer>;
  /** The key of the authority, which has signed all of it. */
  readonly authority: SshKey;
}

/** Maximum octets of a certificate: two keys and a signature of RSA 8192 with many principals are shorter. */
const MAX_OCTETS = 16_384;
/** As in OpenSSH. */
const MAX_PRINCIPALS = 256;

const KINDS: ReadonlyMap<number, SshCertificate['kind']> = new Map([
  [1, 'user'],
  [2, 'host'],
]);

/**
 * Reads a certificate, and checks that its authority has signed it. Whether that authority counts, and the certificate holds here and
 * now, is for `refusalOf`.
 *
 * @throws SshFault for octets that are no certificate, and for a signature that is wrong
 */
export function readSshCertificate(octets: Uint8Array): SshCertificate {
  if (octets.length > MAX_OCTETS)
    throw new SshFault(MAX_OCTETS, `a certificate has at most ${MAX_OCTETS} octets, not ${octets.length}`);
  const reader = new SshReader(octets);
  const type = reader.text('the type of the certificate');
  const keyType = keyTypeOf(type);
  if (keyType === undefined) throw new SshFault(0, `certificates of type '${type.slice(0, 64)}' are not taken`);
  reader.string('the nonce');
  const content = {
    key: readKeyFields(keyType, reader),
    serial: reader.uint64('the serial number'),
    kind: readKind(reader),
    keyId: reader.text('the key id'),
    principals: readPrincipals(reader.string('the principals')),
    validAfter: reader.uint64('the begin of validity'),
    validBefore: reader.uint64('the end of validity'),
    criticalOptions: readOptions(reader.string('the critical options'), 'critical option'),
  };
  readOptions(reader.string('the extensions'), 'extension');
  reader.string('the reserved field');
  const authority = readSshKey(reader.string('the key of the authority'));
  const signed = octets.subarray(0, reader.at);
  const signature = reader.string('the signature');
  reader.end('the certificate');
  if (!verifySshSignature(authority, signed, signature))
    throw new SshFault(signed.length, 'the signature is not that of the authority');
  return { ...content, authority };
}

function readKind(reader: SshReader): SshCertificate['kind'] {
  const start = reader.at;
  const number = reader.uint32('the kind of the certificate');
  const kind = KINDS.get(number);
  if (kind === undefined) throw new SshFault(start, `a certificate is one of a user (1) or a host (2), not ${number}`);
  return kind;
}

function readPrincipals(octets: Buffer): readonly string[] {
  const reader = new SshReader(octets);
  const principals: string[] = [];
  while (!reader.isAtEnd) {
    if (principals.length === MAX_PRINCIPALS)
      throw new SshFault(reader.at, `at most ${MAX_PRINCIPALS} principals are taken`);
    principals.push(reader.text('a principal'));
  }
  return principals;
}
