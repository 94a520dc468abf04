/** Stores uploaded bytes: new ones, continuations of an earlier request, and replacements. */
import { RpcError } from '../../data/index.js';
import type { BulkDescription, BulkWrite, Call } from '../../server/index.js';
import type { Store, Tx } from '../../store/index.js';
import { type DataParam, isComplete, statedSize } from '../record/param.js';
import type { DataParams } from '../record/params.js';
import { requireWritable } from '../require-writable.js';
import { seesParam } from '../visibility.js';
import { bounded } from './bounded.js';
import type { ByteStore } from './byte-store.js';
import { describe } from './describe.js';
import { digestOf } from './digest.js';
import type { Growth } from './growth.js';
import type { DataLimits } from './limits.js';
import { modalityOf, UNKNOWN_TYPE } from './media-type.js';

export interface UploadOptions {
  readonly store: Store;
  readonly params: DataParams;
  readonly bytes: ByteStore;
  readonly growth: Growth;
  readonly limits: DataLimits;
}

const LONGEST_ID = 255;

/** The destination of the bytes of one request. */
interface Destination {
  readonly row: DataParam & { readonly file: string };
  readonly offset: number;
  /** Complete data that stays unchanged until its replacement is complete. */
  readonly replaced?: DataParam;
  /** The parameter as described before it had bytes. */
  readonly described?: DataParam;
}

export class Upload {
  /** Storage in use by running requests; perhaps no row names it yet. */
  readonly open = new Set<string>();
  readonly #writing = new Set<string>();

  constructor(private readonly o: UploadOptions) {}

  async write(call: Call, request: BulkWrite): Promise<{ readonly created: boolean; readonly now: BulkDescription }> {
    const { id } = request;
    if (id.length > LONGEST_ID) {
      call.fail({ tag: 'invalid-value', message: `an identifier of data has at most ${LONGEST_ID} characters` });
    }
    if (this.#writing.has(id)) {
      return call.fail({ tag: 'in-use', message: `data "${id}" is being written by another request` });
    }
    this.#writing.add(id);
    try {
      return await this.#write(call, request);
    } finally {
      this.#writing.delete(id);
      this.o.growth.announce(id);
    }
  }

  async #write(call: Call, request: BulkWrite) {
    const { params } = this.o;
    const before = await params.get(request.id);
    const visible = before && (await seesParam(params, call, before));
    requireWritable(call, {
      list: 'irtf-agent:data-params',
      id: request.id,
      operation: 'merge',
      known: before && { visible: visible ?? false, mine: before.param.owner === call.user },
    });
    request.require?.(before && describe(before.param));
    this.o.store.requireRoom();
    const most = await this.#room(call, request);
    const to = await this.#destination(call, request, before?.param);
    this.open.add(to.row.file);
    try {
      const source = bounded(request.bytes, most - to.offset, tooLong(request.id, most));
      const length = await this.o.bytes.append(to.row.file, to.offset, source, (reached) => this.#arrived(to, reached));
      const now = await this.#arrivedAll(call, request, to, length);
      return { created: before === undefined, now };
    } catch (error) {
      const tooBig = error instanceof RpcError && error.tag === 'too-big';
      if (to.replaced) await this.o.bytes.remove(to.row.file);
      // The upload could not continue, so its bytes are deleted.
      else if (tooBig) await this.#discard(to);
      throw error;
    } finally {
      this.open.delete(to.row.file);
    }
  }

  /** Returns the maximum length of the data. */
  async #room(call: Call, { id, expected }: BulkWrite): Promise<number> {
    const { size, perUser } = this.o.limits;
    const free = perUser - (await this.o.params.bytesOf(call.user, id));
    const most = Math.min(size, free);
    if (most <= 0 || (expected?.length ?? 0) > most) {
      call.fail({ tag: 'too-big', message: tooLong(id, Math.max(0, most)) });
    }
    return most;
  }

  async #destination(call: Call, request: BulkWrite, before: DataParam | undefined): Promise<Destination> {
    const { id, offset = 0, expected } = request;
    if (offset > 0) return goingOn(call, request, before);
    const described = before && before.data === null && before.file === null ? before : undefined;
    requireStated(call, request, described);
    const mediaType = request.mediaType ?? before?.format ?? UNKNOWN_TYPE;
    const row = {
      id,
      owner: before?.owner ?? call.user,
      agent: before?.agent ?? null,
      modality: modalityOf(mediaType),
      description: before?.description ?? null,
      format: mediaType,
      // The stated size of the whole data holds for the parts that follow.
      stated_size:
        request.last || expected?.length === undefined ? (described?.stated_size ?? null) : String(expected.length),
      url: null,
      data: null,
      size: 0,
      digest: null,
      chunked: 1,
      finished: 0,
      chunks: 0,
      created: new Date().toISOString(),
      modified: Date.now(),
      file: await this.o.bytes.create(),
    };
    if (request.last && before && isComplete(before)) return { row, offset: 0, replaced: before };
    // Readers can follow the data from the beginning.
    await this.o.store.transact((tx) => this.#put(tx, call, row));
    if (before?.file) await this.o.bytes.remove(before.file);
    return { row, offset: 0, described };
  }

  /** Stores the row. Data written through an agent's endpoint can be read by that agent. */
  async #put(tx: Tx, { view }: Call, row: DataParam): Promise<void> {
    await this.o.params.put(tx, row, view.kind === 'agent' ? [view.agent] : []);
  }

  async #arrived({ row, replaced }: Destination, length: number): Promise<void> {
    if (replaced) return;
    await this.o.store.transact((tx) =>
      this.o.params.grown(tx, row.id, { size: length, chunks: row.chunks + 1, modified: Date.now() }),
    );
    this.o.growth.announce(row.id);
  }

  async #arrivedAll(call: Call, request: BulkWrite, to: Destination, length: number): Promise<BulkDescription> {
    const chunks = to.row.chunks + 1;
    const reached = { ...to.row, size: length, chunks, modified: Date.now() };
    const row = request.last
      ? { ...reached, ...(await this.#verified(call, request, to, length)), ...ended(chunks) }
      : reached;
    await this.o.store.transact((tx) => this.#put(tx, call, row));
    if (to.replaced?.file) await this.o.bytes.remove(to.replaced.file);
    return describe(row) ?? unreachable();
  }

  async #discard({ row, replaced, described }: Destination): Promise<void> {
    const { store, params } = this.o;
    if (!replaced)
      await store.transact((tx) => (described ? params.put(tx, described) : params.withdraw(tx, [row.id])));
    await this.o.bytes.remove(row.file);
  }

  /** Checks announced length and digest; data that do not match are deleted. */
  async #verified(call: Call, { id, expected }: BulkWrite, to: Destination, length: number) {
    const { row } = to;
    const announced = expected?.length ?? statedSize(row);
    const whole = () => this.o.bytes.read(row.file, 0, length);
    const sha256 = await digestOf('sha-256', whole());
    const wrong = async (appTag: string, message: string) => {
      await this.#discard(to);
      call.fail({ tag: 'invalid-value', appTag, message: `${message}; nothing of it was kept, send it again` });
    };
    if (announced !== undefined && announced !== length)
      await wrong('length', `data "${id}" has ${length} bytes, not the ${announced} that were announced`);
    if (expected?.digest) {
      const { algorithm, value } = expected.digest;
      const found = algorithm === 'sha-256' ? sha256 : await digestOf(algorithm, whole());
      if (!found.equals(value))
        await wrong('digest', `the ${algorithm} digest of data "${id}" is not the one that was sent with it`);
    }
    return { digest: sha256.toString('hex') };
  }
}

function ended(chunks: number) {
  return chunks === 1 ? { chunked: null, finished: null } : { chunked: 1, finished: 1 };
}

/** Refuses an upload whose announced length differs from the stated size. */
function requireStated(call: Call, { id, expected }: BulkWrite, described: DataParam | undefined): void {
  const stated = described && statedSize(described);
  if (stated === undefined || expected?.length === undefined || stated === expected.length) return;
  call.fail({
    tag: 'invalid-value',
    appTag: 'length',
    message: `data "${id}" was described with a dataSize of ${stated} octets, not with ${expected.length}; send as many, or change its dataSize`,
  });
}

function goingOn(call: Call, { id, offset, expected }: BulkWrite, before: DataParam | undefined): Destination {
  const file = before?.file ?? undefined;
  const reached = before?.size ?? 0;
  if (!before || file === undefined || isComplete(before) || offset !== reached) {
    const next = before && file !== undefined && !isComplete(before) ? `byte ${reached}` : 'byte 0';
    return call.fail({
      tag: 'invalid-value',
      appTag: 'offset',
      message: `data "${id}" cannot go on at byte ${offset}; the next one expected is ${next}`,
    });
  }
  const announced = statedSize(before);
  if (announced !== undefined && expected?.length !== undefined && expected.length !== announced) {
    return call.fail({
      tag: 'invalid-value',
      appTag: 'length',
      message: `data "${id}" was announced with ${announced} bytes, not with ${expected.length}; send the same total with every part, or begin anew`,
    });
  }
  return { row: { ...before, file }, offset: reached };
}

function tooLong(id: string, most: number): string {
  return `data "${id}" is longer than the ${most} bytes that there is room for`;
}

function unreachable(): never {
  throw new RpcError({ type: 'application', tag: 'operation-failed', message: 'the data has no bytes' });
}
