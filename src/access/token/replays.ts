/** The memory of used DPoP proofs (RFC 9449 §11.1): hashes in windows of time, forgotten window by window. */
import { createHash } from 'node:crypto';
import type { Clock } from './clock.js';
import { LIFE, MAX_STEP } from './proof-times.js';

export interface ReplayLimits {
  /** Maximum number of remembered proofs of one key. */
  readonly perKey: number;
  /** Maximum number of remembered proofs. */
  readonly total: number;
}

export const DEFAULT_REPLAY_LIMITS: ReplayLimits = { perKey: 1_000, total: 100_000 };

export type Admission =
  | { readonly kind: 'new' }
  | { readonly kind: 'repeated' }
  /** The key has used as many as are remembered; it may use more after `wait` milliseconds. */
  | { readonly kind: 'key-full'; readonly wait: number }
  /** Nothing more can be remembered. */
  | { readonly kind: 'full' };

/** Milliseconds during which a window takes proofs. */
const SPAN = 31_000;
/** Milliseconds for which a proof is remembered at least; the clock of the node may go back a little in between. */
const REMEMBERED = LIFE + MAX_STEP;

interface Window {
  /** By the monotonic clock. */
  readonly begun: number;
  readonly hashes: Set<string>;
  /** The number of proofs of each key, by its thumbprint. */
  readonly counts: Map<string, number>;
}

export class Replays {
  readonly #limits: ReplayLimits;
  readonly #clock: Pick<Clock, 'monotonic'>;
  /** The oldest first. */
  #windows: Window[] = [];
  #size = 0;

  constructor(limits: ReplayLimits, clock: Pick<Clock, 'monotonic'>) {
    this.#limits = limits;
    this.#clock = clock;
  }

  /** The number of remembered proofs. */
  get size(): number {
    return this.#size;
  }

  /**
   * Remembers a proof when it is new and there is room.
   *
   * @param key the thumbprint of the key of the proof
   * @param id the claim `jti`
   */
  admit(key: string, id: string): Admission {
    const now = this.#clock.monotonic();
    this.#forget(now);
    // A hash for an identifier of any length. The thumbprint has a fixed length, so two pairs never give the same text.
    const hash = createHash('sha256').update(key).update(id).digest('binary');
    if (this.#windows.some(({ hashes }) => hashes.has(hash))) return { kind: 'repeated' };
    const ofKey = this.#windows.reduce((sum, { counts }) => sum + (counts.get(key) ?? 0), 0);
    if (ofKey >= this.#limits.perKey) return { kind: 'key-full', wait: this.#waitOf(key, now) };
    if (this.#size >= this.#limits.total) return { kind: 'full' };
    const { hashes, counts } = this.#present(now);
    hashes.add(hash);
    counts.set(key, (counts.get(key) ?? 0) + 1);
    this.#size += 1;
    return { kind: 'new' };
  }

  /** Forgets all. */
  clear(): void {
    this.#windows = [];
    this.#size = 0;
  }

  /** Forgets the windows whose last proof has ended. */
  #forget(now: number): void {
    for (let oldest = this.#windows[0]; oldest && endOf(oldest) <= now; oldest = this.#windows[0]) {
      this.#size -= oldest.hashes.size;
      this.#windows.shift();
    }
  }

  #present(now: number): Window {
    const last = this.#windows.at(-1);
    if (last && now < last.begun + SPAN) return last;
    const window: Window = { begun: now, hashes: new Set(), counts: new Map() };
    this.#windows.push(window);
    return window;
  }

  /** Returns the milliseconds until proofs of the key are forgotten. */
  #waitOf(key: string, now: number): number {
    const oldest = this.#windows.find(({ counts }) => counts.has(key));
    return oldest ? endOf(oldest) - now : 0;
  }
}

function endOf({ begun }: Window): number {
  return begun + SPAN + REMEMBERED;
}
