/** Finds out, from the peer to which the host of a decentralized identifier (DID) is routed, how its agent is called here. */
import { setTimeout as pause } from 'node:timers/promises';
import type { YangentPeersProvider } from '../generated/providers.js';
import type { ConfiguredPeer, Routes } from './routes.js';

type Answer = YangentPeersProvider['rpcs']['resolve']['output'];

/** The methods whose identifiers name a host (did:wba of ANP-03; did:web), and the host. A port is no part of a domain. */
const WITH_HOST = /^did:(?:wba|web):([A-Za-z0-9.-]+)(?:%3[Aa]\d+)?(?::|$)/;
/** Longest identifier (yangent-identity:did). */
const LONGEST = 2_048;
/** Milliseconds for which an answer is good, also that there is no such agent. */
const FRESH = 30_000;
/** Milliseconds for one question. */
const PATIENCE = 5_000;
/** Maximum number of questions at once; beyond it, identifiers that are not known are unknown. */
const MOST_AT_ONCE = 16;
const MOST_REMEMBERED = 1_000;

export interface IdentifierNeeds {
  readonly routes: () => Routes;
  /** Asks a peer where the agent with an identifier is. @throws an error when it does not say */
  readonly ask: (peer: ConfiguredPeer, did: string, signal: AbortSignal) => Promise<Answer>;
  /** Milliseconds that never go back. */
  readonly now: () => number;
}

interface Known {
  readonly peer: string;
  readonly until: number;
  readonly id: Promise<string | undefined>;
  /** How the agent is called here, once the peer has said it. */
  name?: string;
}

export class PeerIdentifiers {
  readonly #known = new Map<string, Known>();
  #underWay = 0;

  constructor(private readonly o: IdentifierNeeds) {}

  /** Returns how the agent with an identifier is called here; undefined as long as no peer has said it. */
  of(did: string): string | undefined {
    const known = this.#known.get(did);
    return known && this.#isGood(did, known) ? known.name : undefined;
  }

  /** Asks the peer of an identifier; the answer is remembered for a while. Never rejects. */
  async lookUp(did: string): Promise<string | undefined> {
    const peer = this.#peerOf(did);
    if (!peer) return undefined;
    const known = this.#known.get(did);
    if (known && this.#isGood(did, known)) return known.id;
    if (this.#underWay >= MOST_AT_ONCE) return undefined;
    const asked: Known = { peer: peer.value.name, until: this.o.now() + FRESH, id: this.#ask(peer, did) };
    this.#known.delete(did);
    this.#known.set(did, asked);
    for (const oldest of this.#known.keys()) {
      if (this.#known.size <= MOST_REMEMBERED) break;
      this.#known.delete(oldest);
    }
    const name = await asked.id;
    if (name !== undefined) asked.name = name;
    return name;
  }

  /** True while an answer is fresh, and the identifier is routed to the peer that gave it. */
  #isGood(did: string, { peer, until }: Known): boolean {
    return until > this.o.now() && this.#peerOf(did)?.value.name === peer;
  }

  #peerOf(did: string): ConfiguredPeer | undefined {
    const host = did.length > LONGEST ? undefined : WITH_HOST.exec(did)?.[1]?.toLowerCase();
    return host === undefined ? undefined : this.o.routes().peerOf(host);
  }

  async #ask(peer: ConfiguredPeer, did: string): Promise<string | undefined> {
    this.#underWay += 1;
    const over = new AbortController();
    const late = pause(PATIENCE, undefined, { signal: over.signal, ref: false }).catch(() => undefined);
    const asked = this.o
      .ask(peer, did, over.signal)
      .then(({ agent, domain = '' }) => this.#named(peer, agent, domain))
      .catch(() => undefined)
      .finally(() => {
        this.#underWay -= 1;
      });
    const name = await Promise.race([asked, late]);
    over.abort(new Error('the peer did not say in time where the agent is'));
    return name;
  }

  /** Takes the answer of a peer for what it may say: agents of the domains that are routed to it. */
  #named(peer: ConfiguredPeer, agent: string, given: string): string | undefined {
    const domain = given.toLowerCase();
    const routes = this.o.routes();
    if (routes.isOwn(domain) || routes.peerOf(domain)?.value.name !== peer.value.name) return undefined;
    return `${agent}@${domain}`;
  }
}

/** True for a decentralized identifier, as far as its beginning tells. */
export function isIdentifier(reference: string): boolean {
  return reference.startsWith('did:');
}
