/** The bytes that requests and answers hold while they are under way: bounded for each user, and for the node. */
import { RpcError } from '../data/index.js';

export interface ByteLimits {
  /** Bytes of the requests and answers of one user together. */
  readonly perUser: number;
  /** Bytes of all requests and answers together. */
  readonly total: number;
}

/** A node of 512 MB survives both bounds. */
export const DEFAULT_BYTE_LIMITS: ByteLimits = { perUser: 48 * 1024 ** 2, total: 128 * 1024 ** 2 };

/** A user who holds no more than this is served although others have filled the node's bound. */
const LITTLE = 1024 ** 2;

/** `error-app-tag` of what is refused for the bytes under way. */
export const TOO_MANY_BYTES = 'bytes-under-way';
/** Seconds after which a refused client may try again, and the member of error-info that says so. */
const RETRY_AFTER = '1';
const RETRY_AFTER_INFO = 'yangent-access:retry-after';

/** Counts the bytes under way. */
export class BytesUnderWay {
  readonly #limits: ByteLimits;
  readonly #users = new Map<string, number>();
  /** Users who were refused, until something of theirs is given back. */
  readonly #full = new Set<string>();
  #total = 0;

  constructor(limits: Partial<ByteLimits> = {}) {
    this.#limits = { ...DEFAULT_BYTE_LIMITS, ...limits };
  }

  /** Bytes that are held now. */
  get total(): number {
    return this.#total;
  }

  /**
   * Begins to count the bytes of one request and its answer.
   *
   * @throws RpcError resource-denied where the user's requests hold too many already
   */
  open(user: string): HeldBytes {
    const held = new HeldBytes(this, user);
    held.take(1);
    return held;
  }

  /** Counts without asking; a negative number gives back. */
  count(user: string, bytes: number): void {
    if (bytes < 0) this.#full.delete(user);
    const now = this.held(user) + bytes;
    if (now === 0) this.#users.delete(user);
    else this.#users.set(user, now);
    this.#total += bytes;
  }

  /** Bytes that the requests and answers of a user hold. */
  held(user: string): number {
    return this.#users.get(user) ?? 0;
  }

  /** See `HeldBytes.requireRoom`. */
  requireRoom(user: string): void {
    this.require(user, 0);
    const own = this.held(user);
    if (this.#full.has(user) && 2 * own > this.#limits.perUser)
      throw refused(`the requests and answers of ${user} hold ${megabytes(own)}, and others of them found no room`);
  }

  /** Refuses more bytes of a user that pass a bound. @throws RpcError resource-denied */
  require(user: string, bytes: number): void {
    const { perUser, total } = this.#limits;
    const own = this.held(user) + bytes;
    if (own > perUser) {
      this.#full.add(user);
      throw refused(`the requests and answers of ${user} hold ${megabytes(own)}, more than ${megabytes(perUser)}`);
    }
    if (this.#total + bytes > total && own > LITTLE)
      throw refused(`the requests and answers of all users hold more than ${megabytes(total)}`);
  }
}

/** The bytes of one request and its answer. */
export class HeldBytes {
  readonly #all: BytesUnderWay;
  #bytes = 0;
  #over = false;

  constructor(
    all: BytesUnderWay,
    readonly user: string,
  ) {
    this.#all = all;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /**
   * Refuses to begin what would be refused once it is known how much it is: the user holds more than half of the bound, and was
   * refused since something was last given back. @throws RpcError resource-denied
   */
  requireRoom(): void {
    this.#all.requireRoom(this.user);
  }

  /** Takes bytes, of an answer that would grow beyond a bound too. @throws RpcError resource-denied, taking none */
  take(bytes: number): void {
    this.#all.require(this.user, bytes);
    this.add(bytes);
  }

  /**
   * Takes the bytes of a request, which has a bound of its own: it is not refused where the user's other requests and answers
   * hold little. @throws RpcError resource-denied, taking none
   */
  takeRequest(bytes: number): void {
    if (this.#all.held(this.user) - this.#bytes > LITTLE) this.#all.require(this.user, bytes);
    this.add(bytes);
  }

  /** Counts bytes that are there already and cannot be refused; a negative number gives bytes back. */
  add(bytes: number): void {
    if (this.#over) return;
    this.#bytes += bytes;
    this.#all.count(this.user, bytes);
  }

  /** Gives all back: the answer is read, or no client waits for it any more. */
  close(): void {
    this.add(-this.#bytes);
    this.#over = true;
  }
}

function refused(what: string): RpcError {
  return new RpcError({
    type: 'application',
    tag: 'resource-denied',
    appTag: TOO_MANY_BYTES,
    message: `${what}; read the answers that wait, or ask for less at a time, and try again after ${RETRY_AFTER} s`,
    info: { [RETRY_AFTER_INFO]: RETRY_AFTER },
  });
}

/** Seconds to wait where an error is of the bytes under way. */
export function retryAfterOf({ appTag, info }: RpcError): string | undefined {
  const seconds = info?.[RETRY_AFTER_INFO];
  return appTag === TOO_MANY_BYTES && typeof seconds === 'string' ? seconds : undefined;
}

/** What the values of a provider hold, in bytes and roughly: their texts, and what keeps them together. */
export function weightOf(value: unknown): number {
  if (value === undefined) return 0;
  if (typeof value === 'string') return PIECE + value.length * TEXT;
  if (typeof value !== 'object' || value === null) return PIECE;
  let sum = PIECE;
  if (Array.isArray(value)) for (const each of value) sum += weightOf(each);
  else for (const name in value) sum += weightOf((value as Record<string, unknown>)[name]);
  return sum;
}

/** Bytes of one node beside its text. */
const PIECE = 100;
/** Copies of a text: as the provider gave it, and written for the client. */
const TEXT = 2;

function megabytes(bytes: number): string {
  return `${(bytes / 1024 ** 2).toFixed(1)} MiB`;
}
