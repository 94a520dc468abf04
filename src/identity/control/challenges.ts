/** Questions that the node has asked: each is answered once, by the user who was asked, within five minutes. */
import { randomBytes } from 'node:crypto';

export interface Challenge {
  readonly nonce: string;
  /** Milliseconds since 1970. */
  readonly expires: number;
}

const LIFE = 300_000;
/** Maximum number of open questions to one user, and to all. */
const MOST_OF_USER = 16;
const MOST = 10_000;
const NONCE_OCTETS = 24;

interface Asked extends Challenge {
  readonly user: string;
}

export class Challenges {
  /** The oldest first. */
  readonly #asked = new Map<string, Asked>();

  constructor(private readonly now: () => number) {}

  /** Asks a user. Its oldest question is forgotten when there are too many. @returns undefined when too many users were asked */
  ask(user: string): Challenge | undefined {
    const now = this.now();
    for (const [nonce, { expires }] of this.#asked) {
      if (expires > now) break;
      this.#asked.delete(nonce);
    }
    const own = [...this.#asked.values()].filter((each) => each.user === user);
    const [oldest] = own;
    if (oldest && own.length >= MOST_OF_USER) this.#asked.delete(oldest.nonce);
    if (this.#asked.size >= MOST) return undefined;
    const asked = { user, nonce: randomBytes(NONCE_OCTETS).toString('base64url'), expires: now + LIFE };
    this.#asked.set(asked.nonce, asked);
    return { nonce: asked.nonce, expires: asked.expires };
  }

  /** Takes an answer. @returns true when the user was asked this, within time and for the first time */
  take(user: string, nonce: string): boolean {
    const asked = this.#asked.get(nonce);
    if (asked?.user !== user) return false;
    this.#asked.delete(nonce);
    return asked.expires > this.now();
  }
}
