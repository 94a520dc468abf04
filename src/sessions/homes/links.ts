/** The peers that read sessions, in memory: which sessions have something for which peer. */
import { Attached, type Attachment } from '../log/attached.js';
import type { LinkRows } from '../record/links.js';

/** Stands for all peers: one of them is not told apart from another when refused messages come. */
const NEWS = 'news of peers';

export class Links {
  /** The peers that read a session. */
  readonly #peers = new Map<string, Set<string>>();
  /** The sessions in which something may wait for a peer: those are ahead that were given longest ago. */
  readonly #lively = new Map<string, Set<string>>();
  readonly #waiting = new Attached();
  /** Messages up to this one behind the position of a peer do not pass, by session and peer. */
  readonly #passed = new Map<string, number>();

  constructor(private readonly rows: Pick<LinkRows, 'all'>) {}

  /** Reads which peers read which sessions. */
  async load(): Promise<void> {
    for (const { session, peer } of await this.rows.all()) this.add(session, peer);
  }

  /** A peer reads a session, or reads it again from an earlier message on. */
  add(session: string, peer: string): void {
    const peers = this.#peers.get(session);
    if (peers) peers.add(peer);
    else this.#peers.set(session, new Set([peer]));
    this.#enliven(session, peer);
  }

  /** Returns the last message up to which none behind the position of the peer passes; 0 when that is not known. */
  passed(session: string, peer: string): number {
    return this.#passed.get(keyOf(session, peer)) ?? 0;
  }

  /** No message behind the position of the peer up to this one passes. */
  pass(session: string, peer: string, through: number): void {
    this.#passed.set(keyOf(session, peer), through);
  }

  /** Other messages pass now, or the position of a peer goes back: all is looked at again. */
  again(session: string): void {
    for (const peer of this.#peers.get(session) ?? []) this.#passed.delete(keyOf(session, peer));
    this.wake(session);
  }

  /** Agents are reached over other peers: all is looked at again for all of them. */
  allAgain(): void {
    for (const session of this.#peers.keys()) this.again(session);
  }

  /** A session is no more. */
  remove(session: string): void {
    for (const peer of this.#peers.get(session) ?? []) {
      this.#lively.get(peer)?.delete(session);
      this.#passed.delete(keyOf(session, peer));
    }
    this.#peers.delete(session);
  }

  /** Something happened in a session. */
  wake(session: string): void {
    for (const peer of this.#peers.get(session) ?? []) this.#enliven(session, peer);
  }

  /** Something happened that is no message. */
  wakeAll(): void {
    this.#waiting.wake(NEWS);
  }

  /** Returns sessions in which something may wait for a peer. */
  lively(peer: string): readonly string[] {
    return [...(this.#lively.get(peer) ?? [])];
  }

  /** Nothing waits for the peer in this session any more. */
  quiet(session: string, peer: string): void {
    this.#lively.get(peer)?.delete(session);
  }

  /** The peer was given something of this session: others are ahead the next time. */
  gave(session: string, peer: string): void {
    const lively = this.#lively.get(peer);
    lively?.delete(session);
    lively?.add(session);
  }

  /** Listens to what comes for a peer. */
  attach(peer: string): Attachment {
    return this.#waiting.attach([peer, NEWS]);
  }

  #enliven(session: string, peer: string): void {
    const lively = this.#lively.get(peer);
    if (lively) lively.add(session);
    else this.#lively.set(peer, new Set([session]));
    this.#waiting.wake(peer);
  }
}

function keyOf(session: string, peer: string): string {
  return `${session}/${peer}`;
}
