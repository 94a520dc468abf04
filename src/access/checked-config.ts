/** A configuration of access that may be put in force: read, and checked against the truststore and the names that there are. */
import type { IetfTruststore_Truststore } from '../generated/ietf-truststore.js';
import type { YangentAccess_Access } from '../generated/yangent-access.js';
import type { AuthorizationServer } from './authorization-server/token-exchange.js';
import { type AccessConfig, type ConfiguredIssuer, readAccessConfig } from './configured.js';
import { authoritiesOf, type DomainAuthorities, thumbprintsOf, trustedIn } from './domain/authorities.js';
import {
  type Authority,
  requireApart,
  requireLocalNames,
  requireNotLocal,
  requireOwnAuthorities,
} from './domain/overlap.js';
import { ClientCertificates } from './login/client-certificates.js';
import type { Trust } from './login/credentials.js';
import { SshAuthorities } from './login/ssh-authorities.js';
import { publicKeysIn } from './login/trusted-keys.js';

export interface CheckedConfig {
  readonly config: AccessConfig;
  readonly trust: Trust;
  readonly authorities: readonly DomainAuthorities[];
  readonly servers: readonly AuthorizationServer[];
}

export interface ConfigNeeds {
  /** The names of the users that the configuration does not have. */
  readonly storedNames: readonly string[];
  /** True for a name that a trust domain has or had. */
  readonly isDomain: (name: string) => boolean;
  readonly isForeign: Trust['isForeign'];
}

/** Trusts nothing: before the first configuration. */
export const NO_TRUST: Trust = {
  certificates: ClientCertificates.none,
  sshAuthorities: SshAuthorities.none,
  isForeign: () => false,
};

/**
 * Reads a configuration and checks what it trusts.
 *
 * @param value RFC 7951 value of `/yangent-access:access`, valid by its model
 * @param truststore RFC 7951 value of `/ietf-truststore:truststore`, valid by its model
 * @throws AccessError bad-key, bad-certificate, bad-authority, trust-domain-overlap, trust-domain-name
 */
export async function checkedConfig(
  value: YangentAccess_Access | undefined,
  truststore: IetfTruststore_Truststore | undefined,
  { storedNames, isDomain, isForeign }: ConfigNeeds,
): Promise<CheckedConfig> {
  const read = readAccessConfig(value);
  const { domains, issuers, users } = read;
  requireApart(domains);
  requireNotLocal(domains, issuers);
  const names = new Set(domains.map(({ name }) => name));
  const local = [...storedNames, ...users.map(({ name }) => name)];
  requireLocalNames(local, (name) => names.has(name) || isDomain(name));
  const authorities = await authoritiesOf(domains, truststore);
  const sshAuthorities = new SshAuthorities(publicKeysIn(truststore, read.sshUserCaBags));
  const certificates = await ClientCertificates.of(read.certificates);
  const servers = await serversOf(issuers, truststore);
  requireOwnAuthorities([...thumbprintsOf(authorities), ...localAuthorities(certificates, sshAuthorities)]);
  const config = { ...read, issuers: issuers.map((issuer) => withAuthority(issuer, servers)) };
  return { config, authorities, servers, trust: { certificates, sshAuthorities, isForeign } };
}

/** Returns the authorization servers with the certificates that prove them. */
async function serversOf(
  issuers: readonly ConfiguredIssuer[],
  truststore: IetfTruststore_Truststore | undefined,
): Promise<readonly AuthorizationServer[]> {
  const found = issuers.map(async ({ issuer, server, clockSkew, userClaim }) =>
    server ? [{ ...server, issuer, clockSkew, userClaim, ca: await trustedIn(truststore, server.certificateBag) }] : [],
  );
  return (await Promise.all(found)).flat();
}

/** A server proves itself by the same certificates where its keys are fetched from it. */
function withAuthority(issuer: ConfiguredIssuer, servers: readonly AuthorizationServer[]): ConfiguredIssuer {
  const { keys } = issuer;
  const server = servers.find((each) => each.issuer === issuer.issuer);
  if (server?.ca === undefined || keys.kind !== 'uri' || !isSameOrigin(keys.text, server.endpoint)) return issuer;
  return { ...issuer, ca: server.ca };
}

function isSameOrigin(one: string, other: string): boolean {
  return URL.canParse(one) && URL.canParse(other) && new URL(one).origin === new URL(other).origin;
}

/** The authorities whose certificates are of local users. */
function localAuthorities(tls: ClientCertificates, ssh: SshAuthorities): readonly Authority[] {
  return [...ssh.thumbprints, ...tls.thumbprints].map((thumbprint) => ({ thumbprint, domain: undefined }));
}
