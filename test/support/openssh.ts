/** The client of OpenSSH. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BASE, BASE_10, EOM } from '../netconf/wire.js';
import { temporaryFolder } from './clean-up.js';
import type { Endpoints } from './node.js';

export interface OpensshLogin {
  readonly user: string;
  /** File of the private key. */
  readonly key: string;
  /** File of the certificate. */
  readonly certificate?: string;
  /** Typed when the server asks for it. Default: nothing is typed. */
  readonly password?: string;
  /** Further options: `['PreferredAuthentications=password']`. */
  readonly options?: readonly string[];
}

export interface OpensshResult {
  readonly code: unknown;
  /** The messages of the server. */
  readonly out: string;
  /** Of the client itself: `admin@127.0.0.1: Permission denied (…)`. */
  readonly complaint: string;
}

const SESSION = [
  `<hello xmlns="${BASE}"><capabilities><capability>${BASE_10}</capability></capabilities></hello>`,
  `<rpc xmlns="${BASE}" message-id="1"><close-session/></rpc>`,
];

/** Opens a NETCONF session and closes it. @returns with code 0 when the login succeeded */
export async function openssh({ netconf }: Pick<Endpoints, 'netconf'>, login: OpensshLogin): Promise<OpensshResult> {
  const folder = temporaryFolder();
  const options = [
    'StrictHostKeyChecking=accept-new',
    `UserKnownHostsFile=${join(folder, 'known')}`,
    'IdentitiesOnly=yes',
    'LogLevel=ERROR',
    ...(login.password === undefined ? ['BatchMode=yes'] : ['NumberOfPasswordPrompts=1']),
    ...(login.certificate === undefined ? [] : [`CertificateFile=${login.certificate}`]),
    ...(login.options ?? []),
  ];
  const askpass = join(folder, 'askpass');
  writeFileSync(askpass, '#!/bin/sh\nprintf "%s\\n" "$TYPED"\n', { mode: 0o700 });
  const env = { ...process.env, TYPED: login.password ?? '', SSH_ASKPASS: askpass, SSH_ASKPASS_REQUIRE: 'force' };
  const to = ['-p', String(netconf.port), '-s', `${login.user}@127.0.0.1`, 'netconf'];
  const args = ['-F', 'none', ...options.flatMap((each) => ['-o', each]), '-i', login.key, ...to];
  const ssh = spawn('ssh', args, { stdio: 'pipe', env });
  ssh.stdin.on('error', () => undefined).end(SESSION.map((message) => message + EOM).join(''));
  const closed = once(ssh, 'close');
  const [out, complaint] = await Promise.all(
    [ssh.stdout, ssh.stderr].map(async (stream) => (await stream.setEncoding('utf8').toArray()).join('')),
  );
  return { code: (await closed)[0], out: out ?? '', complaint: complaint ?? '' };
}
