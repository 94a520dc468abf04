/** Moves the positions of an agent: by the pongs of its client, or, once it sends them, by frames `acknowledge`. */
import type { Socket } from '../../src/index.js';
import { unlessGone } from './fault.js';
import type { Inbox } from './inbox.js';

export class Positions {
  /** The last message of each group that was written and is not acknowledged. */
  readonly #written = new Map<string, number>();
  #pings = false;
  #byFrames = false;

  /** @param failed told of an error of the node */
  constructor(
    private readonly socket: Pick<Socket, 'ping' | 'signal'>,
    private readonly inbox: Inbox,
    private readonly failed: (error: unknown) => void,
  ) {}

  /** True when this message was written and is not acknowledged: it came again. */
  has(group: string, sequence: number): boolean {
    return sequence <= (this.#written.get(group) ?? 0);
  }

  /** Counts a message as written, and has it acknowledged when the client answers a ping behind it. */
  wrote(group: string, sequence: number): void {
    this.#written.set(group, sequence);
    if (this.#pings || this.#byFrames) return;
    this.#ping().catch((error: unknown) => {
      if (!this.socket.signal.aborted) this.failed(error);
    });
  }

  /** Takes the acknowledgement of a client that counts itself. @throws RpcError as the node refuses it */
  async acknowledge(group: string, sequence: number): Promise<void> {
    await this.inbox.acknowledge(group, sequence);
    this.#byFrames = true;
    this.#forget(group, sequence);
  }

  /** Pings as long as there is something to acknowledge: one ping stands for all that was written before. */
  async #ping(): Promise<void> {
    this.#pings = true;
    while (this.#written.size > 0) {
      const before = [...this.#written];
      await this.socket.ping();
      if (this.#byFrames) return;
      for (const [group, sequence] of before) {
        // A session that is gone meanwhile has nothing to acknowledge.
        await unlessGone(this.inbox.acknowledge(group, sequence));
        this.#forget(group, sequence);
      }
    }
    this.#pings = false;
  }

  #forget(group: string, through: number): void {
    if ((this.#written.get(group) ?? 0) <= through) this.#written.delete(group);
  }
}
