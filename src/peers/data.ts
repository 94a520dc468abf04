/** Copies data parameters to and from another node. Each byte is sent once, also when connections break. */
import { createHash } from 'node:crypto';
import { type BulkClient, RestconfError } from '../clients/index.js';
import { measureOf, type SharedData } from '../contexts/index.js';
import { RpcError } from '../data/index.js';
import { textOf } from '../data/rfc7951/members.js';
import { type RemoteData, TaskFailure } from '../tasks/index.js';
import { mayPass, Patience, patiently } from './patience.js';
import type { Wire } from './wire.js';

export interface PeerDataOptions {
  readonly wire: Wire;
  /** Absent: no bytes can be transferred. */
  readonly bulk?: BulkClient;
  /** Maximum milliseconds without progress. */
  readonly patience: number;
}

/** The kinds of data in `irtf-agent:data-params`. */
const DRAFT_TYPES: readonly string[] = ['text', 'image', 'audio', 'video'];
const UNKNOWN_TYPE = 'application/octet-stream';
const TEXT_TYPE = 'text/plain; charset=utf-8';
/** Maximum number of characters of a text in a message; a longer one is sent as bytes, if possible. */
const LONGEST_ENTRY = 2 << 20;

type SharedBytes = SharedData['content'] & { readonly kind: 'bytes' };

export class PeerData implements RemoteData {
  constructor(private readonly o: PeerDataOptions) {}

  async give(id: string, data: SharedData, signal: AbortSignal): Promise<void> {
    const { content, modality, description, mediaType } = data;
    const { wire, bulk, patience } = this.o;
    if (content.kind === 'bytes') return this.#send(id, data, content, signal);
    if (content.kind === 'text' && bulk && content.text.length > LONGEST_ENTRY)
      return this.#send(id, { mediaType: TEXT_TYPE, ...data }, bytesOf(content.text), signal);
    const known = await patiently(patience, signal, () => wire.entry('yangent-contexts:param', id, { signal }));
    const isThere =
      content.kind === 'url'
        ? known?.url === content.url
        : known?.digest === measureOf(content).digest && known.size === measureOf(content).size;
    if (isThere) return undefined;
    const entry = {
      id,
      dataType: DRAFT_TYPES.includes(modality) ? modality : 'text',
      ...(description === undefined ? {} : { description }),
      ...(mediaType === undefined ? {} : { format: mediaType }),
      ...(content.kind === 'url' ? { url: content.url } : { data: content.text }),
    };
    return patiently(patience, signal, () => wire.putParam(entry, { signal }));
  }

  async #send(
    id: string,
    { mediaType = UNKNOWN_TYPE }: SharedData,
    { length: total, sha256, read }: SharedBytes,
    signal: AbortSignal,
  ): Promise<void> {
    const bulk = this.#bulk();
    if (!sha256) throw new TaskFailure('invalid-input', `data "${id}" is not complete`, { recovery: ['retry'] });
    const patience = new Patience(this.o.patience);
    let most = 0;
    for (let arrived = 0; ; ) {
      try {
        const there = await bulk.state(id, { signal });
        if (there?.complete && there.sha256?.equals(sha256)) return;
        arrived = there && !there.complete && there.length < total ? there.length : 0;
        if (arrived > most) patience.renew();
        most = Math.max(most, arrived);
        await bulk.put(id, { start: arrived, total, sha256, mediaType, bytes: read(arrived, signal) }, { signal });
        return;
      } catch (error) {
        // The present bytes belong to other data, or another request has continued: check again.
        await patience.afterFailure(error, signal, (isOutOfStep(error) && arrived > 0) || mayPass(error));
        arrived = 0;
      }
    }
  }

  async look(id: string, signal: AbortSignal): Promise<SharedData | undefined> {
    const { wire, patience } = this.o;
    const entry = (list: Parameters<Wire['entry']>[0]) =>
      patiently(patience, signal, () => wire.entry(list, id, { signal }));
    const param = await entry('yangent-contexts:param');
    if (!param) return undefined;
    const [url, description, mediaType] = ['url', 'description', 'media-type'].map((name) => textOf(param, name));
    const shared = {
      modality: textOf(param, 'modality') ?? 'file',
      complete: param.complete !== false,
      ...(description === undefined ? {} : { description }),
      ...(mediaType === undefined ? {} : { mediaType }),
    };
    if (param.size === undefined) return { ...shared, content: { kind: 'url', url: url ?? '' } };
    const text = textOf((await entry('irtf-agent:data-params')) ?? {}, 'data');
    if (text !== undefined) return { ...shared, content: { kind: 'text', text } };
    const digest = /^sha-256:([0-9a-f]{64})$/.exec(textOf(param, 'digest') ?? '')?.[1];
    return {
      ...shared,
      content: {
        kind: 'bytes',
        length: Number(param.size),
        ...(digest === undefined ? {} : { sha256: Buffer.from(digest, 'hex') }),
        read: (start, until) => fetched(this.#bulk(), id, { start, patience, signal: until }),
      },
    };
  }

  #bulk(): BulkClient {
    if (this.o.bulk) return this.o.bulk;
    const message = `bytes travel by HTTP, and for the node at ${this.o.wire.place} it is not configured where: give execution/remote/data-target`;
    throw new TaskFailure('unreachable', message, { recovery: ['escalate', 'reassign'] });
  }
}

/**
 * Yields the bytes of data on another node from `start` on, as they arrive. After a broken connection, it continues after the received
 * bytes.
 *
 * @param patience maximum milliseconds without progress
 */
export async function* fetched(
  bulk: BulkClient,
  id: string,
  {
    start,
    patience: limit,
    signal,
  }: { readonly start: number; readonly patience: number; readonly signal: AbortSignal },
): AsyncGenerator<Uint8Array, void> {
  const patience = new Patience(limit);
  for (let at = start; ; ) {
    try {
      for await (const bytes of bulk.get(id, at, { signal })) {
        yield bytes;
        at += bytes.length;
        patience.renew();
      }
      return;
    } catch (error) {
      await patience.afterFailure(error, signal);
    }
  }
}

function bytesOf(text: string): SharedBytes {
  const bytes = Buffer.from(text, 'utf8');
  return {
    kind: 'bytes',
    length: bytes.length,
    sha256: createHash('sha256').update(bytes).digest(),
    read: async function* (start) {
      yield bytes.subarray(start);
    },
  };
}

/** True when the offset of the bytes was wrong, or when they did not belong to the bytes on the node. */
function isOutOfStep(error: unknown): boolean {
  if (error instanceof RestconfError && error.status === CONFLICT && error.tag !== 'in-use') return true;
  return error instanceof RpcError && (error.appTag === 'digest' || error.appTag === 'length');
}

const CONFLICT = 409;
