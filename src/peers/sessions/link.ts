/** The parts of the connection to a peer that its two loops share. */
import type { Logger } from 'pino';
import type { SessionCopies, SessionPeer } from '../../sessions/index.js';
import type { NodePeer } from '../peer.js';
import type { PeerOutcome } from '../status.js';
import type { Traffics } from './traffic.js';

export interface LinkOptions {
  readonly peer: SessionPeer;
  readonly copies: SessionCopies;
  readonly reach: () => Promise<NodePeer>;
  readonly note: (outcome: PeerOutcome) => void;
  readonly traffic: Traffics;
  /** The sessions whose home has what the copy has, as far as it was asked since the last failure. */
  readonly agreed: Set<string>;
  readonly log: Logger;
  readonly signal: AbortSignal;
}
