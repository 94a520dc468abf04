/** Which node a command talks to, as whom, and whom it trusts. */
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
  /** PEM of the certificate, or of its authority, that is trusted besides those of the system. */
  readonly ca?: string;
}

/**
 * The node named by `--url`, else by YANGENT_URL, else the one that this user runs. What the options do not say is taken
 * from the client file of that node.
 *
 * @throws UsageError when no node is known, several could be meant, or the credentials are incomplete
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

/** The one that runs. Its name is told, so that a command which reaches another node than the one meant is not a riddle. */
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

/** `https://host:port` of a URL; a path such as `/restconf` is not part of it. */
function rootOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol === 'https:' || url?.protocol === 'http:') return url.origin;
  throw new UsageError(`"${text}" is not the address of a node; it looks like https://127.0.0.1:8443`);
}
