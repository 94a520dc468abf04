/** Counts and limits the bytes that running requests and answers hold, for each user and for the node. */
import { retryAfter } from '../access/index.js';
import { RpcError } from '../data/index.js';

export interface ByteLimits {
  /** Maximum number of bytes of all requests and answers of one user. */
  readonly perUser: number;
  /** Maximum number of bytes of all requests and answers. */
  readonly total: number;
}

/** Default limits. A node with 512 MB of memory can hold both. */
export const DEFAULT_BYTE_LIMITS: ByteLimits = { perUser: 48 * 1024 ** 2, total: 128 * 1024 ** 2 };

/** A user that holds at most this many bytes is served also when the limit of the node is reached. */
const LITTLE = 1024 ** 2;

/** `error-app-tag` of refusals because of these limits. */
export const TOO_MANY_BYTES = 'bytes-under-way';
/** Seconds after which a refused client may try again. */
const LATER = 1;

/** Counts the bytes of running requests and answers. */
export class BytesUnderWay {
  readonly #limits: ByteLimits;
  readonly #users = new Map<string, number>();
  /** Users that were refused, until some of their bytes are released. */
  readonly #full = new Set<string>();
  #total = 0;

  constructor(limits: Partial<ByteLimits> = {}) {
    this.#limits = { ...DEFAULT_BYTE_LIMITS, ...limits };
  }

  /** Number of bytes that are held now. */
  get total(): number {
    return this.#total;
  }

  /**
   * Begins to count the bytes of one request and its answer.
   *
   * @throws RpcError resource-denied when the user's requests hold too many bytes already
   */
  open(user: string): HeldBytes {
    const held = new HeldBytes(this, user);
    held.take(1);
    return held;
  }

  /** Counts bytes without a check. A negative number releases bytes. */
  count(user: string, bytes: number): void {
    if (bytes < 0) this.#full.delete(user);
    const now = this.held(user) + bytes;
    if (now === 0) this.#users.delete(user);
    else this.#users.set(user, now);
    this.#total += bytes;
  }

  /** Returns the bytes that the requests and answers of a user hold. */
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

  /** Refuses bytes beyond a limit. @throws RpcError resource-denied */
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
   * Refuses a request early: when the user holds more than half of its limit and was refused since it last released bytes.
   *
   * @throws RpcError resource-denied
   */
  requireRoom(): void {
    this.#all.requireRoom(this.user);
  }

  /** Takes more bytes. @throws RpcError resource-denied when they pass a limit; then it takes none */
  take(bytes: number): void {
    this.#all.require(this.user, bytes);
    this.add(bytes);
  }

  /**
   * Takes the bytes of a request, which has a limit of its own: it is not refused when the user's other requests and answers
   * hold little. @throws RpcError resource-denied; then it takes none
   */
  takeRequest(bytes: number): void {
    if (this.#all.held(this.user) - this.#bytes > LITTLE) this.#all.require(this.user, bytes);
    this.add(bytes);
  }

  /** Counts bytes that exist already and cannot be refused. A negative number releases bytes. */
  add(bytes: number): void {
    if (this.#over) return;
    this.#bytes += bytes;
    this.#all.count(this.user, bytes);
  }

  /** Releases all bytes: the answer was read, or no client waits for it any more. */
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
    message: `${what}; read the answers that wait, or ask for less at a time, and try again after ${LATER} s`,
    info: retryAfter(LATER),
  });
}

/** Estimates the bytes of values of a provider: their texts and their structure. */
export function weightOf(value: unknown): number {
  if (value === undefined) return 0;
  if (typeof value === 'string') return PIECE + value.length * TEXT;
  if (typeof value !== 'object' || value === null) return PIECE;
  let sum = PIECE;
  if (Array.isArray(value)) for (const each of value) sum += weightOf(each);
  else for (const name in value) sum += weightOf((value as Record<string, unknown>)[name]);
  return sum;
}

/** Estimated bytes of one node besides its text. */
const PIECE = 100;
/** Number of copies of a text: from the provider, and encoded for the client. */
const TEXT = 2;

function megabytes(bytes: number): string {
  return `${(bytes / 1024 ** 2).toFixed(1)} MiB`;
}
