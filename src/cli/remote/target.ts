/** The node of a command, with the credentials and the trusted certificate. */
import { X509Certificate } from 'node:crypto';
import { dirname } from 'node:path';
import { type ClientFile, UsageError } from '../../node/index.js';
import { smallText } from '../small-file.js';
import { clientFiles } from './client-files.js';

/** A node was named, but not who asks it, and this user has started none there. */
export class NoCredentials extends UsageError {
  constructor(readonly url: string) {
    super(`${url} was not started by this user: give --user and --password-file`);
  }
}

/** Returns the file that holds a new password until the node has taken it. @param file the file of the password */
export function freshFileOf(file: string): string {
  return `${file}.new`;
}

/** The options of `addTargetOptions`. */
export interface TargetFlags {
  readonly url?: string;
  readonly user?: string;
  readonly passwordFile?: string;
  readonly ca?: string;
}

export interface Target {
  /** Root of the node's RESTCONF server, without a slash at the end: `https://127.0.0.1:8443`. */
  readonly url: string;
  readonly user: string;
  readonly password: string;
  /** File of the node that `password` comes from; undefined when the command line names another. */
  readonly ownPasswordFile?: string;
  /** PEM of the certificate, or of its authority, that is trusted in place of those of the system. */
  readonly ca?: string;
  /** SHA-256 fingerprint of the only trusted certificate: that of a node of this user. */
  readonly fingerprint?: string;
}

/**
 * Returns the node given by `--url`, else by YANGENT_URL, else the only running node of this user. Missing options are taken
 * from the client file of that node.
 *
 * @throws UsageError when no node is known, several are possible, or the credentials are incomplete
 */
export function findTarget(flags: TargetFlags): Target {
  const running = clientFiles();
  const named = flags.url ?? (process.env.YANGENT_URL || undefined);
  const url = named === undefined ? onlyOne(running) : rootOf(named);
  const file = running.find((each) => rootOf(each.url) === url);
  const { user = file?.user, passwordFile } = flags;
  if (user === undefined) throw new NoCredentials(url);
  const ownPassword = user === file?.user ? file.passwordFile : undefined;
  const secret = passwordFile ?? ownPassword;
  if (secret === undefined)
    throw new UsageError(`--user ${user} needs --password-file, the file that holds his password`);
  const { certificate } = file ?? {};
  return {
    url,
    user,
    password: smallText(secret).replace(/\r?\n$/, ''),
    ...(passwordFile === undefined && { ownPasswordFile: secret }),
    ...(flags.ca !== undefined
      ? { ca: smallText(flags.ca) }
      : certificate !== undefined && { fingerprint: fingerprintIn(certificate) }),
  };
}

/**
 * Returns the fingerprint of the certificate that a node of this user shows. It is trusted whatever is written in it: with names
 * or times that are not right, the node must still be reachable for the command that gives it another one.
 *
 * @param file its own certificate comes first there, then those that certify it @throws UsageError
 */
function fingerprintIn(file: string): string {
  try {
    return new X509Certificate(smallText(file)).fingerprint256;
  } catch (error) {
    throw error instanceof UsageError ? error : new UsageError(`${file} has no certificate in PEM: name one with --ca`);
  }
}

/** Returns the URL of the only running node. Prints it, so that the user notices when it is not the intended one. */
function onlyOne([first, ...others]: readonly ClientFile[]): string {
  if (first === undefined)
    throw new UsageError('no node of this user is running; start one with "yangent serve", or name one with --url');
  if (others.length > 0) {
    const choices = [first, ...others].map(
      ({ url, pid, started, passwordFile }) =>
        `  ${url}  process ${pid}, started ${started}, data in ${dirname(passwordFile)}`,
    );
    throw new UsageError(
      `${choices.length} nodes of this user are running; name one with --url or YANGENT_URL:\n${choices.join('\n')}`,
    );
  }
  console.error(`yangent: node ${first.url}`);
  return rootOf(first.url);
}

/** Returns `https://host:port` of a URL, without a path such as `/restconf`. */
function rootOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol === 'https:' || url?.protocol === 'http:') return url.origin;
  throw new UsageError(`"${text}" is not the address of a node; it looks like https://127.0.0.1:8443`);
}
