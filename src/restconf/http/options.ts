import type { Logger } from 'pino';
import type { Caller, CallerApi, Face, FailedLogin, Server } from '../../server/index.js';
import type { Metric } from '../service/index.js';
import type { HttpAuthentication } from './authentication.js';
import type { Limits } from './limits.js';

export interface FaceOptions {
  readonly served: readonly Face[];
  readonly as: (caller: Caller) => CallerApi;
}

export interface ListenOptions {
  readonly server: Server;
  readonly access: HttpAuthentication;
  /** Told of each login that fails. */
  readonly onFailedLogin?: (login: FailedLogin) => void;
  /** Name or address to bind. */
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  /** PEM; false serves plain HTTP, which only a loopback address may (RFC 8040 §2.1). */
  readonly tls: { readonly key: string; readonly cert: string } | false;
  /** Where clients reach the node, if not where it listens: absolute references are made from it. */
  readonly publicUrl?: string;
  /** Names besides those of the certificate and of the machine by which clients may address the node. */
  readonly allowHosts?: readonly string[];
  readonly log: Logger;
  readonly limits?: Partial<Limits>;
  /** Top-level nodes (qnames) that providers keep: the entity-tag of the datastore does not speak for them. */
  readonly outsideDatastore?: ReadonlySet<string>;
  /** What serves other protocols, and how such a protocol's callers see the node. */
  readonly faces?: FaceOptions;
  /** Returns why nothing can be stored, in words that any client may read, which `/healthz` tells; undefined while all is well. */
  readonly fault?: () => string | undefined;
  /** What `/metrics` tells beside the listener's own; asked at each scrape, so it must be cheap. */
  readonly metrics?: () => readonly Metric[] | Promise<readonly Metric[]>;
}
