/** The port to the room of peers: data of other nodes, which messages of sessions name as ID@DOMAIN. */

/** The state of data at the node that has them. */
export interface SourceState {
  readonly mediaType: string;
  /** Number of bytes that are there. */
  readonly length: number;
  /** False while more bytes are to come. */
  readonly complete: boolean;
  /** Digest of all bytes, once they are complete. */
  readonly sha256?: Uint8Array;
}

/** The node that has data. */
export interface DataSource {
  /** The user that owns the bytes that are kept here, and whose quota they use: the login of the peer. */
  readonly owner: string;
  /** The name by which this node acts there. */
  readonly agent: string;
  /** Asks for the data as they are now; undefined when there are none that this node may read. @throws RpcError */
  look(signal: AbortSignal): Promise<SourceState | undefined>;
  /** Yields the bytes from `start` on, those that are still to come as they arrive. A cut link is opened again. @throws RpcError */
  read(start: number, signal: AbortSignal): AsyncIterable<Uint8Array>;
}

export interface DataAbroad {
  /** Returns the node that has the data of this name; undefined for a name that is none of another node. */
  source(id: string): DataSource | undefined;
  /** Returns the domain, of this node or of a peer, in which a name ends; undefined for other names. */
  domainOf(id: string): string | undefined;
}

/** Forwards to the room of peers once it is connected. Before that there are no other nodes. */
export class ConnectedAbroad implements DataAbroad {
  #abroad: DataAbroad | undefined;

  connect(abroad: DataAbroad): void {
    this.#abroad = abroad;
  }

  source(id: string): DataSource | undefined {
    return this.#abroad?.source(id);
  }

  domainOf(id: string): string | undefined {
    return this.#abroad?.domainOf(id);
  }
}
