/** What peers know of sessions, in memory: a session that has not changed since is not told again. After a restart all are told once. */
import { createHash } from 'node:crypto';
import { canonicalJson } from '../../data/canonical-json.js';
import type { YangentSessions_Receive_Output_Session as ToldSession } from '../../generated/index.js';

interface Known {
  /** Digest of what was given, and of what the peer has acknowledged. */
  given: string;
  acknowledged: string | undefined;
}

export class KnownSessions {
  readonly #known = new Map<string, Known>();

  /** True when the peer has acknowledged the session as it is told now. */
  knows(session: string, peer: string, told: ToldSession): boolean {
    return this.#known.get(keyOf(session, peer))?.acknowledged === digestOf(told);
  }

  give(session: string, peer: string, told: ToldSession): void {
    const key = keyOf(session, peer);
    const { acknowledged } = this.#known.get(key) ?? { acknowledged: undefined };
    this.#known.set(key, { given: digestOf(told), acknowledged });
  }

  /** The peer has stored what it was given last. */
  acknowledge(session: string, peer: string): void {
    const known = this.#known.get(keyOf(session, peer));
    if (known) known.acknowledged = known.given;
  }

  forget(session: string, peer: string): void {
    this.#known.delete(keyOf(session, peer));
  }
}

function keyOf(session: string, peer: string): string {
  return `${session}/${peer}`;
}

/** Members are told with messages, and positions are not news. */
function digestOf({ member: _, acknowledged: __, ...told }: ToldSession): string {
  return createHash('sha256').update(canonicalJson(told)).digest('base64');
}
