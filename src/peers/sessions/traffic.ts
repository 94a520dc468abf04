/** Counts the messages of sessions that came from peers and went to them, since the node was started. */
export interface Traffic {
  readonly received: number;
  readonly sent: number;
}

const NOTHING: Traffic = { received: 0, sent: 0 };

export class Traffics {
  readonly #traffics = new Map<string, Traffic>();

  of(peer: string): Traffic {
    return this.#traffics.get(peer) ?? NOTHING;
  }

  count(peer: string, { received = 0, sent = 0 }: Partial<Traffic>): void {
    const before = this.of(peer);
    this.#traffics.set(peer, { received: before.received + received, sent: before.sent + sent });
  }
}
