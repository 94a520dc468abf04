/** The list `/yangent-access:access/trust-domain`, read from its RFC 7951 value into types. */
import type {
  YangentAccess_Access,
  YangentAccess_Access_TrustDomain,
  YangentAccess_Access_TrustDomain_Send,
} from '../../generated/yangent-access.js';
import { type Capability, capabilitiesOfModel } from '../grant/capability.js';
import type { PrincipalKind } from '../principal.js';

/** Limits of what may be sent, with the treatment of personal data above `max-sensitivity`. */
export interface SendCapability extends Capability {
  readonly onExcess: 'redact' | 'refuse';
}

export interface ConfiguredDomain {
  readonly name: string;
  readonly enabled: boolean;
  /** Its token issuers, by their claim iss. */
  readonly issuers: readonly string[];
  /** The bag of the truststore with its authorities of TLS client certificates. */
  readonly certificateBag: string | undefined;
  /** The bag of the truststore with its authorities of SSH certificates. */
  readonly sshBag: string | undefined;
  readonly dids: readonly string[];
  /** Hosts of its identifiers, `HOST` or `HOST:PORT`. */
  readonly didHosts: readonly string[];
  /** Hosts of its nodes, `HOST` or `HOST:PORT`. */
  readonly nodeHosts: readonly string[];
  /** The bag of the truststore with the certificates that prove its nodes. Undefined: the system's. */
  readonly nodeBag: string | undefined;
  /** The groups of each member. */
  readonly groups: readonly string[];
  readonly kind: PrincipalKind;
  /** Without one no member gets in. */
  readonly permit: readonly Capability[];
  /** Without one nothing is sent to the domain. */
  readonly send: readonly SendCapability[];
  /** The end of unfinished tasks when their authority, or the domain, is not in force any more. */
  readonly onRevoke: 'cancel' | 'finish';
  readonly proofOfPossession: boolean;
  /** Types of credentials that an agent of a member must have. */
  readonly requireCredentials: readonly string[];
  /** Seconds for which fetched keys count while their source does not answer. */
  readonly maxStale: number;
}

const DEFAULT_MAX_STALE = 86_400;

/** Reads the trust domains of `/yangent-access:access`, valid by its model. */
export function readDomains(access: YangentAccess_Access): readonly ConfiguredDomain[] {
  return (access['trust-domain'] ?? []).map(domainIn);
}

function domainIn(entry: YangentAccess_Access_TrustDomain): ConfiguredDomain {
  const { name, enabled = true, by = {}, members = {}, permit = [], send = [] } = entry;
  return {
    name,
    enabled,
    issuers: by['token-issuer'] ?? [],
    certificateBag: by['certificate-bag'],
    sshBag: by['ssh-bag'],
    dids: by.did ?? [],
    didHosts: by['did-host'] ?? [],
    nodeHosts: by['node-host'] ?? [],
    nodeBag: by['node-bag'],
    groups: members.group ?? [],
    kind: members.kind ?? 'agent',
    permit: capabilitiesOfModel(permit),
    send: send.flatMap(sendIn),
    onRevoke: entry['on-revoke'] ?? 'cancel',
    proofOfPossession: entry['proof-of-possession'] ?? true,
    requireCredentials: entry['require-credential'] ?? [],
    maxStale: entry['max-stale'] ?? DEFAULT_MAX_STALE,
  };
}

function sendIn(entry: YangentAccess_Access_TrustDomain_Send): readonly SendCapability[] {
  const { 'on-excess': onExcess = 'redact' } = entry;
  return capabilitiesOfModel([entry]).map((each) => ({ ...each, onExcess }));
}
