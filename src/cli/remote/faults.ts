/** Reasons why a node is not reachable, as messages with a remedy. */
import { existsSync } from 'node:fs';
import { RestconfError } from '../../clients/index.js';
import { freshFileOf, type Target } from './target.js';

/** The error that prevents a command from reaching its node. */
export class ConnectionFault extends Error {}

type Explain = (url: string) => string;

const UNTRUSTED: Explain = (url) =>
  `the certificate of ${url} is not trusted; give the file of the right one with --ca`;

/** Messages by the code of the operating system's or OpenSSL's error. */
const BY_CODE: ReadonlyMap<string, Explain> = new Map<string, Explain>([
  ['ECONNREFUSED', (url) => `no node answers at ${url}; start one with "yangent serve"`],
  ['ENOTFOUND', (url) => `the host of ${url} has no address; is the name right?`],
  ['EAI_AGAIN', (url) => `the address of the host of ${url} cannot be looked up now`],
  ['EHOSTUNREACH', (url) => `there is no route to ${url}`],
  ['ENETUNREACH', (url) => `there is no route to ${url}`],
  ['ETIMEDOUT', (url) => `${url} does not answer; is there a firewall between?`],
  ['ECONNRESET', (url) => `${url} broke off the connection; did its node stop?`],
  ['EPROTO', (url) => `${url} does not speak TLS; does it begin with http: instead?`],
  ['ERR_SSL_WRONG_VERSION_NUMBER', (url) => `${url} does not speak TLS; does it begin with http: instead?`],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', UNTRUSTED],
  ['SELF_SIGNED_CERT_IN_CHAIN', UNTRUSTED],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', UNTRUSTED],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', UNTRUSTED],
  ['CERT_SIGNATURE_FAILURE', UNTRUSTED],
  [
    'CERT_HAS_EXPIRED',
    (url) =>
      `the certificate of ${url} has expired; give its node another one on its own machine (yangent key use tls-server)`,
  ],
  [
    'ERR_TLS_CERT_ALTNAME_INVALID',
    (url) =>
      `the certificate of ${url} was made for another name or address: name the node in --url as the certificate does`,
  ],
]);

const UNAUTHORIZED = 401;

/** Returns a connection error in terms of a network engineer; other errors unchanged. */
export function explainFault(error: unknown, target: Target): unknown {
  if (error instanceof RestconfError && error.status === UNAUTHORIZED) {
    return new ConnectionFault(
      `${target.url} does not let user "${target.user}" in: unknown, or another password${leftText(target)}`,
      { cause: error },
    );
  }
  return connectionFault(error, target.url) ?? error;
}

/** Names the file that a change of the password without an answer has left. */
function leftText({ ownPasswordFile: file }: Target): string {
  if (file === undefined || !existsSync(freshFileOf(file))) return '';
  return `; a change got no answer, and may have set the one in ${freshFileOf(file)}: try --password-file with it, then move it to ${file}`;
}

/** Returns the reason why no connection to a URL was made; undefined for an error that is not known. */
export function connectionFault(error: unknown, url: string): ConnectionFault | undefined {
  const [explain] = codesOf(error).flatMap((code) => BY_CODE.get(code) ?? []);
  return explain && new ConnectionFault(explain(url), { cause: error });
}

/** Returns the codes of the error and of its causes. */
function codesOf(error: unknown): string[] {
  const codes: string[] = [];
  for (let each = error; each instanceof Error && codes.length < 10; each = each.cause) {
    codes.push('code' in each && typeof each.code === 'string' ? each.code : '');
    // A host with several addresses fails with one error per address.
    if (each instanceof AggregateError) codes.push(...each.errors.flatMap(codesOf));
  }
  return codes;
}
