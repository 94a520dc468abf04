/** The tokens with which this node speaks to the nodes of trust domains. */
import {
  type Access,
  agentAt,
  type Capability,
  capabilitiesOfClaim,
  commonTo,
  issuerOfHost,
  type PeerToken,
  partiesThere,
  type StoredAuthority,
  TokenFault,
  type TrustDomain,
} from '../../access/index.js';
import { RpcError } from '../../data/index.js';
import type { TrustedLogin, TrustedPlace } from '../../peers/index.js';
import type { Granted, Speaker } from '../../tasks/index.js';
import type { TokenWork } from '../../workflows/index.js';

type LoginAccess = Pick<Access, 'domains' | 'issuing' | 'isRevoked'>;
type Issuing = NonNullable<LoginAccess['issuing']>;
/** Returns the work of which a task is a part; undefined for a task by itself. */
type WorkOf = (task: Granted) => Promise<TokenWork | undefined>;

/** Actions of the node on a task there, beside those that the authority of the task allows. */
const HANDLING = [
  ...['query', 'update', 'cancel', 'suspend', 'resume', 'provide-input', 'negotiate', 'renew-authority'].map(
    (name) => `yangent-tasks.${name}`,
  ),
  ...['yangent-contexts.share', 'data.read', 'data.subscribe', 'data.edit', 'data.bulk'],
];

/**
 * Returns a function that says how this node logs in at a node of a trust domain. It throws RpcError access-denied when nothing may
 * go out to the domain, and so does each issue of a token from then on, also when the authority of the speaker was revoked. A token for
 * the task of a step has the claims of the step as they are when it is issued, and allows what the step names.
 *
 * @param own returns the URL of this node
 */
export function peerLogins(
  access: LoginAccess,
  own: () => string | undefined,
  workOf: WorkOf,
): (place: TrustedPlace, speaker: Speaker) => TrustedLogin {
  return (place, speaker) => {
    const { nodeTrust } = requireOpen(access, place);
    return {
      ...(nodeTrust === undefined ? {} : { ca: nodeTrust }),
      issue: async (boundTo) => {
        const domain = requireOpen(access, place);
        const { authority } = speaker;
        if (authority && access.isRevoked(authority))
          throw denied('the authority by which the task was assigned was revoked', 'aap_capability_expired');
        const { issuing } = access;
        const issuer = own();
        if (!issuing || issuer === undefined) throw denied('a node without RESTCONF issues no tokens');
        const spoken = spokenFor(access, { issuer, agent: place.agent, speaker });
        const step = speaker.granted && (await stepOf(issuing, workOf, speaker.granted));
        const within = step ? limitedTo(step, spoken, place.agent) : spoken;
        return issuing.forPeer({ audience: audienceOf(domain, place), boundTo, ...within });
      },
    };
  };
}

interface Step extends Pick<PeerToken, 'delegation'> {
  readonly work: TokenWork;
  readonly capabilities: readonly Capability[];
}

/** Returns the step of which a task is, with what it allows; undefined for a task of no step. @throws RpcError access-denied */
async function stepOf(issuing: Issuing, workOf: WorkOf, granted: Granted): Promise<Step | undefined> {
  const work = await workOf(granted);
  if (!work) return undefined;
  try {
    const { capabilities = [], delegation } = await issuing.allowedBy(granted.grant);
    return { work, capabilities, delegation };
  } catch (error) {
    throw error instanceof TokenFault ? denied(error.message, 'aap_capability_expired') : error;
  }
}

/** Returns a token for the task of a step: it allows what the step names, and what the node needs to follow the task. */
function limitedTo({ work, capabilities, delegation }: Step, spoken: Spoken, agent: string): Spoken {
  return {
    ...spoken,
    ...{ about: work.claims, lifetime: work.lifetime },
    ...(delegation ? { delegation } : {}),
    capabilities: withHandling(capabilities, agent),
  };
}

function requireOpen({ domains }: LoginAccess, place: TrustedPlace): TrustDomain {
  const domain = domains.get(place.trustDomain);
  if (!domain) throw denied(`there is no trust domain "${place.trustDomain}"`);
  const { closed } = domain.sending;
  if (closed !== undefined) throw denied(closed, 'aap_domain_not_allowed');
  const audience = audienceOf(domain, place);
  const { dataTarget } = place;
  // Bytes are proved by the same tokens, which are for that node alone.
  if (dataTarget !== undefined && audienceOf(domain, { target: dataTarget }) !== audience)
    throw denied(`data-target ${dataTarget} is another node than ${place.target}: a token is for one only`);
  return domain;
}

/** Returns the name of the node at the place, which must be one of the domain: a token is for no other. */
function audienceOf({ name, configured }: TrustDomain, { target }: Pick<TrustedPlace, 'target'>): string {
  const url = URL.canParse(target) ? new URL(target) : undefined;
  const host =
    url?.protocol === 'https:' ? configured.nodeHosts.find((each) => issuerOfHost(each) === url.origin) : undefined;
  if (host !== undefined) return issuerOfHost(host);
  throw denied(
    `${target} is no node of trust domain "${name}": by/node-host must name it, and the target is https://HOST:PORT`,
  );
}

interface Speech {
  readonly issuer: string;
  /** The agent there. */
  readonly agent: string;
  readonly speaker: Speaker;
}

type Spoken = Omit<PeerToken, 'audience' | 'boundTo'>;

/** Returns for whom the node speaks: for the subject of the task's authority where this node may vouch for it, else for the assigner. */
function spokenFor(access: LoginAccess, { issuer, agent, speaker }: Speech): Spoken {
  const { authority, task } = speaker;
  const assigner = { subject: agentAt(issuer, speaker.agent), task };
  if (!authority) return assigner;
  const capabilities = capabilitiesOf(authority, agent);
  const { delegation, token: parent } = authority;
  const limits = { capabilities, delegation, ...(parent === undefined ? {} : { parent }) };
  // The other node takes this one's word for its own users and agents only.
  const parties = partiesThere(access.domains, issuer, authority);
  return parties ? { ...limits, ...parties, task } : { ...assigner, ...limits };
}

/** Returns the names by which the other node may know its agent: as it is addressed, and without a domain. */
function namesOf(agent: string): readonly string[] {
  const at = agent.lastIndexOf('@');
  return at > 0 ? [agent, agent.slice(0, at)] : [agent];
}

/** Returns what the task's authority allows there, and what the node needs to hand the task over and follow it. */
function capabilitiesOf({ links }: StoredAuthority, agent: string): readonly Capability[] {
  const allowed = links.length === 0 ? [] : commonTo(links.map((link) => capabilitiesOfClaim(link.capabilities)));
  return withHandling(allowed, agent);
}

function withHandling(allowed: readonly Capability[], agent: string): readonly Capability[] {
  const handling = [
    { action: 'yangent-tasks.assign', constraints: { agent: namesOf(agent) } },
    ...HANDLING.map((action) => ({ action })),
  ];
  return [
    ...capabilitiesOfClaim(handling),
    ...allowed.filter(({ actions }) => !actions.includes('yangent-tasks.assign')),
  ];
}

function denied(message: string, appTag?: string): RpcError {
  return new RpcError({
    type: 'application',
    tag: 'access-denied',
    message,
    ...(appTag === undefined ? {} : { appTag }),
  });
}
