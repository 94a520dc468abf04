/** How callers prove to be of a trust domain: options, and the edits of the lists that hold what proves it. */
import { existsSync } from 'node:fs';
import { type Command, InvalidArgumentError } from 'commander';
import { parsePublicKey } from '../../access/index.js';
import type { YangEdit } from '../../clients/index.js';
import { cmsOf } from '../../keys/index.js';
import { UsageError } from '../../node/index.js';
import { reading } from '../key/certificate.js';
import { collect } from '../models.js';
import type { TrustDomain } from '../remote/index.js';
import { smallText } from '../small-file.js';

export interface ProofFlags {
  readonly node?: readonly string[];
  readonly nodeCertificate?: string;
  readonly did?: readonly string[];
  readonly didHost?: readonly string[];
  readonly tokenIssuer?: string;
  readonly jwks?: string;
  readonly audience?: string;
  readonly certificateAuthority?: string;
  readonly sshAuthority?: string;
}

export function addProofOptions(command: Command): Command {
  return command
    .option('--node <host:port>', 'a node of the domain; its URL will do (repeatable)', collectHost)
    .option(
      '--node-certificate <file>',
      'the certificate of these nodes, or of its authority, in PEM; else one that the system trusts',
    )
    .option('--did <did>', 'the identifier of a member (repeatable)', collect)
    .option('--did-host <host>', 'a host of identifiers, did:web and did:wba (repeatable)', collectHost)
    .option('--token-issuer <issuer>', 'the claim iss of the tokens of its members')
    .option('--jwks <file or URL>', 'the public keys of an issuer that the node does not know yet')
    .option('--audience <name>', 'what tokens of that issuer must name in aud', 'yangent')
    .option('--certificate-authority <file>', 'who signs TLS client certificates of its members, in PEM')
    .option('--ssh-authority <file>', 'the public key that signs SSH certificates of its members');
}

/** Takes the host of a URL, or a host as it is. */
function collectHost(text: string, before: readonly string[] = []): readonly string[] {
  if (!text.includes('/')) return [...before, text];
  if (!URL.canParse(text)) throw new InvalidArgumentError('It must be a host, HOST or HOST:PORT, or a URL.');
  return [...before, new URL(text).host];
}

const BAGS = '/ietf-truststore:truststore';

/** Names of the bags of a domain in the truststore. */
export function bagsOf(domain: string) {
  return { nodes: `${domain}-nodes`, members: `${domain}-members` };
}

/** Returns api-paths of bags, of certificates and of public keys. */
export const bagPath = {
  certificates: (name: string) => `${BAGS}/certificate-bags/certificate-bag=${encodeURIComponent(name)}`,
  publicKeys: (name: string) => `${BAGS}/public-key-bags/public-key-bag=${encodeURIComponent(name)}`,
};

export interface Proofs {
  readonly by: NonNullable<TrustDomain['by']>;
  /** Edits that the domain needs: the issuer, and the bags. */
  readonly edits: readonly YangEdit[];
}

/** Reads the files that options name. @throws UsageError when nothing proves the domain, or a file is wrong */
export async function proofsIn(domain: string, flags: ProofFlags): Promise<Proofs> {
  const { node, nodeCertificate, did, didHost, tokenIssuer, jwks, certificateAuthority, sshAuthority } = flags;
  const proofs = [node, did, didHost, tokenIssuer, certificateAuthority, sshAuthority];
  if (proofs.every((each) => each === undefined))
    throw new UsageError(
      'say how callers prove to be of the domain: --node, --did, --did-host, --token-issuer, --certificate-authority or --ssh-authority',
    );
  if (nodeCertificate !== undefined && node === undefined)
    throw new UsageError('--node-certificate says by what nodes prove who they are: name them with --node');
  if (jwks !== undefined && tokenIssuer === undefined)
    throw new UsageError('--jwks has the keys of a token issuer: name it with --token-issuer');
  const names = bagsOf(domain);
  return {
    by: {
      ...(node && { 'node-host': node }),
      ...(nodeCertificate !== undefined && { 'node-bag': names.nodes }),
      ...(did && { did }),
      ...(didHost && { 'did-host': didHost }),
      ...(tokenIssuer !== undefined && { 'token-issuer': [tokenIssuer] }),
      ...(certificateAuthority !== undefined && { 'certificate-bag': names.members }),
      ...(sshAuthority !== undefined && { 'ssh-bag': names.members }),
    },
    edits: [
      ...(nodeCertificate === undefined ? [] : [await certificatesEdit(names.nodes, nodeCertificate)]),
      ...(certificateAuthority === undefined ? [] : [await certificatesEdit(names.members, certificateAuthority)]),
      ...(sshAuthority === undefined ? [] : [await publicKeys(names.members, sshAuthority)]),
      ...(tokenIssuer === undefined || jwks === undefined ? [] : [issuerEdit(tokenIssuer, jwks, flags.audience)]),
    ],
  };
}

/** Returns the edit that makes a file of certificates all that is in a bag. @throws UsageError for a wrong file */
export async function certificatesEdit(bag: string, file: string): Promise<YangEdit> {
  const cms = await reading(file, cmsOf);
  const certificate = [{ name: 'authority', 'cert-data': cms.toString('base64') }];
  return replace(bagPath.certificates(bag), { 'ietf-truststore:certificate-bag': [{ name: bag, certificate }] });
}

async function publicKeys(bag: string, file: string): Promise<YangEdit> {
  const { blob } = await reading(file, parsePublicKey);
  const key = {
    name: 'authority',
    'public-key-format': 'ietf-crypto-types:ssh-public-key-format',
    'public-key': Buffer.from(blob).toString('base64'),
  };
  return replace(bagPath.publicKeys(bag), { 'ietf-truststore:public-key-bag': [{ name: bag, 'public-key': [key] }] });
}

/** Is refused when the node knows the issuer: its keys are not replaced by the way. */
function issuerEdit(issuer: string, jwks: string, audience = 'yangent'): YangEdit {
  const isUrl = /^https:\/\//.test(jwks);
  if (!isUrl && !existsSync(jwks)) throw new UsageError(`${jwks}: there is no such file; a URL begins with https://`);
  const keys = isUrl ? { 'jwks-uri': jwks } : { jwks: smallText(jwks) };
  return {
    operation: 'create',
    target: `/yangent-access:access/token-issuer=${encodeURIComponent(issuer)}`,
    value: { 'yangent-access:token-issuer': [{ issuer, audience: [audience], ...keys }] },
  };
}

function replace(target: string, value: unknown): YangEdit {
  return { operation: 'replace', target, value };
}
