/** How another node is reached, and how long it is waited for. */

/** Over RESTCONF, or over NETCONF: one of the two. */
export type PeerOptions = CommonOptions & (RestconfAddress | NetconfAddress);

export interface RestconfAddress {
  /** Root of the node's RESTCONF server: `https://node.example:8443`. */
  readonly url: string;
  /** Certificate trusted in place of the system's, PEM. */
  readonly ca?: string | Buffer;
  /** SHA-256 fingerprint of the one certificate trusted, in hexadecimal. */
  readonly fingerprint?: string;
  readonly netconf?: undefined;
}

export interface NetconfAddress {
  readonly netconf: {
    readonly host: string;
    /** 830 unless told. */
    readonly port?: number;
    /** Fingerprint of the node's key (`SHA256:…`); may be left out on the loopback only. */
    readonly hostKey?: string;
    /** In OpenSSH or PEM form, in place of the password. */
    readonly privateKey?: string | Buffer;
  };
  readonly url?: undefined;
}

export interface CommonOptions {
  readonly user: string;
  readonly password?: string;
  /** The agent in whose name tasks are assigned and negotiated; the user must own it on that node. */
  readonly as?: string;
  /** Closes the peer. */
  readonly signal?: AbortSignal;
  /** Milliseconds for a request and its answer; 60 000 unless told. */
  readonly timeout?: number;
  /**
   * Milliseconds for which a node that cannot be reached is tried again before what is under way fails: requests that may be
   * repeated, and tasks that are followed. 60 000 unless told; 0 tries once.
   */
  readonly patience?: number;
  /** Changes of one task that may wait for a slow reader; beyond, they are read anew from the node. 1000 unless told. */
  readonly backlog?: number;
}

/** Bounds in force. */
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

/** How one request may wait. */
export interface CallOptions {
  /** Gives the request up. */
  readonly signal?: AbortSignal;
  /** Milliseconds, in place of those of the peer. */
  readonly timeout?: number;
}
