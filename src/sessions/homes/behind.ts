/** The members of sessions behind peers, in memory as long as none of them comes, goes, or wants other messages. */
import type { AgentDirectory } from '../../agents/index.js';
import type { MemberRecord } from '../record/member.js';
import type { MemberRows } from '../record/members.js';

interface Needs {
  readonly members: Pick<MemberRows, 'abroad'>;
  readonly directory: Pick<AgentDirectory, 'get'>;
}

/** Maximum number of sessions whose members are kept; the one that was not used for longest is forgotten. */
const MAX_SESSIONS = 100;

type ByPeer = ReadonlyMap<string, readonly MemberRecord[]>;

export class MembersBehind {
  readonly #kept = new Map<string, Promise<ByPeer>>();

  constructor(private readonly o: Needs) {}

  /** Returns the members behind a peer, whatever their state. */
  async of(session: string, peer: string): Promise<readonly MemberRecord[]> {
    const known = this.#kept.get(session) ?? this.#read(session);
    this.#kept.delete(session);
    this.#kept.set(session, known);
    const oldest = this.#kept.keys().next();
    if (this.#kept.size > MAX_SESSIONS && oldest.done !== true) this.#kept.delete(oldest.value);
    try {
      return (await known).get(peer) ?? [];
    } catch (error) {
      this.forget(session);
      throw error;
    }
  }

  /** A member came, went, or other messages pass for it. */
  forget(session: string): void {
    this.#kept.delete(session);
  }

  /** Agents are reached over other peers. */
  forgetAll(): void {
    this.#kept.clear();
  }

  async #read(session: string): Promise<ByPeer> {
    const all = new Map<string, MemberRecord[]>();
    for (const member of await this.o.members.abroad(session)) {
      const peer = this.o.directory.get(member.agent)?.foreign?.peer;
      if (peer === undefined) continue;
      const those = all.get(peer);
      if (those) those.push(member);
      else all.set(peer, [member]);
    }
    return all;
  }
}
