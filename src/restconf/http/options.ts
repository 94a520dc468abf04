import type { Logger } from 'pino';
import type { Caller, CallerApi, Face, FailedLogin, Server, SucceededLogin } from '../../server/index.js';
import type { PublicDocuments } from '../mounts/index.js';
import type { Metric } from '../service/index.js';
import type { HttpAuthentication } from './authentication.js';
import type { FaceSockets } from './face-sockets.js';
import type { Limits } from './limits.js';

export interface FaceOptions {
  readonly served: readonly Face[];
  /** Counts the WebSockets of faces over all listeners. Absent: they are not counted by face. */
  readonly sockets?: FaceSockets;
  readonly as: (caller: Caller) => CallerApi;
}

/** How the node proves itself to clients. */
export interface TlsIdentity {
  /** Private key, PEM. */
  readonly key: string;
  /** Its certificate and those that certify it, PEM. */
  readonly cert: string;
  /** Lowest version of TLS. Default: TLS 1.3. */
  readonly minVersion?: 'TLSv1.2' | 'TLSv1.3';
}

export interface ListenOptions {
  readonly server: Server;
  readonly access: HttpAuthentication;
  /** Called for each failed login. */
  readonly onFailedLogin?: (login: FailedLogin) => void;
  /** Called for each login that succeeds: each request is one, which waits for the promise. */
  readonly onLogin?: (login: SucceededLogin) => Promise<void> | undefined;
  /** Name or address to bind. */
  readonly host: string;
  /** 0: a free port. */
  readonly port: number;
  /** False: plain HTTP, permitted on loopback addresses only (RFC 8040 §2.1). */
  readonly tls: TlsIdentity | false;
  /** URL at which clients reach the node, for absolute references. Default: the address of the listener. */
  readonly publicUrl?: string;
  /** Further names by which clients may address the node, besides those of the certificate and of the machine. */
  readonly allowHosts?: readonly string[];
  readonly log: Logger;
  readonly limits?: Partial<Limits>;
  /** Top-level nodes (qnames) that providers keep: the entity-tag of the datastore does not cover them. */
  readonly outsideDatastore?: ReadonlySet<string>;
  /** `faces`: serves faces and nothing else. Default: all of the node. */
  readonly serves?: 'node' | 'faces';
  /** Faces of other protocols, and the API of the node for their callers. */
  readonly faces?: FaceOptions;
  /** Documents that are served outside the data model. */
  readonly documents?: PublicDocuments;
  /** Returns why nothing can be stored, in words for all clients, for `/healthz`; undefined without a fault. */
  readonly fault?: () => string | undefined;
  /** Returns further metrics for `/metrics`. Called at each scrape, so it must be cheap. */
  readonly metrics?: () => readonly Metric[] | Promise<readonly Metric[]>;
}
