/** Remembers in memory the sessions that peers know: a session that has not changed since is not told again. After a restart all are told once. */
import { createHash } from 'node:crypto';
import { canonicalJson } from '../../data/canonical-json.js';
import type { YangentSessions_Receive_Output_Session as ToldSession } from '../../generated/index.js';

interface Known {
  /** Digest of what was given, and of what the peer has acknowledged. */
  given: string;
  acknowledged: string | undefined;
}

export class KnownSessions {
  /** By session and peer. */
  readonly #known = new Map<string, Map<string, Known>>();

  /** True when the peer has acknowledged the session as it is told now. */
  knows(session: string, peer: string, told: ToldSession): boolean {
    return this.#known.get(session)?.get(peer)?.acknowledged === digestOf(told);
  }

  give(session: string, peer: string, told: ToldSession): void {
    const peers = this.#known.get(session) ?? new Map<string, Known>();
    this.#known.set(session, peers);
    peers.set(peer, { given: digestOf(told), acknowledged: peers.get(peer)?.acknowledged });
  }

  /** The peer has stored what it was given last. */
  acknowledge(session: string, peer: string): void {
    const known = this.#known.get(session)?.get(peer);
    if (known) known.acknowledged = known.given;
  }

  /** The peer is told the session again. */
  forget(session: string, peer: string): void {
    this.#known.get(session)?.delete(peer);
  }

  /** A session is no more. */
  remove(session: string): void {
    this.#known.delete(session);
  }
}

/** Members are told with messages, and positions are not news. */
function digestOf({ member: _, acknowledged: __, ...told }: ToldSession): string {
  return createHash('sha256').update(canonicalJson(told)).digest('base64');
}
