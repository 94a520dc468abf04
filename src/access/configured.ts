/** The configuration `/yangent-access:access`, read from its RFC 7951 value into types. */
import type {
  YangentAccess_Access,
  YangentAccess_Access_ClientCertificate,
  YangentAccess_Access_Token,
  YangentAccess_Access_TokenIssuer,
  YangentAccess_Access_User,
  YangentAccess_Access_User_SigningKey,
} from '../generated/yangent-access.js';
import { thumbprintOf } from '../keys/index.js';
import { algorithmsOf } from './approval/signature.js';
import { fromJwk, fromSpki } from './approval/signing-key.js';
import { type ConfiguredDomain, readDomains } from './domain/configured-domain.js';
import { AccessError } from './errors.js';
import type { ConfiguredCertificate } from './login/client-certificates.js';
import type { LoginRequirement } from './login/requirement.js';
import { type PrincipalKind, SYSTEM_USER } from './principal.js';
import { fingerprint, parsePublicKey } from './ssh-key.js';

export interface ConfiguredUser {
  readonly name: string;
  readonly kind: PrincipalKind;
  /** Without an entry one method is enough. */
  readonly requires: readonly LoginRequirement[];
  /** See `hashPassword`. */
  readonly password: string | undefined;
  readonly groups: readonly string[];
  /** The wire form of each key by its fingerprint. */
  readonly keys: ReadonlyMap<string, Uint8Array>;
  /** The SubjectPublicKeyInfo of each key for votes by its thumbprint. */
  readonly signingKeys: ReadonlyMap<string, Buffer>;
}

export interface ConfiguredIssuer {
  readonly issuer: string;
  readonly audiences: readonly string[];
  readonly keys: { readonly kind: 'inline' | 'file' | 'uri'; readonly text: string };
  readonly algorithms: readonly string[];
  readonly userClaim: string;
  readonly groupsClaim: string;
  /** True when its tokens name users of this node; otherwise they name users of the issuer. */
  readonly local: boolean;
  /** Groups accepted from its tokens. Undefined: for users of this node all but `admin` and `operator`, for others none. */
  readonly permittedGroups: readonly string[] | undefined;
  /** Seconds. */
  readonly clockSkew: number;
  readonly maxLifetime: number;
  /** True when only tokens count that are bound to a key or certificate. */
  readonly proofOfPossession: boolean;
  /** Where the node gets tokens of the issuer. Absent: nowhere. */
  readonly server?: ConfiguredServer;
  /** The certificates that prove where its keys are fetched, in PEM. Absent: the system's. */
  readonly ca?: string;
}

/** Where the node gets tokens of an issuer for its own (RFC 8693). */
export interface ConfiguredServer {
  readonly endpoint: string;
  readonly clientId: string;
  /** Name of the secret by which the node proves its name. Undefined: it proves its name by a signed JWT. */
  readonly credential: string | undefined;
  /** For whom the tokens are. */
  readonly audience: string;
  readonly scope: string | undefined;
  /** The bag of the truststore with the certificates that prove the server. Undefined: the system's. */
  readonly certificateBag: string | undefined;
}

export interface IssuingSettings {
  /** Seconds. */
  readonly maxLifetime: number;
  /** How often authority that comes from a token of another issuer may be handed on. */
  readonly maxDepth: number;
}

export interface AccessConfig {
  readonly users: readonly ConfiguredUser[];
  readonly certificates: readonly ConfiguredCertificate[];
  readonly issuers: readonly ConfiguredIssuer[];
  readonly domains: readonly ConfiguredDomain[];
  /** The tokens that the node issues. */
  readonly token: IssuingSettings;
  /** Bags of the truststore with the keys of authorities whose SSH certificates log in. */
  readonly sshUserCaBags: readonly string[];
}

const DEFAULT_ALGORITHMS = ['EdDSA', 'ES256', 'PS256', 'RS256'];

/**
 * Reads the configuration of users, certificates and token issuers.
 *
 * @param access RFC 7951 value of `/yangent-access:access`, valid by its model; absent when nothing is configured
 * @throws AccessError bad-key for a malformed key
 */
export function readAccessConfig(access: YangentAccess_Access = {}): AccessConfig {
  return {
    users: (access.user ?? []).map(userOf),
    certificates: (access['client-certificate'] ?? []).map(certificateOf),
    issuers: (access['token-issuer'] ?? []).map(issuerOf),
    domains: readDomains(access),
    token: settingsOf(access.token ?? {}),
    sshUserCaBags: access['ssh-user-ca-bag'] ?? [],
  };
}

/** Defaults of the model, in force also where nothing is configured. */
function settingsOf({
  'max-lifetime': maxLifetime = 600,
  'max-depth': maxDepth = 3,
}: YangentAccess_Access_Token): IssuingSettings {
  return { maxLifetime, maxDepth };
}

function userOf(user: YangentAccess_Access_User): ConfiguredUser {
  const { name, kind = 'person', password } = user;
  const keys = (user['authorized-key'] ?? []).map((key) => {
    const { blob } = parsePublicKey(`${key.algorithm} ${key['key-data']}`);
    return [fingerprint(blob), blob] as const;
  });
  return {
    name: requireUserName(name),
    kind,
    requires: user['login-requires'] ?? [],
    password,
    groups: user.group ?? [],
    keys: new Map(keys),
    signingKeys: new Map((user['signing-key'] ?? []).map((key) => signingKeyOf(name, key))),
  };
}

/** Reads a key for votes. @throws AccessError bad-key */
function signingKeyOf(user: string, entry: YangentAccess_Access_User_SigningKey) {
  const key = entry.jwk === undefined ? fromSpki(entry['public-key']) : fromJwk(entry.jwk);
  if (key && algorithmsOf(key).length > 0) return [thumbprintOf(key), key] as const;
  throw new AccessError(
    'bad-key',
    `the signing key '${entry.name}' of '${user}' is none that is taken; needed is a public Ed25519, P-256, P-384 or RSA key`,
  );
}

function requireUserName(name: string): string {
  if (name !== SYSTEM_USER) return name;
  throw new AccessError('bad-user-name', `'${name}' is the node itself; a user needs another name`);
}

function certificateOf(entry: YangentAccess_Access_ClientCertificate): ConfiguredCertificate {
  return {
    trust:
      entry.fingerprint === undefined
        ? { kind: 'ca', pem: entry['ca-certificate'] }
        : { kind: 'fingerprint', sha256: entry.fingerprint.toUpperCase() },
    user: entry.user === undefined ? { kind: 'from', field: entry['user-from'] } : { kind: 'name', name: entry.user },
  };
}

function issuerOf(entry: YangentAccess_Access_TokenIssuer): ConfiguredIssuer {
  const { issuer, audience, algorithm = [] } = entry;
  const server = serverIn(entry);
  return {
    issuer,
    audiences: audience,
    keys: keysOf(entry),
    algorithms: algorithm.length > 0 ? algorithm : DEFAULT_ALGORITHMS,
    userClaim: entry['user-claim'] ?? 'sub',
    groupsClaim: entry['groups-claim'] ?? 'groups',
    local: entry.members === 'local',
    permittedGroups: entry['permitted-group'],
    clockSkew: entry['clock-skew'] ?? 30,
    maxLifetime: entry['max-lifetime'] ?? 86_400,
    proofOfPossession: entry['proof-of-possession'] ?? false,
    ...(server ? { server } : {}),
  };
}

function serverIn({ exchange }: YangentAccess_Access_TokenIssuer): ConfiguredServer | undefined {
  if (!exchange) return undefined;
  const { 'token-endpoint': endpoint, 'client-id': clientId, credential, audience, scope } = exchange;
  return { endpoint, clientId, credential, audience, scope, certificateBag: exchange['certificate-bag'] };
}

function keysOf(entry: YangentAccess_Access_TokenIssuer): ConfiguredIssuer['keys'] {
  if (entry.jwks !== undefined) return { kind: 'inline', text: entry.jwks };
  if (entry['jwks-file'] !== undefined) return { kind: 'file', text: entry['jwks-file'] };
  return { kind: 'uri', text: entry['jwks-uri'] };
}
