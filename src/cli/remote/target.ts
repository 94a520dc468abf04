/** The node of a command, with the credentials and the trusted certificate. */
import { dirname } from 'node:path';
import { type ClientFile, UsageError } from '../../node/index.js';
import { readText } from '../models.js';
import { clientFiles } from './client-files.js';

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
  /** PEM of the certificate, or of its authority, that is trusted in addition to those of the system. */
  readonly ca?: string;
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
  if (user === undefined) throw new UsageError(`${url} was not started by this user: give --user and --password-file`);
  const ownPassword = user === file?.user ? file.passwordFile : undefined;
  const secret = passwordFile ?? ownPassword;
  if (secret === undefined)
    throw new UsageError(`--user ${user} needs --password-file, the file that holds his password`);
  const certificate = flags.ca ?? file?.certificate;
  return {
    url,
    user,
    password: readText(secret).replace(/\r?\n$/, ''),
    ca: certificate === undefined ? undefined : readText(certificate),
  };
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
