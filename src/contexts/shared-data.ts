/** Exchange of data parameters between nodes: gives those of this node, and stores those of another node. */
import { createHash } from 'node:crypto';
import type { Logger } from 'pino';
import { RpcError } from '../data/index.js';
import type { YangentAgents_Modality } from '../generated/index.js';
import { ownCall } from '../server/index.js';
import type { Store } from '../store/index.js';
import type { ByteStore } from './bytes/byte-store.js';
import type { DataChannel } from './bytes/channel.js';
import type { RecordKept } from './bytes/kept.js';
import { octetsOf } from './record/item.js';
import { type DataParam, isComplete, wholeParam } from './record/param.js';
import type { DataParams } from './record/params.js';

/** A data parameter of this or another node. */
export interface SharedData {
  readonly modality: YangentAgents_Modality;
  readonly description?: string;
  readonly mediaType?: string;
  /** False while more bytes are to come. */
  readonly complete: boolean;
  readonly content: SharedText | SharedBytes | { readonly kind: 'url'; readonly url: string };
}

export interface SharedText {
  readonly kind: 'text';
  readonly text: string;
}

export interface SharedBytes {
  readonly kind: 'bytes';
  readonly length: number;
  /** SHA-256 of all bytes, once they are complete. */
  readonly sha256?: Buffer;
  read(start: number, signal: AbortSignal): AsyncIterable<Uint8Array>;
}

/** The owner and readers of data from another node. */
export interface Keeping {
  /** The user whose quota they use. */
  readonly owner: string;
  /** The agent that gave them. */
  readonly agent: string;
  readonly readers: readonly string[];
  readonly signal: AbortSignal;
}

export interface DataExchangeOptions {
  readonly store: Store;
  readonly params: DataParams;
  readonly bytes: ByteStore;
  readonly channel: DataChannel;
  /** Records that data of another node are kept, in the first transaction of that. */
  readonly recordKept?: RecordKept;
  readonly log: Logger;
}

export class DataExchange {
  constructor(private readonly o: DataExchangeOptions) {}

  /** Returns a parameter for an agent; undefined when the agent may not read it. */
  async given(id: string, reader: string): Promise<SharedData | undefined> {
    const found = await this.o.params.get(id);
    if (!found || (found.param.agent !== reader && !found.readers.includes(reader))) return undefined;
    const { param } = found;
    return {
      modality: param.modality,
      complete: isComplete(param),
      content: this.#contentOf(param),
      ...(param.description === null ? {} : { description: param.description }),
      ...(param.format === null ? {} : { mediaType: param.format }),
    };
  }

  #contentOf({ data, file, size, digest, url }: DataParam): SharedData['content'] {
    if (data !== null) return { kind: 'text', text: data };
    if (file === null) return { kind: 'url', url: url ?? '' };
    const length = size ?? 0;
    return {
      kind: 'bytes',
      length,
      ...(digest === null ? {} : { sha256: Buffer.from(digest, 'hex') }),
      read: (start) => this.o.bytes.read(file, start, length),
    };
  }

  /**
   * Stores a parameter of another node under this identifier. An interrupted transfer continues, and existing data are not fetched
   * again.
   * @throws RpcError too-big; invalid-value when the bytes differ from the announced ones
   */
  keep(id: string, data: SharedData, keeping: Keeping): Promise<void> {
    const { recordKept, store } = this.o;
    return store.beginWith(
      async (tx) => recordKept?.(tx, id, keeping),
      () => this.#keep(id, data, keeping),
    );
  }

  async #keep(id: string, data: SharedData, keeping: Keeping): Promise<void> {
    const before = await this.o.params.get(id);
    if (!before || !isSame(before.param, data)) {
      if (data.content.kind === 'bytes') await this.#fetch(id, data, data.content, keeping, before?.param);
    }
    const { owner, agent, readers } = keeping;
    await this.o.store.transact(async (tx) => {
      const there = data.content.kind === 'bytes' ? (await this.o.params.get(id, tx))?.param : undefined;
      const param = there ?? inlineParam(id, data, owner);
      await this.o.params.put(tx, { ...param, agent, description: data.description ?? null }, readers);
    });
  }

  async #fetch(
    id: string,
    { mediaType }: SharedData,
    { length, sha256, read }: SharedBytes,
    { owner: user, agent, signal }: Keeping,
    before: DataParam | undefined,
  ): Promise<void> {
    const call = ownCall({ user, agent, signal, log: this.o.log });
    const digest = sha256 && ({ algorithm: 'sha-256', value: sha256 } as const);
    const from = async (start: number): Promise<void> => {
      const offset = start > 0 ? start : undefined;
      const expected = { length, digest };
      await this.o.channel.write(call, { id, mediaType, offset, last: true, expected, bytes: read(start, signal) });
    };
    const arrived = before && !isComplete(before) && before.file !== null ? (before.size ?? 0) : 0;
    if (arrived === 0 || arrived >= length) return from(0);
    return from(arrived).catch((error: unknown) => {
      // The earlier bytes belonged to other data, and were deleted.
      if (error instanceof RpcError && error.appTag === 'digest') return from(0);
      throw error;
    });
  }
}

function isSame(param: DataParam, { content }: SharedData): boolean {
  return content.kind === 'bytes' && isComplete(param) && param.digest === content.sha256?.toString('hex');
}

function inlineParam(id: string, { modality, mediaType, content }: SharedData, owner: string): DataParam {
  return wholeParam({
    id,
    owner,
    agent: null,
    modality,
    description: null,
    format: mediaType ?? null,
    url: content.kind === 'url' ? content.url : null,
    data: content.kind === 'text' ? content.text : null,
  });
}

/** Returns length and digest of a text, to find out whether it exists already. */
export function measureOf({ text }: SharedText): { readonly size: string; readonly digest: string } {
  return { size: String(octetsOf(text)), digest: `sha-256:${createHash('sha256').update(text, 'utf8').digest('hex')}` };
}
