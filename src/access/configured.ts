/** The configuration `/yangent-access:access`, read from its RFC 7951 value into types. */
import { isObject } from '../data/index.js';
import { thumbprintOf } from '../keys/index.js';
import { algorithmsOf } from './approval/signature.js';
import { fromJwk, fromSpki } from './approval/signing-key.js';
import { type ConfiguredDomain, readDomains } from './domain/configured-domain.js';
import { AccessError } from './errors.js';
import { isLoginRequirement, type LoginRequirement } from './login/requirement.js';
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

export interface ConfiguredCertificate {
  readonly trust:
    | { readonly kind: 'fingerprint'; readonly sha256: string }
    | { readonly kind: 'ca'; readonly pem: string };
  readonly user:
    | { readonly kind: 'name'; readonly name: string }
    | { readonly kind: 'from'; readonly field: NameField };
}

export type NameField = 'common-name' | 'san-rfc822-name' | 'san-dns-name';

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
 * @param value RFC 7951 value of `/yangent-access:access`, valid by its model; undefined when nothing is configured
 * @throws AccessError bad-key for a malformed key
 */
export function readAccessConfig(value: unknown): AccessConfig {
  const access = members(value);
  return {
    users: entries(access.user).map(userOf),
    certificates: entries(access['client-certificate']).map(certificateOf),
    issuers: entries(access['token-issuer']).map(issuerOf),
    domains: readDomains(access),
    token: settingsOf(members(access.token)),
    sshUserCaBags: texts(access['ssh-user-ca-bag']),
  };
}

/** Defaults of the model, in force also where nothing is configured. */
function settingsOf({ 'max-lifetime': lifetime, 'max-depth': depth }: Record<string, unknown>): IssuingSettings {
  return { maxLifetime: Number(lifetime ?? 600), maxDepth: Number(depth ?? 3) };
}

function userOf(user: Record<string, unknown>): ConfiguredUser {
  const keys = entries(user['authorized-key']).map((key) => {
    const { blob } = parsePublicKey(`${text(key.algorithm)} ${text(key['key-data'])}`);
    return [fingerprint(blob), blob] as const;
  });
  return {
    name: requireUserName(text(user.name)),
    kind: KINDS.find((each) => each === user.kind) ?? 'person',
    requires: texts(user['login-requires']).filter(isLoginRequirement),
    password: optional(user.password),
    groups: texts(user.group),
    keys: new Map(keys),
    signingKeys: new Map(entries(user['signing-key']).map((key) => signingKeyOf(text(user.name), key))),
  };
}

/** Reads a key for votes. @throws AccessError bad-key */
function signingKeyOf(user: string, { name, jwk, 'public-key': spki }: Record<string, unknown>) {
  const key = jwk === undefined ? fromSpki(text(spki)) : fromJwk(text(jwk));
  if (key && algorithmsOf(key).length > 0) return [thumbprintOf(key), key] as const;
  throw new AccessError(
    'bad-key',
    `the signing key '${text(name)}' of '${user}' is none that is taken; needed is a public Ed25519, P-256, P-384 or RSA key`,
  );
}

const KINDS: readonly PrincipalKind[] = ['person', 'agent', 'node'];

function requireUserName(name: string): string {
  if (name !== SYSTEM_USER) return name;
  throw new AccessError('bad-user-name', `'${name}' is the node itself; a user needs another name`);
}

function certificateOf(entry: Record<string, unknown>): ConfiguredCertificate {
  const { fingerprint: sha256, 'ca-certificate': pem, user } = entry;
  return {
    trust:
      sha256 === undefined
        ? { kind: 'ca', pem: text(pem) }
        : { kind: 'fingerprint', sha256: text(sha256).toUpperCase() },
    user:
      user === undefined ? { kind: 'from', field: fieldOf(entry['user-from']) } : { kind: 'name', name: text(user) },
  };
}

const FIELDS: readonly NameField[] = ['common-name', 'san-rfc822-name', 'san-dns-name'];

function fieldOf(value: unknown): NameField {
  const field = FIELDS.find((each) => each === value);
  if (field) return field;
  throw new AccessError('bad-certificate', `'${String(value)}' is no field of a certificate that names a user`);
}

function issuerOf(entry: Record<string, unknown>): ConfiguredIssuer {
  const { jwks, 'jwks-file': file, 'jwks-uri': uri } = entry;
  const algorithms = texts(entry.algorithm);
  return {
    issuer: text(entry.issuer),
    audiences: texts(entry.audience),
    keys:
      jwks !== undefined
        ? { kind: 'inline', text: text(jwks) }
        : file !== undefined
          ? { kind: 'file', text: text(file) }
          : { kind: 'uri', text: text(uri) },
    algorithms: algorithms.length > 0 ? algorithms : DEFAULT_ALGORITHMS,
    userClaim: optional(entry['user-claim']) ?? 'sub',
    groupsClaim: optional(entry['groups-claim']) ?? 'groups',
    local: entry.members === 'local',
    permittedGroups: entry['permitted-group'] === undefined ? undefined : texts(entry['permitted-group']),
    clockSkew: Number(entry['clock-skew'] ?? 30),
    maxLifetime: Number(entry['max-lifetime'] ?? 86_400),
    proofOfPossession: entry['proof-of-possession'] === true,
  };
}

function members(value: unknown): Record<string, unknown> {
  return isObject(value) ? { ...value } : {};
}

function entries(value: unknown): readonly Record<string, unknown>[] {
  return Array.isArray(value) ? value.map(members) : [];
}

function texts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(text) : [];
}

function optional(value: unknown): string | undefined {
  return value === undefined ? undefined : text(value);
}

function text(value: unknown): string {
  return String(value);
}
