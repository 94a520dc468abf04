/** The agents of other nodes, as agents of this one see them: made of the configuration at each look. */
import { rateLimited } from '../access/index.js';
import type { AgentDirectory, AgentRecord, Foreign, ForeignAgents, GivenName, RemoteAddress } from '../agents/index.js';
import { RpcError } from '../data/index.js';
import type { Call } from '../server/index.js';
import { Rates } from '../sessions/index.js';
import { isIdentifier, type PeerIdentifiers } from './identifiers.js';
import type { Presence } from './presence.js';
import { type ConfiguredPeer, type PeersValue, pathOfPeer, type Routes, routeFault } from './routes.js';

/** Pattern of identifiers (yangent-agents:agent-id), and their maximum length. */
const ID = /^[^\s/?#%\\]*[^\s/?#%\\.][^\s/?#%\\]*$/;
const LONGEST_ID = 128;

/** One edit, whose parts are checked by two rooms in no fixed order. */
interface Edit {
  /** The routes after it. */
  routes?: Routes;
  readonly names: GivenName[];
  readonly changed: Set<string>;
}

export class PeerAgents implements ForeignAgents {
  readonly #edits = new WeakMap<Call, Edit>();
  readonly #counted = new WeakSet<Call>();
  readonly #rates: Rates;

  /**
   * @param routes returns those of running
   * @param now milliseconds that never go back
   */
  constructor(
    private readonly routes: () => Routes,
    private readonly directory: Pick<AgentDirectory, 'all'>,
    private readonly presence: Pick<Presence, 'isUp' | 'heard'>,
    private readonly identifiers: Pick<PeerIdentifiers, 'of' | 'lookUp'>,
    now?: () => number,
  ) {
    this.#rates = new Rates(now);
  }

  get(id: string): AgentRecord | undefined {
    if (!id.includes('@')) return undefined;
    const parts = this.routes().partsOf(id);
    if (!parts || id.length > LONGEST_ID || !ID.test(parts.id) || `${parts.id}@${parts.domain}` !== id)
      return undefined;
    const { domain: ourDomain } = this.routes();
    const peer = this.routes().peerOf(parts.domain);
    return peer && ourDomain !== undefined ? recordOf(id, peer, ourDomain) : undefined;
  }

  async lookUp(references: readonly string[]): Promise<void> {
    const identifiers = new Set(references.filter(isIdentifier));
    await Promise.all([...identifiers].map((did) => this.identifiers.lookUp(did)));
  }

  plain(reference: string): string {
    if (isIdentifier(reference)) return this.identifiers.of(reference) ?? reference;
    const parts = this.routes().partsOf(reference);
    if (!parts) return reference;
    return this.routes().isOwn(parts.domain) ? parts.id : `${parts.id}@${parts.domain}`;
  }

  isPeer(user: string): boolean {
    return this.routes().peerOfUser(user) !== undefined;
  }

  passesOn(user: string, peer: string): boolean {
    const from = this.routes().peerOfUser(user)?.value;
    return from?.relay === true && from.name !== peer;
  }

  /** True while the peer of an agent is up, as far as is known; begins a check when it is not known of late. */
  isUp({ peer: name }: Pick<Foreign, 'peer'>): boolean {
    const peer = this.routes().named(name);
    return peer !== undefined && this.presence.isUp(peer);
  }

  requireRate(call: Call): void {
    const peer = this.routes().peerOfUser(call.user);
    if (!peer || this.#counted.has(call)) return;
    this.#counted.add(call);
    const { name, 'max-rate': rate } = peer.value;
    this.presence.heard(name);
    const late = this.#rates.take({ key: name, perSecond: rate, amount: 1 });
    if (late) call.fail(rateLimited(late.wait, `peer "${name}" sends faster than ${rate} messages in a second`));
  }

  requireOwnNames(call: Call, names: readonly GivenName[], changed: ReadonlySet<string>): void {
    const edit = this.#editOf(call);
    edit.names.push(...names);
    for (const id of changed) edit.changed.add(id);
    requireFree(edit.routes ?? this.routes(), names);
  }

  /**
   * Checks a new configuration of peers.
   *
   * @param value undefined: it is removed
   * @throws RpcError invalid-value for a domain or login that two have, and for a domain that a name of an agent here ends in
   */
  requireRoutes(call: Call, routes: Routes, value: PeersValue | undefined): void {
    const fault = value && routeFault(value);
    if (fault) throw refused(fault.path, fault.message);
    const edit = this.#editOf(call);
    edit.routes = routes;
    requireFree(routes, edit.names);
    for (const { id, name } of this.directory.all()) {
      if (edit.changed.has(id)) continue;
      const parts = routes.partsOf(id) ?? routes.partsOf(name);
      if (parts) throw refused(pathOf(routes, parts.domain), takenBy(parts.domain));
    }
  }

  #editOf(call: Call): Edit {
    const edit = this.#edits.get(call) ?? { names: [], changed: new Set() };
    this.#edits.set(call, edit);
    return edit;
  }
}

/** Not named: the caller may not be one who finds that agent. */
function takenBy(domain: string): string {
  return `an agent of this node has an identifier or a name that ends in @${domain}: it would be taken for an agent of that domain`;
}

function pathOf(routes: Routes, domain: string): string {
  const peer = routes.peerOf(domain);
  return peer ? `${pathOfPeer(peer.value.name)}/domain` : '/yangent-peers:peers/domain';
}

/** @throws RpcError invalid-value for a name that means an agent by its domain */
function requireFree(routes: Routes, names: readonly GivenName[]): void {
  for (const { name, path } of names) {
    const parts = routes.partsOf(name);
    if (parts)
      throw refused(
        path,
        `"${name}" ends in @${parts.domain}, which is the domain of ${routes.isOwn(parts.domain) ? 'this node' : 'a peer'}: choose a name without it`,
      );
  }
}

function refused(path: string, message: string): RpcError {
  return new RpcError({ type: 'application', tag: 'invalid-value', path, message });
}

const NOTHING: readonly string[] = Object.freeze([]);

function recordOf(id: string, peer: ConfiguredPeer, ourDomain: string): AgentRecord {
  const { value, owner, terms } = peer;
  const remote = addressOf(peer, id);
  const description = `an agent at peer ${value.name}`;
  return {
    id,
    name: id,
    owners: [owner],
    actsWithGroups: NOTHING,
    visibility: 'public',
    approved: true,
    // Nobody but its peer finds an agent that cannot be reached.
    published: remote !== undefined,
    version: '0',
    kind: 'remote',
    ...(remote ? { remote } : {}),
    accepts: { types: NOTHING, domains: NOTHING },
    skills: [],
    profile: { name: id, description, version: '0', provider: value.name },
    registration: {},
    foreign: {
      peer: value.name,
      ourDomain,
      theirs: (skill) => terms.theirs(skill),
      ours: (skill) => terms.ours(skill),
    },
  };
}

/** Returns the address of an agent at a peer; undefined when the peer cannot be reached. */
export function addressOf({ value }: ConfiguredPeer, agent: string): RemoteAddress | undefined {
  const { name, address, 'trust-domain': trustDomain } = value;
  if (!address) return undefined;
  const { target, user, credential, identity, 'data-target': dataTarget, 'data-identity': dataIdentity } = address;
  const place = {
    // `as` is the assigner's: it takes this place when a task is sent.
    ...{ target, agent, as: agent, peer: name },
    ...(identity === undefined ? {} : { identity }),
    ...(dataTarget === undefined ? {} : { dataTarget }),
    ...(dataIdentity === undefined ? {} : { dataIdentity }),
  };
  if (trustDomain !== undefined) return { ...place, trustDomain };
  return user === undefined || credential === undefined ? undefined : { ...place, user, credential };
}
