/**
 * Bulk data: bytes of any size, apart from the operations, so that control messages never wait behind them
 * (CUI-5-a). The provider keeps them; the server asks access control and records changes.
 */
import { parseInstancePath, RpcError } from '../data/index.js';
import type { Schema } from '../yang/index.js';
import { audited } from './audit.js';
import type { Call, Caller } from './call.js';
import { makeCall, type ServerCore } from './core.js';

/** What is known of the bytes behind an identifier. */
export interface BulkDescription {
  readonly id: string;
  readonly mediaType: string;
  /** Bytes that are here and durable. */
  readonly length: number;
  /** False while more is to come. */
  readonly complete: boolean;
  /** SHA-256 of all bytes; absent until they are complete. */
  readonly sha256?: Uint8Array;
  readonly lastModified: Date;
}

/** Bytes to be kept. */
export interface BulkWrite {
  readonly id: string;
  readonly mediaType?: string;
  /** Where the bytes go on; absent: they are the whole, or its beginning. */
  readonly offset?: number;
  /** False: more is to come in another request. */
  readonly last: boolean;
  /** What the whole must have once it is complete. */
  readonly expected?: { readonly length?: number; readonly digest?: ExpectedDigest };
  /** What must be so for anything to be written; raises an RpcError or another error of the face where it is not. */
  readonly require?: (present: BulkDescription | undefined) => void;
  readonly bytes: AsyncIterable<Uint8Array>;
}

export interface ExpectedDigest {
  readonly algorithm: 'sha-256' | 'sha-512';
  readonly value: Uint8Array;
}

/** The same for providers, which get a `Call`, and for faces, which have a `Caller`. */
interface BulkChannel<Who> {
  /** Undefined when there are none, or none that the caller may see. */
  describe(who: Who, id: string): Promise<BulkDescription | undefined>;
  /**
   * The bytes from `start`, up to but not including `end`. Without `end` those still to come follow as they arrive, until
   * the data is complete. Rejects with RpcError data-missing, or operation-failed when no more will come.
   */
  read(who: Who, id: string, range: { readonly start: number; readonly end?: number }): AsyncIterable<Uint8Array>;
  /**
   * Keeps bytes; resolved when they are durable. When their source fails, what has arrived of them is kept, and the
   * upload can go on from there. Rejects with RpcError: access-denied, too-big, in-use (someone is writing), bad offset or
   * digest as invalid-value with app-tag `offset` or `digest`.
   */
  write(who: Who, request: BulkWrite): Promise<{ readonly created: boolean; readonly now: BulkDescription }>;
  /** Rejects with RpcError data-missing, access-denied. */
  remove(who: Who, id: string): Promise<void>;
}

/** What a provider of bulk data implements. */
export type BulkDataProvider = BulkChannel<Call>;
/** What the faces use. */
export type BulkData = BulkChannel<Caller>;

/** Asks access control before the provider is asked, and records changes and refusals. */
export function bulkDataOf(core: ServerCore, schema: Schema, provider: BulkDataProvider): BulkData {
  const { access, audit } = core;
  const callOf = (caller: Caller) => makeCall(core, caller);
  const mayRead = ({ principal }: Caller, id: string) =>
    access.readsAll(principal, schema) || access.mayRead(principal, parseInstancePath(schema, shown(id)));
  const entry = (operation: string, id: string) => ({ operation, targets: [kept(id)] });
  const requireWrite = ({ principal }: Caller, id: string, how: 'create' | 'delete') => {
    const path = parseInstancePath(schema, kept(id));
    if (!access.mayWrite(principal, path, how)) throw access.refuseWrite(principal, path, how);
  };
  return {
    describe: async (caller, id) => (mayRead(caller, id) ? provider.describe(callOf(caller), id) : undefined),
    read: (caller, id, range) => {
      if (!mayRead(caller, id)) throw noBulkData(id);
      return provider.read(callOf(caller), id, range);
    },
    write: (caller, request) =>
      audited(audit, caller, entry('put-data', request.id), () => {
        requireWrite(caller, request.id, 'create');
        return provider.write(callOf(caller), request);
      }),
    remove: (caller, id) =>
      audited(audit, caller, entry('delete-data', id), () => {
        requireWrite(caller, id, 'delete');
        return core.store.relieving(() => provider.remove(callOf(caller), id));
      }),
  };
}

/** Who may not see data is told the same as where there is none. */
export function noBulkData(id: string): RpcError {
  return new RpcError({ type: 'application', tag: 'data-missing', message: `there is no data "${id}"` });
}

/** Where the data is shown, which is what rules about reading it name. */
const shown = (id: string) => `/yangent-contexts:data/param[id=${quoted(id)}]`;
/** Where it is written by operations, which is what rules about writing it name. */
const kept = (id: string) => `/irtf-agent:data-params[id=${quoted(id)}]`;

/** An identifier with both kinds of quotes cannot be written in a path, so it is refused as one that is not there. */
function quoted(id: string): string {
  if (!id.includes("'")) return `'${id}'`;
  if (!id.includes('"')) return `"${id}"`;
  throw noBulkData(id);
}
