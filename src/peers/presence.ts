/** Says which peers are up. A peer that nothing was asked of late is checked when a caller wants to know it. */
import { setTimeout as pause } from 'node:timers/promises';
import type { ConfiguredPeer } from './routes.js';
import type { PeerStatuses } from './status.js';

/** Milliseconds for which a state counts without another check. */
const FRESH = 15_000;
/** Milliseconds for which a peer that this node cannot reach counts as up after its last message: longer than a caller waits in `receive`. */
const HEARD = 360_000;
/** Milliseconds for which a caller waits for a first check. */
const PATIENCE = 5_000;

export interface PresenceNeeds {
  readonly statuses: Pick<PeerStatuses, 'of'>;
  /** Connects to a peer that has an address, and notes its state. Never rejects. */
  readonly check: (name: string) => Promise<unknown>;
  /** Milliseconds that never go back. */
  readonly now: () => number;
}

export class Presence {
  readonly #looked = new Map<string, number>();
  readonly #looking = new Map<string, Promise<unknown>>();
  readonly #heard = new Map<string, number>();

  constructor(private readonly o: PresenceNeeds) {}

  /** True for a peer that is up as far as is known; begins a check when that is not known of late, one at a time for each peer. */
  isUp({ value: { name, address } }: ConfiguredPeer): boolean {
    if (!address) return this.#isWithin(this.#heard.get(name), HEARD);
    this.#look(name);
    return this.o.statuses.of(name).state === 'up';
  }

  /** Waits a little for the check of a peer whose state is unknown. Never rejects. */
  async known(peer: ConfiguredPeer): Promise<void> {
    const { name } = peer.value;
    if (this.isUp(peer) || this.o.statuses.of(name).state !== 'unknown') return;
    const over = new AbortController();
    const late = pause(PATIENCE, undefined, { signal: over.signal, ref: false }).catch(() => undefined);
    await Promise.race([this.#looking.get(name), late]);
    over.abort();
  }

  /** Takes down that a request to a peer has shown its state. */
  used(name: string): void {
    this.#looked.set(name, this.o.now());
  }

  /** Takes down that a peer has sent a message. */
  heard(name: string): void {
    this.#heard.set(name, this.o.now());
  }

  /** Forgets peers that are not configured any more, or otherwise than before. */
  forget(name: string): void {
    this.#looked.delete(name);
    this.#heard.delete(name);
  }

  #look(name: string): void {
    if (this.#looking.has(name) || this.#isWithin(this.#looked.get(name), FRESH)) return;
    this.#looked.set(name, this.o.now());
    const looking = this.o.check(name).finally(() => this.#looking.delete(name));
    this.#looking.set(name, looking);
  }

  #isWithin(time: number | undefined, span: number): boolean {
    return time !== undefined && this.o.now() - time < span;
  }
}
