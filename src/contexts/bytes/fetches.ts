/** Fetches data of other nodes when they are read here: one transfer for each, however many read. */
import type { Logger } from 'pino';
import { RpcError } from '../../data/index.js';
import { type Call, ownCall } from '../../server/index.js';
import type { Store } from '../../store/index.js';
import type { DataSource } from '../data-abroad.js';
import { isComplete } from '../record/param.js';
import type { DataParams } from '../record/params.js';
import { isMeant, seesNow } from '../visibility.js';
import type { Growth } from './growth.js';
import type { RecordKept } from './kept.js';
import type { Upload } from './upload.js';

/** Maximum number of transfers at a time. */
const MOST = 100;
/** Milliseconds for which a transfer goes on that nobody reads. */
const LINGER = 5_000;

export interface FetchesOptions {
  readonly store: Store;
  readonly params: DataParams;
  readonly upload: Pick<Upload, 'write'>;
  readonly growth: Growth;
  readonly recordKept?: RecordKept;
  readonly log: Logger;
}

/** A transfer. */
interface Running {
  /** Resolves when the first bytes can be read here, or when it is over. */
  readonly begun: Promise<void>;
  readonly ending: AbortController;
  readers: number;
  idle: NodeJS.Timeout | undefined;
}

export class Fetches {
  readonly #running = new Map<string, Running>();

  constructor(private readonly o: FetchesOptions) {}

  /**
   * Begins to fetch data for a caller that may read them, unless they are here. Resolves when they can be read.
   *
   * @throws RpcError operation-failed, app-tag home-unreachable when their node cannot be reached; resource-denied
   */
  async begin(call: Call, id: string): Promise<void> {
    const { params } = this.o;
    const source = params.abroad.source(id);
    if (!source) return;
    const found = await params.get(id);
    if (found && (isComplete(found.param) || !isMeant(params.abroad, found))) return;
    const isReader = found ? await seesNow(params, call, found) : (await params.messages.readable(call, [id])).has(id);
    if (!isReader) return;
    const running = this.#running.get(id) ?? this.#start(id, source);
    if (running.readers === 0) running.idle?.refresh();
    if (!found) await running.begun;
  }

  /** True while a transfer of these data goes on. */
  isUnderWay(id: string): boolean {
    return this.#running.has(id);
  }

  /** Keeps a transfer going for a reader, until the returned function is called. */
  hold(id: string): () => void {
    const running = this.#running.get(id);
    if (!running) return () => undefined;
    running.readers += 1;
    clearTimeout(running.idle);
    return () => {
      running.readers -= 1;
      if (running.readers === 0) this.#linger(id, running);
    };
  }

  /** Ends all transfers: the bytes that have arrived stay. */
  stop(): void {
    for (const { ending } of this.#running.values()) ending.abort(new Error('the node is stopping'));
  }

  #start(id: string, source: DataSource): Running {
    if (this.#running.size >= MOST) {
      const message = `${MOST} transfers from other nodes are under way: try again later`;
      throw new RpcError({ type: 'application', tag: 'resource-denied', message });
    }
    const ending = new AbortController();
    const begun = new Promise<void>((resolve, reject) => {
      this.#fetch(id, source, ending.signal, resolve)
        .then(resolve, (error: unknown) => {
          if (!ending.signal.aborted) this.o.log.warn({ err: error, data: id }, 'data of another node did not arrive');
          reject(error);
        })
        .finally(() => {
          clearTimeout(running.idle);
          this.#running.delete(id);
          this.o.growth.announce(id);
        });
    });
    begun.catch(() => undefined);
    const running: Running = { begun, ending, readers: 0, idle: undefined };
    this.#running.set(id, running);
    this.#linger(id, running);
    return running;
  }

  #linger(id: string, running: Running): void {
    running.idle = setTimeout(() => running.ending.abort(new Error(`nobody reads data "${id}"`)), LINGER).unref();
  }

  /** Stores what comes as it comes, from the bytes on that are here; at the end, all are checked against the digest. */
  async #fetch(id: string, source: DataSource, signal: AbortSignal, begun: () => void): Promise<void> {
    const { params, upload, store, recordKept, log } = this.o;
    const { owner, agent } = source;
    const now = await source.look(signal);
    if (!now) return;
    const call = ownCall({ user: owner, agent, signal, log });
    const before = (await params.get(id))?.param;
    const arrived = before && !isComplete(before) && before.file !== null ? (before.size ?? 0) : 0;
    const start = arrived <= now.length ? arrived : 0;
    const part = { id, mediaType: now.mediaType };
    if (!now.complete || start === 0 || start < now.length) {
      const offset = start > 0 ? start : undefined;
      const bytes = announced(source.read(start, signal), begun);
      await store.beginWith(
        async (tx) => recordKept?.(tx, id, { owner, agent }),
        () => upload.write(call, { ...part, offset, last: false, bytes }),
      );
    }
    const { complete, length, sha256 } = (await source.look(signal)) ?? { complete: false };
    if (!complete || length === undefined) throw new Error(`data "${id}" broke off`);
    const digest = sha256 && ({ algorithm: 'sha-256', value: sha256 } as const);
    await upload.write(call, { ...part, offset: length, last: true, expected: { length, digest }, bytes: none() });
  }
}

/** Yields the same bytes, and tells when they are asked for: then there is a place for them. */
async function* announced(bytes: AsyncIterable<Uint8Array>, begun: () => void): AsyncGenerator<Uint8Array> {
  begun();
  yield* bytes;
}

async function* none(): AsyncGenerator<Uint8Array> {}
