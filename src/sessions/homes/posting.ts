/** Wakes those who carry posts to peers. */
import { Attached, type Attachment } from '../log/attached.js';

/** Tells that something waits for a peer. */
export class Posting {
  readonly #waiting = new Attached();

  wake(peer: string): void {
    this.#waiting.wake(peer);
  }

  /** Listens to what is posted for a peer. */
  attach(peer: string): Attachment {
    return this.#waiting.attach([peer]);
  }
}
