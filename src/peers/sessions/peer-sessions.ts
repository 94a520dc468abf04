/** Keeps the sessions with peers going: with each that has an address, one loop receives and one carries. */
import type { Logger } from 'pino';
import type { Post, SessionCopies } from '../../sessions/index.js';
import type { NodePeer } from '../peer.js';
import type { ConfiguredPeer, Routes } from '../routes.js';
import type { PeerOutcome } from '../status.js';
import { carry } from './carry.js';
import { follow } from './follow.js';
import { type PeerHomesNeeds, sessionPeer } from './homes.js';
import type { Traffics } from './traffic.js';

export interface PeerSessionsNeeds extends Pick<PeerHomesNeeds, 'requireOut'> {
  /** Returns those of running. */
  readonly routes: () => Routes;
  readonly reach: (peer: ConfiguredPeer) => Promise<NodePeer>;
  readonly note: (peer: string, outcome: PeerOutcome) => void;
  readonly traffic: Traffics;
  readonly log: Logger;
}

interface Running {
  /** The configuration with which it was started. */
  readonly value: string;
  readonly ending: AbortController;
  readonly done: Promise<unknown>;
}

export class PeerSessions {
  readonly #running = new Map<string, Running>();
  #copies: SessionCopies | undefined;

  constructor(private readonly o: PeerSessionsNeeds) {}

  /** Begins with all configured peers. */
  start(copies: SessionCopies): void {
    this.#copies = copies;
    this.renew();
  }

  /** Follows a changed configuration: loops of peers that are as before go on. */
  renew(): void {
    const copies = this.#copies;
    if (!copies) return;
    copies.rerouted();
    const { domain, peers } = this.o.routes();
    const wanted = new Map(
      peers
        .filter(({ value }) => domain !== undefined && value.address !== undefined && value.sessions)
        .map((peer) => [peer.value.name, peer]),
    );
    for (const [name, { value, ending }] of this.#running) {
      const peer = wanted.get(name);
      if (peer && value === keyOf(domain, peer)) continue;
      ending.abort(new Error(`peer "${name}" was changed`));
      this.#running.delete(name);
    }
    for (const [name, peer] of wanted) if (!this.#running.has(name)) this.#begin(copies, peer, keyOf(domain, peer));
  }

  async stop(): Promise<void> {
    this.#copies = undefined;
    const running = [...this.#running.values()];
    this.#running.clear();
    for (const { ending } of running) ending.abort(new Error('the node is stopping'));
    await Promise.allSettled(running.map(({ done }) => done));
  }

  #begin(copies: SessionCopies, peer: ConfiguredPeer, value: string): void {
    const { o } = this;
    const { name } = peer.value;
    const ending = new AbortController();
    const options = {
      ...{ copies, traffic: o.traffic, agreed: new Set<string>(), log: o.log, signal: ending.signal },
      peer: sessionPeer(o.routes, peer),
      reach: () => o.reach(peer),
      note: (outcome: PeerOutcome) => o.note(name, outcome),
    };
    const requireOut = ({ action, sender }: Post) => o.requireOut(peer, action ?? 'send', sender);
    const done = Promise.allSettled([follow(options), carry({ ...options, requireOut })]);
    this.#running.set(name, { value, ending, done });
  }
}

function keyOf(domain: string | undefined, { value }: ConfiguredPeer): string {
  return JSON.stringify([domain, value]);
}
