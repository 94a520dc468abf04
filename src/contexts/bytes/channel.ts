/** The bytes of data parameters: `/data/{id}` (CUI-5, models.md). */
import type { Logger } from 'pino';
import { type BulkDataProvider, type Call, noBulkData } from '../../server/index.js';
import type { Store } from '../../store/index.js';
import type { Pace } from '../message-data.js';
import type { DataParam } from '../record/param.js';
import type { DataParams } from '../record/params.js';
import { isParty, seesNow } from '../visibility.js';
import type { ByteStore } from './byte-store.js';
import { describe } from './describe.js';
import { Fetches } from './fetches.js';
import { Growth } from './growth.js';
import type { RecordKept } from './kept.js';
import type { DataLimits } from './limits.js';
import { paced } from './paced.js';
import { Upload } from './upload.js';

export interface DataChannelOptions {
  readonly store: Store;
  readonly params: DataParams;
  readonly bytes: ByteStore;
  readonly limits: DataLimits;
  /** Records that data of another node are kept. Default: it is not recorded. */
  readonly recordKept?: RecordKept;
  readonly log: Logger;
}

export interface DataChannel extends BulkDataProvider {
  /** Deletes bytes without a parameter: those of uploads that a crash interrupted, and of deleted parameters. */
  sweep(): Promise<void>;
  /** Ends the transfers from other nodes. */
  stop(): void;
}

export function createDataChannel(o: DataChannelOptions): DataChannel {
  const { store, params, bytes } = o;
  const growth = new Growth();
  const upload = new Upload({ ...o, growth });
  const fetches = new Fetches({ ...o, growth, upload });
  const visible = async (call: Call, id: string) => {
    const found = await params.get(id);
    return found && (await seesNow(params, call, found)) ? found.param : undefined;
  };
  return {
    describe: async (call, id) => {
      await fetches.begin(call, id);
      const param = await visible(call, id);
      return param && describe(param);
    },
    read: (call, id, range) => follow({ ...o, growth, fetches }, call, id, range),
    write: (call, request) => upload.write(call, request),
    remove: async (call, id) => {
      const param = await visible(call, id);
      if (!param) throw noBulkData(id);
      if (param.owner !== call.user) {
        call.fail({ tag: 'access-denied', message: `data "${id}" belongs to someone else, who alone may delete it` });
      }
      await store.transact((tx) => params.withdraw(tx, [id]));
      if (param.file !== null) await bytes.remove(param.file);
      growth.announce(id);
    },
    stop: () => fetches.stop(),
    sweep: async () => {
      for (const name of await bytes.names()) {
        if (!upload.open.has(name) && !(await params.namesFile(name)) && !upload.open.has(name))
          await bytes.remove(name);
      }
    },
  };
}

/** Yields the stored bytes, then those that arrive, until the requested end or the end of the data. */
async function* follow(
  o: DataChannelOptions & { readonly growth: Growth; readonly fetches: Fetches },
  call: Call,
  id: string,
  { start, end = Number.POSITIVE_INFINITY }: { readonly start: number; readonly end?: number },
): AsyncGenerator<Uint8Array> {
  const { params, bytes, growth, fetches, limits } = o;
  const release = fetches.hold(id);
  try {
    let at = start;
    let first: DataParam | undefined;
    let pace: Pace | undefined;
    while (at < end) {
      const next = growth.next(id, call.signal);
      try {
        // Asked first: at its end, a transfer from another node leaves the row as it stays.
        const isComing = params.abroad.source(id) === undefined || fetches.isUnderWay(id);
        const found = await params.get(id);
        const now = found && (await seesNow(params, call, found)) ? describe(found.param) : undefined;
        if (!found || !now || (first && found.param.file !== first.file)) {
          throw first ? cutShort(call, id) : noBulkData(id);
        }
        if (!first && !isParty(call, found)) pace = await params.messages.pace(call, id);
        first ??= found.param;
        const reached = Math.min(now.length, end);
        for await (const chunk of paced(stored(bytes, found.param, at, reached), pace, call.signal)) {
          yield chunk;
          at += chunk.length;
        }
        if (call.signal.aborted || (now.complete && at >= now.length)) return;
        if (at < end && at >= now.length) {
          if (!isComing) throw broken(call, id);
          if (!(await next.arrived(limits.silence))) throw silent(call, id);
        }
        if (call.signal.aborted) return;
      } finally {
        next.forget();
      }
    }
  } finally {
    release();
  }
}

async function* stored(
  bytes: ByteStore,
  { data, file }: DataParam,
  start: number,
  end: number,
): AsyncGenerator<Uint8Array> {
  if (data !== null) yield Buffer.from(data, 'utf8').subarray(start, end);
  else if (file !== null) yield* bytes.read(file, start, end);
}

function broken(call: Call, id: string): never {
  return call.fail({ tag: 'operation-failed', message: `the rest of data "${id}" does not come from their node now` });
}

function silent(call: Call, id: string): never {
  return call.fail({ tag: 'operation-failed', message: `no more of data "${id}" has come for long: go on with Range` });
}

function cutShort(call: Call, id: string): never {
  return call.fail({ tag: 'operation-failed', message: `data "${id}" was replaced or deleted while it was read` });
}
