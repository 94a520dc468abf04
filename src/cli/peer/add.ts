import { X509Certificate } from 'node:crypto';
import { Command } from 'commander';
import { messageOf } from '../../data/index.js';
import { UsageError } from '../../node/index.js';
import { collect } from '../models.js';
import { wholeNumber } from '../options.js';
import { addTargetOptions, type Members, type TargetFlags, text, withNode } from '../remote/index.js';
import { smallText } from '../small-file.js';
import { peerPath, readPeers } from './peers.js';

interface Flags extends TargetFlags {
  readonly domain: readonly string[];
  readonly itsUser?: string;
  readonly trustDomain?: string;
  readonly target?: string;
  readonly login?: string;
  readonly credential?: string;
  readonly identity?: string;
  readonly certificate?: string;
  readonly dataTarget?: string;
  readonly dataIdentity?: string;
  readonly term?: readonly string[];
  readonly maxRate?: number;
  readonly relay?: boolean;
  readonly continues?: boolean;
  readonly sessions: boolean;
}

export function addCommand(): Command {
  return addTargetOptions(new Command('add'))
    .description('name another node, whose agents are then called ID@DOMAIN here')
    .argument('<peer>', 'its name on this node: small letters, digits, - and .')
    .requiredOption(
      '--domain <domain>',
      'a domain for which it speaks; *.NAME is all domains below (repeatable)',
      collect,
    )
    .option('--its-user <user>', 'the user as whom it logs in here, and no other peer')
    .option('--trust-domain <domain>', 'in place of users and secrets on both sides: see "yangent trust"')
    .option('--target <url>', 'its address, https://HOST:PORT or netconf://HOST:PORT; none: it only logs in here')
    .option('--login <user>', 'the user as whom this node logs in there')
    .option('--credential <secret>', 'name of the secret with the password of that user: see "yangent secret set"')
    .option('--certificate <file>', 'its certificate, in PEM, when no authority of the system signs it')
    .option('--identity <fingerprint>', 'in place of the certificate: sha-256:HEX, or SHA256:BASE64 of a host key')
    .option('--data-target <url>', 'where it takes bytes of data, with a netconf: target')
    .option('--data-identity <fingerprint>', 'sha-256: and the fingerprint of the certificate there')
    .option('--term <theirs=ours>', 'a skill that has another name there (repeatable)', collect)
    .option('--max-rate <number>', 'messages that the node takes from it in one second', wholeNumber(1, 4_294_967_295))
    .option('--relay', 'pass on what it sends to agents of other peers')
    .option('--continues', 'let it continue sessions of this node that was away')
    .option('--no-sessions', 'receive no sessions of it')
    .addHelpText(
      'after',
      `
Example:
  yangent peer add core --domain core.example --its-user core-node --target https://core.example:8443 --login oss-node --credential core --certificate core.pem`,
    )
    .action(async (name: string, flags: Flags) => {
      const peer = peerOf(name, flags);
      await withNode(flags, async (node) => {
        const found = await readPeers(node);
        if (!found)
          throw new UsageError(
            'the node has no domain yet, by which the peer calls its agents; first: yangent peer domain NAME',
          );
        if (found.peers.some((each) => text(each, 'name') === name))
          throw new UsageError(`there is a peer ${name} already; "yangent peer remove ${name}" forgets it`);
        const value = { 'yangent-peers:peer': [peer] };
        await node.yangPatch('/', [{ operation: 'create', target: peerPath(name), value }]);
        const next = flags.target === undefined ? 'it logs in here' : `next: yangent peer check ${name}`;
        console.log(`peer ${name} is added; ${next}`);
      });
    });
}

const ADDRESS = /^(?:https?|netconf):\/\/[^/]/i;

/** Returns the entry of the peer. @throws UsageError for options that do not fit together */
function peerOf(name: string, flags: Flags): Members {
  const { domain, itsUser, trustDomain, target, login, credential, maxRate, term, relay, continues, sessions } = flags;
  if ((itsUser === undefined) === (trustDomain === undefined))
    throw new UsageError('say as whom the peer logs in here: --its-user USER or --trust-domain DOMAIN');
  if (target !== undefined && trustDomain === undefined && (login === undefined || credential === undefined))
    throw new UsageError('--target needs --login and --credential, by which this node logs in there');
  if (target !== undefined && !ADDRESS.test(target))
    throw new UsageError(`--target ${target} is no address of a node: write https://HOST:PORT or netconf://HOST:PORT`);
  const identity = identityIn(flags);
  const { dataTarget, dataIdentity } = flags;
  return {
    name,
    domain: [...domain],
    ...(itsUser === undefined ? {} : { user: itsUser }),
    ...(trustDomain === undefined ? {} : { 'trust-domain': trustDomain }),
    ...(target === undefined
      ? {}
      : {
          address: {
            target,
            ...(login === undefined ? {} : { user: login }),
            ...(credential === undefined ? {} : { credential }),
            ...(identity === undefined ? {} : { identity }),
            ...(dataTarget === undefined ? {} : { 'data-target': dataTarget }),
            ...(dataIdentity === undefined ? {} : { 'data-identity': dataIdentity }),
          },
        }),
    ...(term ? { term: term.map(termIn) } : {}),
    ...(maxRate === undefined ? {} : { 'max-rate': maxRate }),
    ...(relay ? { relay } : {}),
    ...(continues ? { continues } : {}),
    ...(sessions ? {} : { sessions }),
  };
}

function identityIn({ identity, certificate }: Flags): string | undefined {
  if (certificate === undefined) return identity;
  if (identity !== undefined) throw new UsageError('--certificate and --identity say the same: give one of them');
  try {
    const { fingerprint256 } = new X509Certificate(smallText(certificate));
    return `sha-256:${fingerprint256.replaceAll(':', '').toLowerCase()}`;
  } catch (error) {
    throw error instanceof UsageError
      ? error
      : new UsageError(`${certificate} has no certificate: ${messageOf(error)}`);
  }
}

function termIn(word: string) {
  const [theirs = '', ours = '', ...more] = word.split('=');
  if (theirs === '' || ours === '' || more.length > 0) throw new UsageError(`--term ${word}: write THEIRS=OURS`);
  return { theirs, ours };
}
