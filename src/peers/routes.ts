/** The domains of this node and of its peers: over which peer a name is reached, and which peer a user is. */
import { ownerNamesOf } from '../access/index.js';
import type { YangentPeersConfig } from '../generated/providers.js';
import { Terms } from './term.js';

export type PeersValue = NonNullable<YangentPeersConfig['/yangent-peers:peers']['value']>;
type PeerValue = YangentPeersConfig['/yangent-peers:peers/peer']['value'];

/** A configured peer. */
export interface ConfiguredPeer {
  readonly value: PeerValue;
  /** The owner of the agents of its domains: its user, or all members of its trust domain. */
  readonly owner: string;
  readonly terms: Terms;
}

/** A name in its parts. */
export interface DomainName {
  /** The part before the last `@`. */
  readonly id: string;
  /** The part behind it, in small letters. */
  readonly domain: string;
}

/** The pattern of domains (yangent-peers:domain), also with capital letters of ASCII, and their maximum length. */
const DOMAIN = /^(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)*[a-z\d](?:[a-z\d-]*[a-z\d])?$/i;
const LONGEST_DOMAIN = 120;

/** Stands before a domain below which all domains are meant. */
const BELOW = '*.';

export class Routes {
  /** The domain of this node; undefined: it has none, nor peers. */
  readonly domain: string | undefined;
  readonly peers: readonly ConfiguredPeer[];
  readonly #own: ReadonlySet<string>;
  readonly #byDomain = new Map<string, ConfiguredPeer>();
  readonly #byOwner: ReadonlyMap<string, ConfiguredPeer>;

  /** @param value RFC 7951 value of `/yangent-peers:peers`; undefined when it is not configured */
  constructor(value: PeersValue | undefined) {
    this.domain = value?.domain;
    this.#own = new Set(value ? [value.domain, ...(value.alias ?? [])] : []);
    this.peers = (value?.peer ?? []).map((peer) => ({
      value: peer,
      owner: peer.user ?? `@${peer['trust-domain']}`,
      terms: new Terms(peer.term),
    }));
    for (const peer of this.peers) for (const domain of peer.value.domain) this.#byDomain.set(domain, peer);
    this.#byOwner = new Map(this.peers.map((peer) => [peer.owner, peer]));
  }

  /** True for a domain of this node. */
  isOwn(domain: string): boolean {
    return this.#own.has(domain);
  }

  /** Returns the peer to which a domain is routed: the one with the longest domain that fits. */
  peerOf(domain: string): ConfiguredPeer | undefined {
    const exact = this.#byDomain.get(domain);
    if (exact || this.#byDomain.size === 0) return exact;
    for (let dot = domain.indexOf('.'); dot >= 0; dot = domain.indexOf('.', dot + 1)) {
      const peer = this.#byDomain.get(`${BELOW}${domain.slice(dot + 1)}`);
      if (peer) return peer;
    }
    return undefined;
  }

  /** Returns the parts of a name whose domain this node or a peer has; undefined for an identifier. */
  partsOf(name: string): DomainName | undefined {
    const at = name.lastIndexOf('@');
    if (at < 0 || this.domain === undefined) return undefined;
    const given = name.slice(at + 1);
    if (given.length > LONGEST_DOMAIN || !DOMAIN.test(given)) return undefined;
    const domain = given.toLowerCase();
    return this.isOwn(domain) || this.peerOf(domain) ? { id: name.slice(0, at), domain } : undefined;
  }

  /** Returns the peer as which a user logs in. */
  peerOfUser(user: string): ConfiguredPeer | undefined {
    if (this.#byOwner.size === 0) return undefined;
    for (const name of ownerNamesOf(user)) {
      const peer = this.#byOwner.get(name);
      if (peer) return peer;
    }
    return undefined;
  }

  /** Returns the peer of this name. */
  named(name: string): ConfiguredPeer | undefined {
    return this.peers.find(({ value }) => value.name === name);
  }
}

/** A fault in a configuration, and its place. */
export interface RouteFault {
  /** Instance path. */
  readonly path: string;
  readonly message: string;
}

const PEERS = '/yangent-peers:peers';

/** Returns the instance path of a peer. */
export function pathOfPeer(name: string): string {
  return `${PEERS}/peer[name='${name}']`;
}

/** Returns the first fault of a configuration that is valid by its model: a domain or login that two have. */
export function routeFault({ domain, alias = [], peer: peers = [] }: PeersValue): RouteFault | undefined {
  const own = [domain, ...alias];
  const twice = alias.find((each, at) => own.indexOf(each) !== at + 1);
  if (twice !== undefined)
    return { path: `${PEERS}/alias[.='${twice}']`, message: `"${twice}" is the domain of this node already` };
  const domains = new Map<string, string>();
  const logins = new Map<string, string>();
  for (const { name, domain: routed, user, 'trust-domain': trustDomain } of peers) {
    for (const each of routed) {
      const path = `${pathOfPeer(name)}/domain[.='${each}']`;
      const covered = own.find((mine) => covers(each, mine));
      if (covered !== undefined)
        return {
          path,
          message: `"${each}" covers "${covered}", which is a domain of this node: no peer speaks for it`,
        };
      const other = domains.get(each);
      if (other !== undefined) return { path, message: `"${each}" is a domain of peer "${other}" already` };
      domains.set(each, name);
    }
    const login = user ?? `@${trustDomain}`;
    const other = logins.get(login);
    if (other !== undefined)
      return {
        path: `${pathOfPeer(name)}/${user === undefined ? 'trust-domain' : 'user'}`,
        message: `"${user ?? trustDomain}" is peer "${other}" already: each peer logs in as a user of its own`,
      };
    logins.set(login, name);
  }
  return undefined;
}

/** True when a configured domain is this one, or has it below. */
function covers(routed: string, domain: string): boolean {
  return routed.startsWith(BELOW) ? domain.endsWith(routed.slice(1)) : routed === domain;
}
