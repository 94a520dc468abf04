/** The list `/yangent-access:access/trust-domain`, read from its RFC 7951 value into types. */
import {
  booleanOf,
  entriesOf,
  type Members,
  membersOf,
  numberOf,
  textOf,
  textsOf,
} from '../../data/rfc7951/members.js';
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

const KINDS: readonly PrincipalKind[] = ['person', 'agent', 'node'];
const DEFAULT_MAX_STALE = 86_400;

/** Reads the trust domains of `/yangent-access:access`, valid by its model. */
export function readDomains(access: Members): readonly ConfiguredDomain[] {
  return entriesOf(access, 'trust-domain').map(domainIn);
}

function domainIn(entry: Members): ConfiguredDomain {
  const by = membersOf(entry, 'by');
  const members = membersOf(entry, 'members');
  return {
    name: textOf(entry, 'name') ?? '',
    enabled: booleanOf(entry, 'enabled') ?? true,
    issuers: textsOf(by, 'token-issuer'),
    certificateBag: textOf(by, 'certificate-bag'),
    sshBag: textOf(by, 'ssh-bag'),
    dids: textsOf(by, 'did'),
    didHosts: textsOf(by, 'did-host'),
    nodeHosts: textsOf(by, 'node-host'),
    nodeBag: textOf(by, 'node-bag'),
    groups: textsOf(members, 'group'),
    kind: KINDS.find((each) => each === members.kind) ?? 'agent',
    permit: capabilitiesOfModel(entriesOf(entry, 'permit')),
    send: entriesOf(entry, 'send').flatMap(sendIn),
    onRevoke: entry['on-revoke'] === 'finish' ? 'finish' : 'cancel',
    proofOfPossession: booleanOf(entry, 'proof-of-possession') ?? true,
    requireCredentials: textsOf(entry, 'require-credential'),
    maxStale: numberOf(entry, 'max-stale') ?? DEFAULT_MAX_STALE,
  };
}

function sendIn(entry: Members): readonly SendCapability[] {
  const onExcess = entry['on-excess'] === 'refuse' ? 'refuse' : 'redact';
  return capabilitiesOfModel([entry]).map((each) => ({ ...each, onExcess }));
}
