/** Decides whether a certificate holds for a login. */
import type { SshCertificate } from './certificate.js';
import { textOfOption } from './options.js';
import type { SshKey } from './public-key.js';
import { SshFault } from './reader.js';
import { isFrom } from './source-address.js';

/** The login for which a certificate is shown. */
export interface CertificateUse {
  /** The name as which the holder logs in. */
  readonly name: string;
  /** The address of the client. */
  readonly source: string;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** True for the key of an authority whose certificates count. */
  readonly isAuthority: (key: SshKey) => boolean;
}

/** Returns why the certificate does not hold for this login, in words for the log; undefined when it holds. */
export function refusalOf(certificate: SshCertificate, use: CertificateUse): string | undefined {
  const { kind, principals, validAfter, validBefore } = certificate;
  const now = BigInt(Math.floor(use.now / 1_000));
  if (!use.isAuthority(certificate.authority)) return 'its authority is none of those in the configured bags';
  if (kind !== 'user') return 'it is the certificate of a host, not of a user';
  if (now < validAfter) return `it is not valid before ${timeOf(validAfter)}`;
  if (now >= validBefore) return `it is not valid since ${timeOf(validBefore)}`;
  if (principals.length === 0) return 'it names no principal';
  if (!principals.includes(use.name)) return 'the name of the user is none of its principals';
  return refusedOption(certificate, use);
}

/** Critical options must be understood (OpenSSH PROTOCOL.certkeys); `force-command` is, but there is no command to run. */
function refusedOption({ criticalOptions }: SshCertificate, { source }: CertificateUse): string | undefined {
  for (const [name, data] of criticalOptions) {
    if (name !== 'source-address') return `its critical option '${printable(name)}' is not supported`;
    if (!isFromOption(data, source)) return 'its source-address does not have the address of the client';
  }
  return undefined;
}

function isFromOption(data: Buffer, source: string): boolean {
  try {
    return isFrom(textOfOption(data, 'source-address'), source);
  } catch (error) {
    if (error instanceof SshFault) return false;
    throw error;
  }
}

/** The last second of which JavaScript knows the date. */
const LAST = 8_640_000_000_000n;

function timeOf(seconds: bigint): string {
  return seconds > LAST ? 'the end of time' : new Date(Number(seconds) * 1_000).toISOString();
}

function printable(name: string): string {
  return name.slice(0, 64).replace(/[^\x20-\x7e]/g, '?');
}
