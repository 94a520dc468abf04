/** Address and time limits for another node. */
import type { Credential } from '../clients/index.js';

/** Options for a node over RESTCONF or over NETCONF. */
export type PeerOptions = CommonOptions & (RestconfAddress | NetconfAddress);

export interface RestconfAddress {
  /** Another proof of who sends requests instead of user and password. */
  readonly credential?: Credential;
  /** Root of the node's RESTCONF server: `https://node.example:8443`. */
  readonly url: string;
  /** Trusted certificate in PEM form, instead of those of the system. */
  readonly ca?: string | Buffer;
  /** SHA-256 fingerprint of the only trusted certificate, in hexadecimal. */
  readonly fingerprint?: string;
  readonly netconf?: undefined;
}

export interface NetconfAddress {
  readonly netconf: {
    readonly host: string;
    /** Default: 830. */
    readonly port?: number;
    /** Fingerprint of the node's key (`SHA256:…`); optional on loopback only. */
    readonly hostKey?: string;
    /** Private key in OpenSSH or PEM form, instead of the password. */
    readonly privateKey?: string | Buffer;
  };
  readonly url?: undefined;
}

export interface CommonOptions {
  readonly user: string;
  readonly password?: string;
  /** The agent as which tasks are assigned and negotiated; the user must own it on that node. */
  readonly as?: string;
  /** Closes the peer. */
  readonly signal?: AbortSignal;
  /** Milliseconds for a request and its answer. Default: 60 000. */
  readonly timeout?: number;
  /**
   * Milliseconds for which an unreachable node is tried again, before repeatable requests and followed tasks fail. 0: no
   * repetition. Default: 60 000.
   */
  readonly patience?: number;
  /** Maximum number of changes of one task that wait for a slow reader; after that, the task is read again. Default: 1000. */
  readonly backlog?: number;
}

/** Limits in force. */
export interface Bounds {
  readonly timeout: number;
  readonly patience: number;
  readonly backlog: number;
}

const DEFAULT_BOUNDS: Bounds = { timeout: 60_000, patience: 60_000, backlog: 1_000 };

export function boundsOf({ timeout, patience, backlog }: CommonOptions): Bounds {
  return {
    timeout: timeout ?? DEFAULT_BOUNDS.timeout,
    patience: patience ?? DEFAULT_BOUNDS.patience,
    backlog: backlog ?? DEFAULT_BOUNDS.backlog,
  };
}

/** Time limit and signal of one request. */
export interface CallOptions {
  /** Aborts the request. */
  readonly signal?: AbortSignal;
  /** Milliseconds, instead of those of the peer. */
  readonly timeout?: number;
}
