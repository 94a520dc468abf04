/**
 * Bulk data: bytes of any size, separate from the operations, so that control messages never wait behind them
 * (CUI-5-a). The provider stores them; the server applies access control and records changes.
 */
import { parseInstancePath, RpcError } from '../data/index.js';
import type { Schema } from '../yang/index.js';
import { audited } from './audit.js';
import { isLimited, withoutLinks } from './authority.js';
import type { Call, Caller } from './call.js';
import { makeCall, type ServerCore } from './core.js';

/** Description of the bytes under an identifier. */
export interface BulkDescription {
  readonly id: string;
  readonly mediaType: string;
  /** Number of stored bytes. */
  readonly length: number;
  /** False while more bytes are to come. */
  readonly complete: boolean;
  /** SHA-256 of all bytes; absent until they are complete. */
  readonly sha256?: Uint8Array;
  readonly lastModified: Date;
}

/** A write of bytes. */
export interface BulkWrite {
  readonly id: string;
  readonly mediaType?: string;
  /** Offset at which the bytes continue. Absent: they are the whole data, or its beginning. */
  readonly offset?: number;
  /** False: more bytes will come in another request. */
  readonly last: boolean;
  /** The length and digest that the complete data must have. */
  readonly expected?: { readonly length?: number; readonly digest?: ExpectedDigest };
  /** Checks a precondition of the write. Throws an RpcError or another error of the face when it is not met. */
  readonly require?: (present: BulkDescription | undefined) => void;
  readonly bytes: AsyncIterable<Uint8Array>;
}

export interface ExpectedDigest {
  readonly algorithm: 'sha-256' | 'sha-512';
  readonly value: Uint8Array;
}

/** The operations on bulk data: for providers with a `Call`, for faces with a `Caller`. */
interface BulkChannel<Who> {
  /** Describes the bytes; undefined when there are none, or none that the caller may see. */
  describe(who: Who, id: string): Promise<BulkDescription | undefined>;
  /**
   * Reads the bytes from `start`, up to but not including `end`. Without `end`, bytes that are still to come follow as they
   * arrive, until the data is complete. Rejects with RpcError data-missing, or operation-failed when no more will come.
   */
  read(who: Who, id: string, range: { readonly start: number; readonly end?: number }): AsyncIterable<Uint8Array>;
  /**
   * Stores bytes; resolves when they are durable. When their source fails, the bytes that have arrived are kept, and the
   * upload can continue there. Rejects with RpcError: access-denied, too-big, in-use (another write is in progress), and
   * invalid-value with app-tag `offset` or `digest` for a bad offset or digest.
   */
  write(who: Who, request: BulkWrite): Promise<{ readonly created: boolean; readonly now: BulkDescription }>;
  /** Deletes the bytes. Rejects with RpcError data-missing, access-denied. */
  remove(who: Who, id: string): Promise<void>;
}

/** The interface that a provider of bulk data implements. */
export type BulkDataProvider = BulkChannel<Call>;
/** The interface for faces. */
export type BulkData = BulkChannel<Caller>;

/** Adds access control before each call of the provider, and records changes and refusals. */
export function bulkDataOf(core: ServerCore, schema: Schema, provider: BulkDataProvider): BulkData {
  const { access, audit } = core;
  const callOf = (caller: Caller) => makeCall(core, caller);
  const mayRead = (caller: Caller, id: string) => {
    if (isLimited(caller)) access.requireLinks(caller.principal, 'data.bulk', { path: shown(id) });
    const { principal } = withoutLinks(caller);
    return access.readsAll(principal, schema) || access.mayRead(principal, parseInstancePath(schema, shown(id)));
  };
  const entry = (operation: string, id: string) => ({ operation, targets: [kept(id)] });
  const requireWrite = async (caller: Caller, id: string, how: 'create' | 'delete') => {
    const path = parseInstancePath(schema, kept(id));
    if (isLimited(caller)) await access.use(caller.principal, 'data.bulk', { path: shown(id) });
    const { principal } = withoutLinks(caller);
    if (!access.mayWrite(principal, path, how)) throw access.refuseWrite(principal, path, how);
  };
  /** Counts a reading for the rates of the caller's authority before the first byte. */
  async function* counted(caller: Caller, id: string, bytes: AsyncIterable<Uint8Array>) {
    await access.use(caller.principal, 'data.bulk', { path: shown(id) });
    yield* bytes;
  }
  return {
    describe: async (caller, id) => (mayRead(caller, id) ? provider.describe(callOf(caller), id) : undefined),
    read: (caller, id, range) => {
      if (!mayRead(caller, id)) throw noBulkData(id);
      const bytes = provider.read(callOf(caller), id, range);
      return isLimited(caller) ? counted(caller, id, bytes) : bytes;
    },
    write: (caller, request) =>
      audited(audit, caller, entry('put-data', request.id), async () => {
        await requireWrite(caller, request.id, 'create');
        return provider.write(callOf(caller), request);
      }),
    remove: (caller, id) =>
      audited(audit, caller, entry('delete-data', id), async () => {
        await requireWrite(caller, id, 'delete');
        return core.store.relieving(() => provider.remove(callOf(caller), id));
      }),
  };
}

/** Returns the error for missing data, and for data that the caller may not see. */
export function noBulkData(id: string): RpcError {
  return new RpcError({ type: 'application', tag: 'data-missing', message: `there is no data "${id}"` });
}

/** Returns the path under which the data is shown; access rules for reading name it. */
const shown = (id: string) => `/yangent-contexts:data/param[id=${quoted(id)}]`;
/** Returns the path under which operations write the data; access rules for writing name it. */
const kept = (id: string) => `/irtf-agent:data-params[id=${quoted(id)}]`;

/** Quotes an identifier. One with both kinds of quotes cannot be written in a path, so it is refused as missing. */
function quoted(id: string): string {
  if (!id.includes("'")) return `'${id}'`;
  if (!id.includes('"')) return `"${id}"`;
  throw noBulkData(id);
}
