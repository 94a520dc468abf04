/** Keeps the state of peers: the outcome of the last use or check of each. In memory, since it is of this process. */
import { messageOf } from '../data/index.js';
import type { YangentPeers_Peers_Peer_Status } from '../generated/yangent-peers.js';

export type PeerState = NonNullable<YangentPeers_Peers_Peer_Status['state']>;

/** How a request to a peer went. */
export type PeerOutcome =
  /** `latency` in milliseconds; absent: the request was no measure of it. */
  | { readonly state: 'up'; readonly latency?: number }
  | { readonly state: Exclude<PeerState, 'up' | 'unknown'>; readonly error: unknown };

export interface PeerStatus {
  readonly state: PeerState;
  /** Milliseconds since 1970. */
  readonly since: number;
  readonly error?: string;
  /** Milliseconds. */
  readonly latency?: number;
}

/** Maximum number of characters of an error, which may quote what the peer has sent. */
const LONGEST_ERROR = 500;

export class PeerStatuses {
  readonly #statuses = new Map<string, PeerStatus>();
  readonly #started: number;

  /**
   * @param now milliseconds since 1970
   * @param changed called when a peer has another state than before
   */
  constructor(
    private readonly now: () => number,
    private readonly changed: (peer: string, status: PeerStatus) => void,
  ) {
    this.#started = now();
  }

  of(peer: string): PeerStatus {
    return this.#statuses.get(peer) ?? { state: 'unknown', since: this.#started };
  }

  /** Takes down how a request went. @returns the status from now on */
  note(peer: string, outcome: PeerOutcome): PeerStatus {
    const before = this.of(peer);
    const { state } = outcome;
    const latency = (outcome.state === 'up' ? outcome.latency : undefined) ?? before.latency;
    const status: PeerStatus = {
      state,
      since: before.state === state ? before.since : this.now(),
      ...(outcome.state === 'up' ? {} : { error: messageOf(outcome.error).slice(0, LONGEST_ERROR) }),
      ...(latency === undefined ? {} : { latency: Math.round(latency) }),
    };
    this.#statuses.set(peer, status);
    if (before.state !== state) this.changed(peer, status);
    return status;
  }

  /** Forgets peers that are not configured any more, or otherwise than before. */
  forget(peer: string): void {
    this.#statuses.delete(peer);
  }
}
